export const mobileSsoMessages = {
  title: (store: string) => `Mobile SSO for ${store}`,
  addresses: "the values for the provider's settings",
  provider: 'Provider',
  app: 'App',
  lead: 'Preview a sign-in',
  showLead: 'Preview',
  leadWhat: 'sign-in previews',
  registerExplain:
    "Register this URI with the provider for test sign-ins, in addition to the app's redirect URIs below.",
  redirectUri: 'Redirect URI for test sign-ins',
  files: 'App link files',
  filesExplain:
    "These files let links to the store's domain open the store's app. We serve them on that domain, and the test checks them.",
  noFile: (name: string) =>
    name === 'assetlinks.json'
      ? 'Enter the Android package and its fingerprints to get this file.'
      : 'Enter the iOS bundle ID and the Apple team ID to get this file.',
} as const
