import { toDay, formatDay } from '#shared/format/dates.ts'

/** Texts for operators and store admins about SSO providers. */
export const ssoMessages = {
  notActive: "Single sign-on isn't active for this store.",
  notTrusted:
    "Single sign-on is paused for this store because a check of the provider or its email domains failed. Contact the platform's operator.",
  thisStoreOnly: 'The session and any groups apply only to this store.',
  multiTenantIssuer: (instead: string) =>
    `This issuer covers many organizations, so anyone with an account at one of them could sign in. Enter your own tenant's issuer instead: ${instead}`,
  issuerPlaceholder: (placeholder: string) =>
    `This issuer contains the placeholder ${placeholder}. Replace it with your organization's own value.`,
  discoveredPlaceholder: (issuer: string, placeholder: string) =>
    `The provider's issuer is ${issuer}, where ${placeholder} can be any tenant. Enter your own tenant's issuer instead.`,
  otherIssuer: (issuer: string) => `The provider's issuer is ${issuer}. Enter it exactly as shown.`,
  unverifiedEmail: (email: string) =>
    `The provider doesn't confirm that ${email} is verified. Verify the address at the provider, then sign in again.`,
  unvouchedEmail: (email: string) =>
    `The provider doesn't say that ${email} is verified. Set up the provider to send the email_verified claim (Microsoft: xms_edov), or turn on "Trust this provider's email addresses".`,
  unvouchedMember: (email: string) =>
    `The provider doesn't say that ${email} is verified. Set up the provider to send the email_verified claim (Microsoft: xms_edov).`,
  personalGoogleAccount: (email: string) =>
    `${email} is a personal Google account, and Google doesn't vouch for its address. Use an account from your organization's Google Workspace.`,
  unreadableAnswer: "The provider's response isn't valid XML.",
  unreadableMetadata:
    "The metadata isn't valid XML, or has too many elements for a single provider.",
  nothingSigned:
    'The provider signed neither the response nor the assertion. Turn on assertion signing at the provider.',
  onlyResponseSigned:
    'The provider signed only the response, but "Require signed assertions" is on. Turn on assertion signing at the provider, or turn off "Require signed assertions".',
  otherCertificate:
    "The signature doesn't match this setup's certificate. If the provider has a new certificate, read its metadata again.",
  encrypted:
    "The provider encrypted the assertion or parts of it, and we can't read encrypted assertions. Turn off assertion encryption at the provider.",
  metadataExpired: (validUntil: Date) =>
    `This metadata expired on ${formatDay(toDay(validUntil))}. Get the current metadata from the provider.`,
  metadataDateNotValid: (attribute: string) =>
    `${attribute} in the metadata isn't a valid date. Get the metadata from the provider again.`,
} as const

/** Reasons why a certificate can't be used, and its expiration. */
export const certificateMessages = {
  unsupportedKey:
    "This certificate's key is neither RSA nor EC. Use a certificate with an RSA or EC key.",
  shortKey: (bits: number, minimum: number) =>
    `This certificate's key has ${bits} bits. The minimum is ${minimum}.`,
  missing: "The provider's certificate is missing.",
  privateKey:
    'This is a private key, which only the provider should have. Replace the key at the provider, then enter the certificate.',
  several: 'This field contains more than one certificate. Enter one certificate per field.',
  notPem: "This isn't a certificate in PEM format (-----BEGIN CERTIFICATE-----).",
  unreadable: "This certificate can't be read. Make sure that you entered all of it.",
  notYetValid: (day: string) => `The provider's certificate isn't valid until ${day}.`,
  expired: (day: string) => `The provider's certificate expired on ${day}.`,
  expires: (day: string, days: number) => {
    if (days === 0) return "The provider's certificate expires today."
    return `The provider's certificate expires on ${day}, in ${days === 1 ? '1 day' : `${days} days`}.`
  },
  addNext: 'Add the next certificate.',
} as const

