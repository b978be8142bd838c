/** Validation errors of mobile SSO settings, and the impact of disabling it. */
export const mobileSsoSettingsMessages = {
  teamIdNeeded: 'Enter the Apple team ID. The iOS app needs both a bundle ID and a team ID.',
  bundleIdNeeded: 'Enter the bundle ID. The iOS app needs both a bundle ID and a team ID.',
  fingerprintNeeded: "Enter the fingerprint of the Android app's signing certificate.",
  packageNeeded: 'Enter the Android package that these fingerprints belong to.',
  groupByRule: "Choose a manual group. Members can't be added manually to a group with rules.",
  impact: {
    disabled: (stores: string) => `Members of ${stores} can't sign in to the mobile app.`,
    changed: (stores: string) =>
      `After you save, members of ${stores} won't be able to sign in to the mobile app until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `Members of ${stores} can't sign in to the mobile app until you test and activate the new settings.`,
  },
} as const

/** Results of test steps that only mobile SSO has. */
export const mobileSsoTestMessages = {
  signInStep: 'Member sign-in works',
  providerStep: 'Provider details are available',
  keysStep: 'Signing keys are published',
  abilitiesStep: 'Authorization codes and PKCE are supported',
  scopesStep: 'Scopes are supported',
  clockStep: 'Clocks are in sync',
  clientStep: 'Public client is registered',
  redirectsStep: 'Redirect URIs are registered',
  supportsPkce: 'The provider supports authorization codes and PKCE with S256.',
  noPkce:
    "The provider doesn't advertise support for PKCE with S256, which protects clients without a secret. Turn on PKCE at the provider.",
  scopesSupported:
    "The provider supports all of the setup's scopes, or doesn't publish a list of supported scopes.",
  clientUnknown:
    "The provider doesn't recognize this client, or requires a secret for it. Check the client ID, and use a public client.",
  redirectsAccepted: 'The provider accepts all redirect URIs and PKCE.',
  ios: 'iOS',
  android: 'Android',
  noApp: (system: string) => `This setup has no ${system} app, so no file is needed.`,
  redirected: (url: string) => `${url} redirects elsewhere, and phones don't follow redirects.`,
  fileFailed: (url: string, status: number) =>
    `${url} returned status ${status}. Make sure that the store's domain points to us.`,
  notJson: (url: string) => `${url} isn't served as application/json.`,
  otherFile: (name: string, host: string) =>
    `The ${name} file at ${host} doesn't match this setup.`,
  fileValid: (url: string) => `${url} is valid.`,
  noAppLink: (origin: string) =>
    `None of the redirect URIs start with ${origin}, so links don't open the app.`,
} as const

/** Outcomes of a member's sign-in, and of a test sign-in. */
export const mobileSsoOutcomeMessages = {
  notClaims: "This isn't an ID token or a JSON object with claims.",
  noMemberId: (claim: string) => `The ${claim} claim doesn't contain a member ID.`,
  otherMemberId: 'The member with this email address signs in with a different ID at the provider.',
  notActive: "This member isn't active.",
  noMember: "No member matches this sign-in, and members aren't created on first sign-in.",
  noVerifiedEmail: "The provider didn't send a verified email address for the new member.",
  wouldSignIn: (member: string) => `A real sign-in would start a session for the member ${member}.`,
  wouldCreate: (member: string, group: string | null) =>
    group === null
      ? `A real sign-in would create the member ${member} without a group.`
      : `A real sign-in would create the member ${member} in the group ${group}.`,
  notSetUp: "Mobile SSO isn't set up for this store.",
  onlyTested: (store: string) =>
    `This was a test. No one was signed in to ${store}, and no member was created.`,
} as const
