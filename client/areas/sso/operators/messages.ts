/** Texts of the list of sign-in providers. */
export const signInProviderMessages = {
  more: (name: string) => `More actions for ${name}`,
  test: 'Test and activate',
  settings: 'Settings',
  delete: 'Delete',
  redirectUri: 'Redirect URI',
  testSignIn: 'Test sign-in',
  testExplain:
    'A test sign-in opens the provider and signs no one in. Its result is in the test below.',
} as const
