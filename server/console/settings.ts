import { isIP, isIPv6 } from 'node:net'
import {
  coerce,
  create,
  define,
  enums,
  pattern,
  refine,
  size,
  string,
  StructError,
} from 'superstruct'
import type { Struct } from 'superstruct'
import { defaultIssuer, isTrustedIssuerUrl } from '#shared/areas/signIn/googleSignIn.ts'

/** Why the console can't start, as one sentence for the operator who started it. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** The console's settings, read once at startup (server/docs/configuration.md). */
export type ConsoleSettings = {
  port: number
  host: string
  /** As browsers send it in `Origin`: no path, no default port. */
  publicOrigin: string
  /** Host name of `publicOrigin`, sent to the platform as `domain`. */
  domain: string
  /** Without a trailing slash; may have a path. */
  apiBaseUrl: string
  /** IP addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  /** 0 = no limit. */
  upstreamTimeoutMs: number
  /** Null = no Google sign-in. */
  googleClientId: string | null
  googleClientSecret: string | null
  /** The OpenID provider behind "Continue with Google". */
  googleIssuer: string
  jobTitle: string
  organisation: string
  enforcePermissions: boolean
  /** Whether to compress pages and JSON; off if the reverse proxy does it. */
  compression: boolean
  /** Whether HSTS includes all subdomains of the console's host. */
  hstsSubdomains: boolean
  /** Null = off. */
  metricsPort: number | null
  logLevel: string
  /** The console exits when this process is gone. */
  parentPid: number | null
}

/** A setting that can't be used. The message is one sentence that names it. */
export class SettingsError extends StartupError {
  override name = 'SettingsError'
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const createIntegerStruct = (min: number, max: number) =>
  coerce(
    define<number>(
      'whole number',
      (value) => typeof value === 'number' && value >= min && value <= max,
    ),
    pattern(string(), /^\d{1,10}$/),
    Number,
  )

const portStruct = createIntegerStruct(1, 65_535)

const httpUrlStruct = refine(string(), 'web address', (text) => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return !url.username && !url.password && !url.search && !url.hash && !/[?#]/.test(text)
})

const originStruct = coerce(
  refine(httpUrlStruct, 'origin', (text) => URL.parse(text)?.origin === text),
  refine(httpUrlStruct, 'address without a path', (text) => URL.parse(text)?.pathname === '/'),
  (text) => new URL(text).origin,
)

const isCidr = (text: string) => {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const family = isIP(address)
  return (
    family !== 0 && rest.length === 0 && /^\d+$/.test(bits) && +bits <= (family === 4 ? 32 : 128)
  )
}

const createListStruct = (isValid: (item: string) => boolean) =>
  coerce(
    define<string[]>('list', (value) => Array.isArray(value) && value.every(isValid)),
    string(),
    (text) => text.split(/[\s,]+/).filter(Boolean),
  )

const labelStruct = size(string(), 1, 80)

const booleanStruct = coerce(
  define<boolean>('on or off', (value) => typeof value === 'boolean'),
  enums(['on', 'off', 'true', 'false', '1', '0']),
  (text) => ['on', 'true', '1'].includes(text),
)

/** The rule of each setting, as the end of a sentence. Messages never repeat secret values. */
const settingRules = {
  PORT: 'a whole number from 1 to 65535',
  HOST: 'an IP address or a host name',
  PUBLIC_ORIGIN: 'a URL without a path, such as https://console.example.com',
  API_BASE_URL: 'an HTTP or HTTPS URL without a username, query, or fragment',
  TRUSTED_PROXIES: 'IP addresses or CIDR ranges separated by commas, such as 10.0.0.0/8',
  UPSTREAM_TIMEOUT_MS: 'a whole number of milliseconds from 0 (no limit) to 2147483647',
  GOOGLE_CLIENT_ID: 'the client ID from Google',
  GOOGLE_CLIENT_SECRET: 'set together with GOOGLE_CLIENT_ID',
  GOOGLE_ISSUER:
    'an HTTPS URL, or an HTTP URL for localhost, without a username, query, or fragment',
  JOB_TITLE: 'at most 80 characters long',
  ORGANISATION: 'at most 80 characters long',
  ENFORCE_PERMISSIONS: 'on or off',
  COMPRESSION: 'on or off',
  HSTS_SUBDOMAINS: 'on or off',
  METRICS_PORT: 'a whole number from 1 to 65535, other than PORT',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  PARENT_PID: 'a process ID',
} as const
type SettingName = keyof typeof settingRules

const secretSettings: ReadonlySet<SettingName> = new Set(['GOOGLE_CLIENT_SECRET', 'API_BASE_URL'])

/**
 * Reads the settings. Throws a `SettingsError` that names the first one that isn't valid. An empty
 * value counts as not set.
 */
export function readSettings(environment: Record<string, string | undefined>): ConsoleSettings {
  const getValue = (name: SettingName) => environment[name]?.trim() || null
  const fail = (name: SettingName): never => {
    const value = secretSettings.has(name) ? '' : `, not "${getValue(name)}"`
    throw new SettingsError(`The setting ${name} must be ${settingRules[name]}${value}.`)
  }
  const read = <T, Else>(
    name: SettingName,
    struct: Struct<T, unknown>,
    fallback: Else,
  ): T | Else => {
    const value = getValue(name)
    if (value === null) return fallback
    try {
      return create(value, struct)
    } catch (error) {
      if (error instanceof StructError) return fail(name)
      throw error
    }
  }

  const port = read('PORT', portStruct, 3000)
  const host = read('HOST', pattern(string(), /^[A-Za-z0-9._:-]{1,253}$/), '127.0.0.1')
  const address = URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`)
  if (!address) return fail('HOST')
  const publicOrigin = read('PUBLIC_ORIGIN', originStruct, address.origin)
  const metricsPort = read('METRICS_PORT', portStruct, null)
  if (metricsPort === port) return fail('METRICS_PORT')
  const googleClientId = read('GOOGLE_CLIENT_ID', string(), null)
  const googleClientSecret = read('GOOGLE_CLIENT_SECRET', string(), null)
  if (googleClientSecret !== null && googleClientId === null) return fail('GOOGLE_CLIENT_SECRET')

  return {
    port,
    host,
    publicOrigin,
    domain: new URL(publicOrigin).hostname,
    // The URL at which scripts/start.mjs starts the reference platform.
    apiBaseUrl: read('API_BASE_URL', httpUrlStruct, 'http://127.0.0.1:3001').replace(
      /(?<!\/)\/+$/,
      '',
    ),
    trustedProxies: read('TRUSTED_PROXIES', createListStruct(isCidr), []),
    upstreamTimeoutMs: read('UPSTREAM_TIMEOUT_MS', createIntegerStruct(0, 2_147_483_647), 60_000),
    googleClientId,
    googleClientSecret,
    googleIssuer: read(
      'GOOGLE_ISSUER',
      refine(string(), 'issuer', isTrustedIssuerUrl),
      defaultIssuer,
    ),
    jobTitle: read('JOB_TITLE', labelStruct, 'Super Administrator'),
    organisation: read('ORGANISATION', labelStruct, 'Platform Operations'),
    enforcePermissions: read('ENFORCE_PERMISSIONS', booleanStruct, false),
    compression: read('COMPRESSION', booleanStruct, true),
    hstsSubdomains: read('HSTS_SUBDOMAINS', booleanStruct, false),
    metricsPort,
    logLevel: read('LOG_LEVEL', enums(logLevels), 'info'),
    parentPid: read('PARENT_PID', createIntegerStruct(1, 4_194_304), null),
  }
}