/** Reasons why a SAML provider's metadata can't be used. */
export const samlMetadataMessages = {
  tooLarge: 'The metadata is larger than 1 MB. Use metadata for a single provider.',
  doctype: "The metadata contains a DOCTYPE, which isn't allowed.",
  noProvider:
    "This metadata doesn't describe an identity provider (IDPSSODescriptor). Check that it isn't the service provider's metadata.",
  severalProviders:
    'This metadata describes several identity providers. Use metadata for a single provider.',
  noEntityId: 'The metadata has no entity ID.',
  notXml: "The metadata isn't valid XML.",
  webPage: 'This is a web page, not metadata.',
  noSsoUrl: 'The metadata has no single sign-on URL for the HTTP-Redirect binding.',
  unsafeSsoUrl: "The single sign-on URL in the metadata doesn't start with https://.",
  noCertificate: 'The metadata has no signing certificate.',
  tooManyCertificates:
    "The metadata has more than two signing certificates. Leave the metadata URL blank and enter the provider's details manually.",
  longChain: (maximum: number) =>
    `A signing key in the metadata has more than ${maximum} certificates. Leave the metadata URL blank and enter the provider's details manually.`,
  notAtUrl: (status: number) => `This URL returned ${status} instead of metadata. Check the URL.`,
} as const

/** Reasons why a SAML provider's response is rejected. */
export const samlMessages = {
  unreadable: "The provider's response can't be read. Start again.",
  noAssertion: "The provider's response has no assertion.",
  incompleteAssertion: 'The assertion is missing its ID or expiration.',
  otherIssuer: (issuer: string, expected: string) =>
    `The response comes from ${issuer}, not from this setup's provider (${expected}).`,
  noIssuer: (expected: string) =>
    `The response doesn't name its issuer, which must be ${expected}.`,
  otherRecipient: (recipient: string, acsUrl: string) =>
    `The response is intended for ${recipient}. Enter our ACS URL in the provider's settings: ${acsUrl}.`,
  noRecipient: (acsUrl: string) =>
    `The response doesn't name a recipient. Enter our ACS URL in the provider's settings: ${acsUrl}.`,
  otherAudience: (audience: string, entityId: string) =>
    `The response is intended for ${audience}. Enter our entity ID in the provider's settings: ${entityId}.`,
  noAudience: (entityId: string) =>
    `The response doesn't name an audience. Enter our entity ID in the provider's settings: ${entityId}.`,
  weakSignature:
    'The response is signed with SHA-1, which can be forged. Choose SHA-256 at the provider.',
  expired: (clockSkew: number) =>
    `The response has expired, or the provider's clock differs from ours by more than ${formatSeconds(clockSkew)}.`,
  providerRejected:
    "The provider rejected the sign-in. Make sure that the account is assigned to this application, or check the provider's log.",
} as const

/** Errors of OpenID providers and their tokens. */
export const oidcMessages = {
  notUrl: 'Enter the issuer as a URL, such as https://example.com.',
  noConfiguration: (url: string) => `There's no OpenID configuration at ${url}. Check the issuer.`,
  webPage:
    'The issuer returned something other than an OpenID configuration, such as a web page. Check the issuer.',
  timeout:
    "The provider didn't respond within 5 seconds. A firewall may be blocking the connection.",
  notJson: "The issuer didn't return JSON. Check the issuer.",
  nonconforming: "The provider's response doesn't follow the OpenID Connect protocol.",
  expiredToken: "The token has expired, or the provider's clock is off.",
  otherToken:
    "The token wasn't issued for this sign-in: its issuer, audience, or nonce doesn't match.",
  unpublishedKey: "The token is signed with a key that the provider doesn't publish.",
  unsupportedSignature: "We don't support the way the token is signed.",
  accessDenied: 'The provider rejected the sign-in, or the user canceled it.',
  usedCode: "The provider's authorization code has expired or was already used. Start again.",
  credentialsRejected:
    'The provider rejected the client ID or its secret. Check the client ID, and the client secret if there is one.',
  codesNotAllowed:
    "The client isn't allowed to use authorization codes. Allow them at the provider.",
  unsupportedScope:
    "The provider doesn't support one of the requested scopes. Check the setup's scopes.",
  signInRequired: 'Sign in at the provider first, then start again.',
  overloaded: 'The provider is overloaded. Try again later.',
  internalError: "The provider had an internal error. Check the provider's log.",
} as const

