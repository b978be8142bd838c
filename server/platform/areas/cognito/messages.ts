/** Validation errors of the user pool's settings, and the impact of disabling it. */
export const cognitoSettingsMessages = {
  alreadySetUp: (setup: string) =>
    `The Cognito setup ${setup} already exists, and there can be only one. Change that setup, or delete it before you create another.`,
  notCallback: 'Enter one of the callback URLs exactly as listed.',
  impact: {
    disabled: (stores: string) => `Members of ${stores} can't sign in.`,
    changed: (stores: string) =>
      `After you save, members of ${stores} won't be able to sign in until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `Members of ${stores} can't sign in until you test and activate the new settings.`,
  },
  enterKeys: 'First, enter and save an AWS access key ID and its secret access key.',
  unknownKey: "AWS doesn't recognize this access key ID.",
  otherSecret: "The AWS secret access key doesn't belong to this access key ID.",
  notPermitted:
    "These AWS keys don't have permission to read the pool. Allow DescribeUserPool, DescribeUserPoolClient, and GetUserPoolMfaConfig.",
  noPoolOrClient:
    "AWS can't find this user pool or client in this region. Check the user pool ID, client ID, and region.",
  tooManyRequests: 'AWS received too many requests. Try again in a minute.',
  rejected: (error: string) => `AWS rejected the request with the error ${error}.`,
} as const

/** The titles and results of the test steps. */
export const cognitoTestMessages = {
  regionStep: 'Pool and region match',
  poolStep: 'Pool exists',
  keysStep: 'Signing keys are published',
  clientStep: 'Client ID and secret are valid',
  callbacksStep: 'Callback URLs are registered',
  tokenStep: 'Token endpoint accepts the client',
  regionMatches: (region: string) => `The user pool ID starts with the region, ${region}.`,
  otherRegion: (ofPool: string, region: string) =>
    `The user pool ID starts with ${ofPool}, but the region is ${region}. Correct one of them.`,
  noPool: (pool: string) => `AWS can't find the user pool ${pool} in this region.`,
  notProvider: "AWS didn't return an OpenID configuration. Check the region.",
  otherIssuer: (issuer: string) => `The pool's issuer is ${issuer}. Check the user pool ID.`,
  poolFound: 'The pool exists, and its issuer matches the region and user pool ID.',
  publishesKeys: (count: number) =>
    count === 1 ? 'The pool publishes 1 signing key.' : `The pool publishes ${count} signing keys.`,
  noKeys: "The pool doesn't publish any signing keys.",
  awsFailed: (status: number) => `AWS returned status ${status}. Try again.`,
  clientFound: 'AWS recognizes this client.',
  noClient: "AWS can't find this client in this region. Check the client ID.",
  wrongSecret: "The client secret isn't valid. Enter it again.",
  secretMissing: 'This client has a secret in AWS. Enter the client secret.',
  credentialsValid: 'The client ID and secret are valid.',
  clientIdValid: "The client ID is valid, and the client doesn't need a secret.",
  credentialsRejected:
    "The client ID isn't valid, or the client secret is missing or not valid. Check both.",
  needsDomain: 'Skipped. Enter a domain and a callback URL to test this.',
  registered: (urls: readonly string[]) =>
    urls.length === 1 ? `${urls[0]} is registered.` : `All ${urls.length} URLs are registered.`,
  notRegistered: (url: string) =>
    `The callback URL ${url} isn't registered in AWS. Make sure that the URLs match exactly.`,
  scopeNotAllowed: "The client isn't allowed to request the openid scope. Allow this scope in AWS.",
  pageRejected: (error: string) => `The sign-in page rejected the request with the error ${error}.`,
  noSignInPage: "There's no sign-in page at this domain. Check the domain.",
  codesNotAllowed: (url: string) =>
    `The client isn't allowed to use authorization codes, or ${url} doesn't match the registered URL exactly. Check for a trailing slash.`,
  clientUnchecked:
    "Couldn't check the client, because the token endpoint's response was inconclusive.",
} as const
