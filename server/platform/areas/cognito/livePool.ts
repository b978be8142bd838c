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
  const send = (action: string, more = {}) =>
    sendCognitoRequest(platform, pool, { action, body: { UserPoolId, ...more }, keys, signal })
  const client = await send('DescribeUserPoolClient', { ClientId: clientId })
  const poolDescription = await send('DescribeUserPool')
  const mfa = await send('GetUserPoolMfaConfig')
  if (
    !is(client, ClientDescription) ||
    !is(poolDescription, PoolDescription) ||
    !is(mfa, MfaDescription)
  )
    throw new Error("AWS's description of the pool doesn't match its documented format.")
  const { UserPoolClient: liveClient } = client
  return {
    values: {
      ...toClientValues(liveClient),
      domain: getPoolDomain(poolDescription.UserPool, region),
      mfa: (mfa.MfaConfiguration ?? 'OFF').toLowerCase(),
    },
    clientSecret: liveClient.ClientSecret ?? null,
  }
}

function toClientValues(client: Infer<typeof ClientDescription>['UserPoolClient']) {
  const { TokenValidityUnits: units = {} } = client
  // AWS's defaults, for a client that sets none.
  const toMinutes = (
    validity: number | undefined,
    unit: keyof typeof minutesByUnit,
    defaultMinutes: number,
  ) => (validity ? Math.round(validity * minutesByUnit[unit]) : defaultMinutes)
  return {
    callbackUrls: client.CallbackURLs ?? [],
    logoutUrls: client.LogoutURLs ?? [],
    defaultRedirectUrl: client.DefaultRedirectURI ?? null,
    flows: client.AllowedOAuthFlows ?? [],
    scopes: client.AllowedOAuthScopes ?? [],
    accessMinutes: toMinutes(client.AccessTokenValidity, units.AccessToken ?? 'hours', 60),
    idMinutes: toMinutes(client.IdTokenValidity, units.IdToken ?? 'hours', 60),
    refreshDays: Math.max(
      1,
      Math.round(
        toMinutes(client.RefreshTokenValidity, units.RefreshToken ?? 'days', 43_200) / 1440,
      ),
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
