export const memberSignOnWords = {
  title: (store: string) => `Mobile sign-on for members of ${store}`,
  addresses: 'what to enter at the provider',
  provider: 'Provider',
  app: 'App',
  lead: 'What claims lead to',
  showLead: 'Show',
  leadWhat: 'what claims lead to',
  registerExplain: 'Besides the redirect URIs of the app below, for the test sign-in.',
  redirectUri: 'Redirect URI of the test sign-in',
  files: 'Files for phones',
  filesExplain:
    'By these files at the host of the store phones know that links to it may open the app. They are served there; the test fetches them back.',
  noFile: (name: string) =>
    name === 'assetlinks.json'
      ? 'Enter the Android package and its fingerprints to have it.'
      : 'Enter the iOS bundle id and the Apple team id to have it.',
} as const
