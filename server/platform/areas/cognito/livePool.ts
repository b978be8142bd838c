import { array, enums, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { askCognito } from './service.ts'
import type { Keys, Pool } from './service.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'

const units = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1440 } as const
const Unit = optional(enums(Object.keys(units) as (keyof typeof units)[])) // They are the table's own.
const Texts = optional(nullable(array(string())))
const Text = optional(nullable(string()))

const Client = type({
  UserPoolClient: type({
    ClientSecret: Text,
    CallbackURLs: Texts,
    LogoutURLs: Texts,
    DefaultRedirectURI: Text,
    AllowedOAuthFlows: Texts,
    AllowedOAuthScopes: Texts,
    AccessTokenValidity: optional(number()),
    IdTokenValidity: optional(number()),
    RefreshTokenValidity: optional(number()),
    TokenValidityUnits: optional(type({ AccessToken: Unit, IdToken: Unit, RefreshToken: Unit })),
  }),
})
const UserPool = type({ UserPool: type({ Domain: Text, CustomDomain: Text }) })
const Mfa = type({ MfaConfiguration: optional(enums(['OFF', 'OPTIONAL', 'ON'])) })

/** What the live pool is like, by the fields of our settings; the client's secret for comparing alone. */
export type LivePool = { values: Record<string, unknown>; clientSecret: string | null }

/** Reads pool, client and second factor with keys of AWS (integrations.md, Cognito). */
export async function readLivePool(
  platform: Platform,
  pool: Pool,
  { clientId, keys, signal }: { clientId: string; keys: Keys; signal: AbortSignal },
): Promise<LivePool> {
  const { userPoolId: UserPoolId, region } = pool
  const ask = (action: string, more = {}) =>
    askCognito(platform, pool, { action, body: { UserPoolId, ...more }, keys, signal })
  const client = await ask('DescribeUserPoolClient', { ClientId: clientId })
  const described = await ask('DescribeUserPool')
  const mfa = await ask('GetUserPoolMfaConfig')
  if (!is(client, Client) || !is(described, UserPool) || !is(mfa, Mfa))
    throw new Error("AWS's description of the pool doesn't match its documented format.")
  const { UserPoolClient: theirs } = client
  return {
    values: {
      ...clientValues(theirs),
      domain: domainOf(described.UserPool, region),
      mfa: (mfa.MfaConfiguration ?? 'OFF').toLowerCase(),
    },
    clientSecret: theirs.ClientSecret ?? null,
  }
}

function clientValues(theirs: Infer<typeof Client>['UserPoolClient']) {
  const { TokenValidityUnits: told = {} } = theirs
  // AWS's own, where a client names none.
  const lives = (time: number | undefined, unit: keyof typeof units, usual: number) =>
    time ? Math.round(time * units[unit]) : usual
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

function domainOf({ Domain, CustomDomain }: Infer<typeof UserPool>['UserPool'], region: string) {
  if (CustomDomain) return `https://${CustomDomain}`
  return Domain ? `https://${Domain}.auth.${region}.amazoncognito.com` : null
}
