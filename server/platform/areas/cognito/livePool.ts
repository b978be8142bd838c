import { array, enums, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { sendCognitoRequest } from './cognitoApi.ts'
import type { AwsKeys, UserPool } from './cognitoApi.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

const minutesByUnit = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1440 } as const
// The keys of the table.
const TimeUnit = optional(enums(Object.keys(minutesByUnit) as (keyof typeof minutesByUnit)[]))
const OptionalTexts = optional(nullable(array(string())))
const NullableText = optional(nullable(string()))

const ClientDescription = type({
  UserPoolClient: type({
    ClientSecret: NullableText,
    CallbackURLs: OptionalTexts,
    LogoutURLs: OptionalTexts,
    DefaultRedirectURI: NullableText,
    AllowedOAuthFlows: OptionalTexts,
    AllowedOAuthScopes: OptionalTexts,
    AccessTokenValidity: optional(number()),
    IdTokenValidity: optional(number()),
    RefreshTokenValidity: optional(number()),
    TokenValidityUnits: optional(
      type({ AccessToken: TimeUnit, IdToken: TimeUnit, RefreshToken: TimeUnit }),
    ),
  }),
})
const PoolDescription = type({
  UserPool: type({ Domain: NullableText, CustomDomain: NullableText }),
})
const MfaDescription = type({ MfaConfiguration: optional(enums(['OFF', 'OPTIONAL', 'ON'])) })

/** The values of the live pool, by our fields. The client secret is only for comparing. */
export type LivePool = { values: Record<string, unknown>; clientSecret: string | null }

/** Loads the pool, its client, and its MFA setting with AWS keys (integrations.md, Cognito). */
export async function loadLivePool(
  platform: Platform,
  pool: UserPool,
  { clientId, keys, signal }: { clientId: string; keys: AwsKeys; signal: AbortSignal },
): Promise<LivePool> {
  const { userPoolId: UserPoolId, region } = pool
  const ask = (action: string, more = {}) =>
    sendCognitoRequest(platform, pool, { action, body: { UserPoolId, ...more }, keys, signal })
  const client = await ask('DescribeUserPoolClient', { ClientId: clientId })
  const described = await ask('DescribeUserPool')
  const mfa = await ask('GetUserPoolMfaConfig')
  if (!is(client, ClientDescription) || !is(described, PoolDescription) || !is(mfa, MfaDescription))
    throw new Error("AWS's description of the pool doesn't match its documented format.")
  const { UserPoolClient: theirs } = client
  return {
    values: {
      ...toClientValues(theirs),
      domain: getPoolDomain(described.UserPool, region),
      mfa: (mfa.MfaConfiguration ?? 'OFF').toLowerCase(),
    },
    clientSecret: theirs.ClientSecret ?? null,
  }
}

function toClientValues(theirs: Infer<typeof ClientDescription>['UserPoolClient']) {
  const { TokenValidityUnits: told = {} } = theirs
  // AWS's defaults, for a client that sets none.
  const lives = (time: number | undefined, unit: keyof typeof minutesByUnit, usual: number) =>
    time ? Math.round(time * minutesByUnit[unit]) : usual
  return {
    callbackUrls: theirs.CallbackURLs ?? [],
    logoutUrls: theirs.LogoutURLs ?? [],
    defaultRedirectUrl: theirs.DefaultRedirectURI ?? null,
    flows: theirs.AllowedOAuthFlows ?? [],
    scopes: theirs.AllowedOAuthScopes ?? [],
    accessMinutes: lives(theirs.AccessTokenValidity, told.AccessToken ?? 'hours', 60),
    idMinutes: lives(theirs.IdTokenValidity, told.IdToken ?? 'hours', 60),
    refreshDays: Math.max(
      1,
      Math.round(lives(theirs.RefreshTokenValidity, told.RefreshToken ?? 'days', 43_200) / 1440),
    ),
  }
}

function getPoolDomain(
  { Domain, CustomDomain }: Infer<typeof PoolDescription>['UserPool'],
  region: string,
) {
  if (CustomDomain) return `https://${CustomDomain}`
  return Domain ? `https://${Domain}.auth.${region}.amazoncognito.com` : null
}
