// What the sign-in page loads for a second step or a passkey (secondFactorPart.ts).
export { PasskeyButton } from './PasskeyButton.tsx'
export { SecondFactor } from './SecondFactor.tsx'
export { submitSecondFactor } from './submitSecondFactor.ts'
