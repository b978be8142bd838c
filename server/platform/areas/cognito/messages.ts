/** What is wrong with the settings of the user pool, and what disabling it does. */
export const cognitoSettingsMessages = {
  alreadySetUp: (pool: string) =>
    `A user pool is already set up: ${pool}. Change it, or delete it first.`,
  notCallback: 'Enter one of the callback URLs, exactly as it is there.',
  noSignIn: 'Member sign-in stops',
  enterKeys: 'Enter an AWS access key ID and its secret, and save them first.',
  unknownKey: "AWS doesn't recognize this access key ID.",
  otherSecret: "The AWS secret access key doesn't belong to this access key ID.",
  notPermitted:
    "These AWS keys can't describe the pool. They need DescribeUserPool, DescribeUserPoolClient, and GetUserPoolMfaConfig.",
  noPoolOrClient: 'AWS has no such pool or client in this region.',
  tooManyRequests: 'AWS received too many requests. Try again in a minute.',
  rejected: (reason: string) => `AWS rejected the request: ${reason}.`,
} as const

/** What the steps of a test find. */
export const cognitoTestMessages = {
  regionStep: 'Pool and region match',
  poolStep: 'Pool exists',
  keysStep: 'Signing keys are published',
  clientStep: 'Client ID and secret are valid',
  callbacksStep: 'Callback URLs are registered',
  tokenStep: 'Token endpoint accepts the client',
  regionMatches: (region: string) => `The pool is in ${region}.`,
  otherRegion: (ofPool: string, chosen: string) =>
    `The user pool ID starts with ${ofPool}, but the region is ${chosen}. Correct one of them.`,
  noPool: (pool: string) => `AWS has no pool ${pool} in this region.`,
  notProvider: "The response isn't an OpenID configuration. Check the region.",
  otherIssuer: (issuer: string) => `The pool's issuer is ${issuer}. Check the user pool ID.`,
  poolFound: 'The pool exists, and its issuer matches.',
  publishesKeys: (count: number) =>
    count === 1 ? 'The pool publishes 1 signing key.' : `The pool publishes ${count} signing keys.`,
  noKeys: "The pool doesn't publish a signing key.",
  awsFailed: (status: number) => `AWS returned ${status}. Try again.`,
  clientFound: 'AWS knows this client.',
  noClient: 'AWS has no such client in this region. Check the client ID.',
  wrongSecret: "The client secret isn't valid. Enter it again.",
  secretMissing: 'The client has a secret at AWS. Enter it here.',
  credentialsValid: 'The client ID and secret are valid.',
  credentialsRejected: "The client ID or client secret isn't valid.",
  needsDomain: 'Skipped. Enter a domain and a callback URL to test this.',
  registered: (urls: readonly string[]) =>
    urls.length === 1 ? `${urls[0]} is registered.` : `All ${urls.length} URLs are registered.`,
  notRegistered: (url: string) => `The callback URL ${url} isn't registered exactly like this.`,
  scopeNotAllowed: "The client isn't allowed to request openid. Allow it at AWS.",
  pageRejected: (reason: string) => `The sign-in page rejected the request: ${reason}.`,
  noSignInPage: "The domain doesn't lead to a sign-in page. Check the domain.",
  codesNotAllowed: (url: string) =>
    `The client isn't allowed to use codes, or ${url} differs from the registered URL, for example by a slash.`,
  clientUnchecked: "The token endpoint doesn't say whether it knows the client.",
} as const
