/** Texts of the list of sign-in providers. */
export const signInProviderMessages = {
  more: (name: string) => `More actions for ${name}`,
  test: 'Test and activate',
  settings: 'Settings',
  delete: 'Delete',
  redirectUri: 'Redirect URI',
  testSignIn: 'Test sign-in',
  testExplain:
    "A test sign-in opens the provider's sign-in page and doesn't start a session. The result appears in the test below.",
} as const