/** Results of test steps for store admin SSO and mobile SSO. */
export const ssoTestMessages = {
  needsSignIn:
    "Needs a test sign-in, which shows the provider's claims and doesn't start a session.",
  enteredByHand: "No metadata URL is set, so the test didn't read any metadata.",
  metadataValid: 'The metadata is valid.',
  enterIssuer: (example: string | null) =>
    example === null ? 'Enter the issuer.' : `Enter the issuer. For example, ${example}.`,
  issuerMatches: "The provider's configuration is valid, and its issuer matches this setup's.",
  enterEntityId: 'Enter the entity ID.',
  enterSsoUrl: 'Enter the single sign-on URL.',
  enterClientId: 'Enter the client ID.',
  enterCertificate: 'Enter the certificate.',
  otherEntityId: (entityId: string) =>
    `The entity ID in the metadata is ${entityId}. Read the metadata again.`,
  otherSsoUrl: (url: string) =>
    `The single sign-on URL in the metadata is ${url}. Read the metadata again.`,
  detailsMatch: "The entity ID and single sign-on URL match the provider's metadata.",
  detailsNotCompared:
    "The entity ID and single sign-on URL are set. Without a metadata URL, they can't be compared with the provider's.",
  otherCertificates: 'The metadata has different certificates now. Read it again.',
  noCodes: "The provider doesn't support sign-in with authorization codes, which we require.",
  scopesNotListed: (scopes: readonly string[]) =>
    `The provider's list of supported scopes doesn't include ${scopes.join(', ')}.`,
  pkceNotListed: "The provider doesn't advertise support for PKCE with S256, which we use.",
  supportsAll:
    "The provider supports authorization codes and PKCE with S256. All of the setup's scopes are supported, or no list of them is published.",
  noKeysUrl: "The provider doesn't publish a URL for its keys.",
  keysFailed: (status: number) => `The URL for the provider's keys returned ${status}. Test again.`,
  publishesKeys: (count: number) =>
    count === 1
      ? 'The provider publishes 1 signing key.'
      : `The provider publishes ${count} signing keys.`,
  noKeys: "The provider doesn't publish any signing keys.",
  clockUnknown:
    "Couldn't compare the clocks, because the provider's response doesn't include the time.",
  clocksAgree: (seconds: number) =>
    `The provider's clock is within ${formatSeconds(seconds)} of ours.`,
  clockAhead: (seconds: number) =>
    `The provider's clock is ${formatSeconds(seconds)} ahead of ours, so we may reject its responses.`,
  clockBehind: (seconds: number) =>
    `The provider's clock is ${formatSeconds(seconds)} behind ours, so we may reject its responses.`,
  fixClock: "Correct the provider's clock.",
  fixClockOrSkew: (seconds: number) =>
    `Correct the provider's clock, or increase "Clock skew" to ${formatSeconds(seconds)}.`,
  requestsUnsigned:
    "Requests aren't signed. Make sure that the provider doesn't require signed requests.",
  requestsSigned: 'Requests are signed with the key in our metadata.',
  noSigningKey: "There's no key to sign requests with. Save the settings again.",
  publicClientUnknown:
    "The provider doesn't recognize this client ID, or it requires a client secret that isn't set. Check the ID, or enter the secret.",
  publicClientKnown: "The provider recognizes this client and doesn't require a secret.",
  credentialsValid: 'The client ID and secret are valid.',
  clientUnchecked: "Couldn't check the client, because the provider's response was inconclusive.",
  secretUnchecked:
    "Couldn't check the client secret, because the provider's response was inconclusive.",
  ssoUrlFailed: (status: number) =>
    `The single sign-on URL returned ${status}. Check the URL, or try again later.`,
  ssoUrlRejected: (status: number) =>
    `The single sign-on URL rejected our request (${status}). Make sure that you entered our entity ID in the provider's settings.`,
  ssoUrlResponds:
    'The single sign-on URL responds. Only a test sign-in shows whether the provider recognizes our entity ID.',
  redirectRejected: (redirectUri: string) =>
    `The provider doesn't recognize the client, or this redirect URI isn't registered: ${redirectUri}.`,
  requestFailed: (status: number) => `The provider returned ${status} for our request. Try again.`,
  redirectUnchecked:
    "Couldn't check the redirect URI, because the provider's response was inconclusive.",
  requestAccepted: 'The provider accepts the client, the redirect URI, and PKCE.',
  requestRejected: "The provider rejected our request. Check the provider's log.",
  noDomain:
    'Add at least one email domain. Only accounts with an address in one of these domains can sign in with SSO.',
  domainsVerified: (domains: readonly string[]) =>
    domains.length === 1
      ? `${domains[0]} is verified.`
      : `All ${domains.length} domains are verified.`,
  dnsFailed: "The DNS server didn't respond. Try again.",
  domainNotVerified: (name: string, value: string) =>
    `There's no TXT record ${name} with the value ${value}. Ask the domain's owner to add it, and allow up to an hour for DNS to update.`,
  providerStep: 'Provider details are available',
  matchStep: 'Settings match the provider',
  keysStep: 'Signing keys are valid',
  clockStep: 'Clocks are in sync',
  domainsStep: 'Email domains are verified',
  credentialsStep: 'Credentials are valid',
  requestStep: 'Provider accepts our request',
  signInStep: 'Signature, audience, and claims are valid',
} as const

