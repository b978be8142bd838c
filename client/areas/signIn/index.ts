export * as signInScreen from './SignIn.tsx'