/** Validation errors of store admin SSO settings, and the impact of disabling it. */
export const ssoSettingsMessages = {
  wideGroup: (group: string) =>
    `${group} is built in or grants access to stores. Choose a custom group that doesn't grant access to stores.`,
  cannotGrant: (permissions: readonly string[]) =>
    `You can't grant permissions that you don't have: ${permissions.join(', ')}.`,
  ruleNotValid: (line: number) => `Enter line ${line} in this format: provider group = user group.`,
  noGroup: (group: string) => `There's no user group named ${group}.`,
  breakGlassNotValid: 'Choose an active admin of this store who has a password.',
  impact: {
    disabled: (stores: string) => `Admins of ${stores} can sign in only with a password.`,
    changed: (stores: string) =>
      `After you save, admins of ${stores} can sign in only with a password until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `Admins of ${stores} need a password to sign in until you test and activate the new settings.`,
  },
  clientSecret: 'Client secret',
  certificate: 'Certificate',
  nextCertificate: 'Next certificate',
  urlOrXml: 'The body must contain either url or xml.',
  noNextCertificate: "There's no next certificate. Add it first.",
} as const

type SignedInAccount = { email: string; name: string; groups: readonly string[] }

/** Outcomes of a sign-in. Store admins also read the reasons for a rejection. */
export const ssoOutcomeMessages = {
  noEmail: (claim: string, sent: readonly string[]) =>
    sent.length === 0
      ? `The provider sent no claims, so there's no email address in the ${claim} claim.`
      : `The ${claim} claim doesn't contain an email address. The provider sent these claims: ${sent.join(', ')}.`,
  otherDomain: (email: string, domain: string) =>
    `${email} isn't from one of this store's verified domains. Add ${domain} to the email domains.`,
  noAccount: (email: string) =>
    `${email} has no account, and accounts aren't created on first sign-in.`,
  isOperator: (email: string) =>
    `${email} is an operator. Operators sign in to the console instead.`,
  notAdmin: (email: string) =>
    `${email} isn't an admin of this store. Add the store to this account first.`,
  accountStatus: (email: string, status: string) => `The account ${email} is ${status}.`,
  wouldCreate: (account: SignedInAccount) =>
    `A real sign-in would create the account ${describeAccount(account)}.`,
  wouldSignIn: (account: SignedInAccount) =>
    `A real sign-in would start a session for ${describeAccount(account)}.`,
} as const

function describeAccount({ email, name, groups }: SignedInAccount): string {
  if (groups.length === 0) return `${email} (${name})`
  const noun = groups.length === 1 ? 'group' : 'groups'
  return `${email} (${name}) in the ${noun} ${groups.join(', ')}`
}

/** Pages at a store's host, during and after a sign-in. */
export const ssoPageMessages = {
  tooMany: 'Too many sign-ins',
  tooManyExplanation: 'Too many sign-ins were started from your network. Try again in a minute.',
  notFound: 'Not found',
  notFoundExplanation: "This page doesn't exist.",
  couldNotSignIn: (store: string) => `Couldn't sign you in to ${store}`,
  errorCode: (code: string) => `Error code: ${code}`,
  signedIn: (store: string) => `Signed in to ${store}`,
  signedInAs: (email: string) => `You're signed in as ${email}.`,
  testPassed: 'Test sign-in passed',
  testFailed: 'Test sign-in failed',
  onlyTested: (store: string) =>
    `This was a test. No one was signed in to ${store}, and no account was created.`,
  closePage: 'You can close this page. The setup page shows the result.',
  notSetUp: "Single sign-on isn't set up for this store.",
  incomplete:
    "This store's SSO setup has no single sign-on URL yet. Enter one and save, then start again.",
  otherBrowser: 'This sign-in was started in another browser. Start again in this one.',
  responseUsed: "The provider's response was already used. Start again.",
  noResponse:
    "This sign-in couldn't be completed because the provider's response is missing or was already used. Start again.",
  notRequested:
    "We didn't request this sign-in, or it took too long. Start at the store: sign-ins that start at the provider (IdP-initiated) aren't supported.",
  oldLink: 'This link has expired. Reload the setup page to get a new one.',
} as const

const formatSeconds = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`)
