import { resolve } from 'node:path'
import { defaultIssuer, isTrustedIssuerUrl } from '#shared/areas/signIn/googleSignIn.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { defaultTimeouts } from './database/databaseTimeouts.ts'
import { withVerifiedTls, isLocalDatabase } from './database/databaseUrl.ts'
import type { DatabaseTimeouts } from './database/databaseTimeouts.ts'
import { areDnsServers } from './core/outgoing/dns.ts'
import { parseNetwork } from './core/outgoing/networks.ts'
import type { Network } from './core/outgoing/networks.ts'
import { defaultUploadQuota } from './core/files/uploadLimits.ts'
import type { UploadQuota } from './core/files/uploadLimits.ts'
import { parseS3Location } from './core/files/s3Storage.ts'
import type { S3Location } from './core/files/s3Storage.ts'
import { retentionRules } from './core/platform/retention.ts'
import type { RetentionDays, RetentionRule } from './core/platform/retention.ts'
import { parseKeys } from './core/secrets/keyRing.ts'
import type { SecretKey } from './core/secrets/keyRing.ts'
import { isSeedSizeName, seedSizes } from './demoData/seedSize.ts'
import type { SeedSizeName } from './demoData/seedSize.ts'
import { startupMessages } from './messages.ts'

const splitList = (text: string | null): string[] | null =>
  text?.split(',').map((item) => item.trim()) ?? null

/** The platform's settings, read once at startup (server/docs/configuration.md). */
export type Settings = {
  host: string
  port: number
  dataDir: string
  /**
   * Whether it answers calls, runs jobs, or both. With a PostgreSQL server, any number of processes
   * can have each role.
   */
  role: PlatformRole
  /** A PostgreSQL server; null for the embedded database inside `dataDir`. */
  databaseUrl: string | null
  /**
   * The same database with the role that owns its tables, only for migrations and demo data; null
   * if the role of `databaseUrl` owns them.
   */
  databaseOwnerUrl: string | null
  /** A streaming replica of that database for lists, exports, dashboards, and search; null for none. */
  databaseReadUrl: string | null
  /** With more lag than this, the replica isn't used. */
  databaseReadMaxLagMs: number
  /** The port of the metrics; null for none. */
  metricsPort: number | null
  /** A file outside the database to which each signed checkpoint of the logs is appended. */
  checkpointCopy: string | null
  /** Maximum connections to that server for calls. Background work and pg-boss have their own. */
  databaseConnections: number
  databaseTimeouts: DatabaseTimeouts
  uploadQuota: UploadQuota
  /** Null if not set: the first start then generates an account and a password. */
  operatorEmail: string | null
  operatorPassword: string | null
  /** The audience of Google's tokens; null disables sign-in with Google. */
  googleClientId: string | null
  googleIssuer: string
  demoData: SeedSizeName
  /** The DNS servers for stores' custom domains; null uses those of this machine. */
  dnsServers: readonly string[] | null
  /** Internal networks that URLs entered by operators can reach. */
  outboundAllow: readonly Network[]
  storesHost: string
  /** The platform's public origin; null for https at the default port. */
  origin: URL | null
  /** The URL of the console for operators; the console's own setting. */
  consoleOrigin: string
  /** The organization that operates the platform; the console's own setting. */
  organization: string | null
  /** The URL of Amazon Cognito; `{region}` is replaced by the pool's region. */
  cognitoEndpoint: string
  /** URLs that replace those of providers, by provider. */
  endpoints: Readonly<Record<string, string>>
  /** The URL of Runa; `{host}` is replaced by its sandbox or live host. */
  runaEndpoint: string
  printfulEndpoint: string
  /**
   * The keys for secrets at rest: the first one encrypts, all of them decrypt. Null uses the key in
   * the data folder.
   */
  secretKeys: readonly SecretKey[] | null
  /** The storage for the contents of files; null uses a folder in `dataDir`. */
  storage: S3Location | null
  retention: RetentionDays
  logLevel: string
  /** The platform stops when this process no longer exists. */
  parentPid: number | null
}

const issuerRule =
  'an HTTPS URL, or an HTTP URL for localhost, without a username, query, or fragment'

const endpointRule =
  'PROVIDER=URL pairs with HTTPS URLs, or HTTP URLs for localhost, such as stripe=http://127.0.0.1:4010'

const maxTimeoutMs = 24 * 60 * 60_000

const platformRoles = ['both', 'web', 'worker'] as const
type PlatformRole = (typeof platformRoles)[number]

/** Ten years. */
const maxRetentionDays = 3650

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Joins choices for a sentence: "both, web, or worker". */
const listChoices = (choices: readonly string[]) =>
  `${choices.slice(0, -1).join(', ')}, or ${choices.at(-1)}`

/**
 * Reads the settings. Throws a `StartupError` that names a setting that isn't valid. An empty
 * setting counts as not set.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const getSetting = (name: string) => environment[name]?.trim() || null
  const assertSetting = (name: string, isValid: boolean, rule: string) => {
    if (!isValid)
      throw new StartupError(`${name} must be ${rule}, not "${getSetting(name) ?? ''}".`)
  }

  const port = Number(getSetting('PLATFORM_PORT') ?? 3001)
  assertSetting(
    'PLATFORM_PORT',
    Number.isInteger(port) && port >= 0 && port <= 65_535,
    'a whole number from 0 to 65535',
  )

  const tls = getSetting('DATABASE_TLS')
  assertSetting('DATABASE_TLS', [null, 'on', 'off'].includes(tls), 'on or off')
  // In production, passwords and personal data must not travel in the clear.
  const needsTls = (url: string) =>
    tls === null ? environment['NODE_ENV'] === 'production' && !isLocalDatabase(url) : tls === 'on'

  const readDatabaseUrl = (name: string) => {
    const url = getSetting(name)
    if (url !== null && !/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
      // No value in the message: it may contain a password.
      throw new StartupError(`${name} must be a postgres:// URL.`)
    if (url === null || !needsTls(url)) return url
    const encrypted = withVerifiedTls(url)
    if (encrypted === null) throw new StartupError(startupMessages.weakDatabaseUrl(name))
    return encrypted
  }
  const databaseUrl = readDatabaseUrl('DATABASE_URL')
  const databaseOwnerUrl = readDatabaseUrl('DATABASE_OWNER_URL')
  if (databaseOwnerUrl !== null && databaseUrl === null)
    throw new StartupError(
      'If you set DATABASE_OWNER_URL, also set DATABASE_URL, whose role must not own the tables.',
    )

  const databaseReadUrl = readDatabaseUrl('DATABASE_READ_URL')
  if (databaseReadUrl !== null && databaseUrl === null)
    throw new StartupError(
      'If you set DATABASE_READ_URL, also set DATABASE_URL, of which it must be a replica.',
    )
  const databaseReadMaxLagMs = Number(getSetting('DATABASE_READ_MAX_LAG_MS') ?? 5000)
  assertSetting(
    'DATABASE_READ_MAX_LAG_MS',
    Number.isInteger(databaseReadMaxLagMs) &&
      databaseReadMaxLagMs >= 1000 &&
      databaseReadMaxLagMs <= 600_000,
    'a whole number of milliseconds from 1000 to 600000 (ten minutes)',
  )

  const metricsText = getSetting('PLATFORM_METRICS_PORT')
  const metricsPort = metricsText === null || metricsText === 'off' ? null : Number(metricsText)
  assertSetting(
    'PLATFORM_METRICS_PORT',
    metricsPort === null ||
      (Number.isInteger(metricsPort) &&
        metricsPort >= 0 &&
        metricsPort <= 65_535 &&
        (metricsPort === 0 || metricsPort !== port)),
    'off, or a whole number from 0 to 65535 that differs from PLATFORM_PORT',
  )

  const connections = Number(getSetting('DATABASE_CONNECTIONS') ?? 20)
  assertSetting(
    'DATABASE_CONNECTIONS',
    Number.isInteger(connections) && connections >= 2 && connections <= 200,
    'a whole number from 2 to 200',
  )

  const readTimeout = (name: string, defaultMs: number) => {
    const ms = Number(getSetting(name) ?? defaultMs)
    assertSetting(
      name,
      Number.isInteger(ms) && ms >= 0 && ms <= maxTimeoutMs,
      'a whole number of milliseconds up to 86400000 (one day), or 0 for no limit',
    )
    return ms
  }
  const databaseTimeouts = {
    statementMs: readTimeout('DATABASE_STATEMENT_TIMEOUT_MS', defaultTimeouts.statementMs),
    lockMs: readTimeout('DATABASE_LOCK_TIMEOUT_MS', defaultTimeouts.lockMs),
    idleTransactionMs: readTimeout(
      'DATABASE_IDLE_TRANSACTION_TIMEOUT_MS',
      defaultTimeouts.idleTransactionMs,
    ),
  }

  const uploadsPerDay = Number(getSetting('UPLOADS_PER_DAY') ?? defaultUploadQuota.files)
  assertSetting(
    'UPLOADS_PER_DAY',
    Number.isInteger(uploadsPerDay) && uploadsPerDay > 0,
    'a whole number of at least 1',
  )
  const uploadMb = Number(getSetting('UPLOAD_MB_PER_DAY') ?? defaultUploadQuota.bytes / 1_000_000)
  assertSetting(
    'UPLOAD_MB_PER_DAY',
    Number.isInteger(uploadMb) && uploadMb > 0,
    'a whole number of at least 1',
  )
  const uploadQuota = { files: uploadsPerDay, bytes: uploadMb * 1_000_000 }

  const role = platformRoles.find((name) => name === (getSetting('PLATFORM_ROLE') ?? 'both'))
  assertSetting('PLATFORM_ROLE', role !== undefined, listChoices(platformRoles))
  if (role !== 'both' && databaseUrl === null)
    throw new StartupError(
      'If you set PLATFORM_ROLE to web or worker, also set DATABASE_URL, because the embedded database supports only one process.',
    )

  const operatorEmail = getSetting('OPERATOR_EMAIL')
  assertSetting(
    'OPERATOR_EMAIL',
    operatorEmail === null || /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(operatorEmail),
    'an email address',
  )

  const googleIssuer = getSetting('GOOGLE_ISSUER') ?? defaultIssuer
  assertSetting('GOOGLE_ISSUER', isTrustedIssuerUrl(googleIssuer), issuerRule)

  const demoData = getSetting('DEMO_DATA') ?? 'full'
  if (!isSeedSizeName(demoData))
    throw new StartupError(
      `DEMO_DATA must be ${listChoices(Object.keys(seedSizes))}, not "${demoData}".`,
    )

  const dnsServers = splitList(getSetting('DNS_SERVERS'))
  assertSetting(
    'DNS_SERVERS',
    dnsServers === null || areDnsServers(dnsServers),
    'IP addresses, with or without a port, separated by commas',
  )

  const outboundAllow = (splitList(getSetting('OUTBOUND_ALLOW')) ?? []).map(parseNetwork)
  assertSetting(
    'OUTBOUND_ALLOW',
    !outboundAllow.includes(null),
    'networks such as 10.1.0.0/16 or ::1, separated by commas',
  )

  const storesHost = getSetting('STORES_HOST')?.toLowerCase() ?? 'stores.example.com'
  const isHost = patterns.domain.matches.test(storesHost) || storesHost === 'localhost'
  assertSetting('STORES_HOST', isHost, 'a domain name with a dot, or localhost')

  const originText = getSetting('PLATFORM_ORIGIN')
  const origin = originText === null ? null : URL.parse(originText)
  const isOrigin = origin !== null && isTrustedIssuerUrl(origin.href) && origin.pathname === '/'
  assertSetting(
    'PLATFORM_ORIGIN',
    originText === null || isOrigin,
    'an HTTPS URL, or an HTTP URL for localhost, without a path',
  )

  const consoleOrigin =
    getSetting('PUBLIC_ORIGIN') ??
    `http://${getSetting('HOST') ?? '127.0.0.1'}:${getSetting('PORT') ?? 3000}`
  assertSetting(
    'PUBLIC_ORIGIN',
    URL.parse(consoleOrigin)?.origin === consoleOrigin,
    'a URL without a path or a slash at the end, such as https://console.example.com',
  )

  const cognitoEndpoint =
    getSetting('COGNITO_ENDPOINT') ?? 'https://cognito-idp.{region}.amazonaws.com'
  assertSetting(
    'COGNITO_ENDPOINT',
    isTrustedIssuerUrl(cognitoEndpoint.replace('{region}', 'region')),
    issuerRule,
  )

  const endpoints = Object.fromEntries(
    (splitList(getSetting('PROVIDER_ENDPOINTS')) ?? []).map((pair) => {
      const [, provider = '', address = ''] = /^([A-Za-z]+)=(.+)$/.exec(pair) ?? []
      assertSetting('PROVIDER_ENDPOINTS', isTrustedIssuerUrl(address), endpointRule)
      return [provider, address]
    }),
  )
  const runaEndpoint = getSetting('RUNA_ENDPOINT') ?? 'https://{host}.runa.io/v2'
  assertSetting(
    'RUNA_ENDPOINT',
    isTrustedIssuerUrl(runaEndpoint.replace('{host}', 'host')),
    issuerRule,
  )
  const printfulEndpoint = getSetting('PRINTFUL_ENDPOINT') ?? 'https://api.printful.com'
  assertSetting('PRINTFUL_ENDPOINT', isTrustedIssuerUrl(printfulEndpoint), issuerRule)

  const secretText = getSetting('SECRET_KEYS')
  const secretKeys = secretText === null ? null : parseKeys(secretText)
  if (secretText !== null && secretKeys === null)
    throw new StartupError(
      'SECRET_KEYS must be 32-byte keys in base64, each with its own name, separated by commas: k2:BASE64,k1:BASE64.',
    )

  const storageText = getSetting('STORAGE_URL')
  const storage = storageText === null ? null : parseS3Location(storageText)
  if (storageText !== null && storage === null)
    // No value in the message: it contains a password.
    throw new StartupError(
      'STORAGE_URL must be a bucket URL with its access keys: https://KEY:SECRET@HOST/BUCKET?region=REGION.',
    )

  const readRetention = ({ setting, defaultDays, minDays }: RetentionRule) => {
    const text = getSetting(setting)
    if (text === 'off' || (text === null && defaultDays === null)) return null
    const days = Number(text ?? defaultDays)
    assertSetting(
      setting,
      Number.isInteger(days) && days >= minDays && days <= maxRetentionDays,
      `a whole number of days from ${minDays} to ${maxRetentionDays}, or off to keep everything`,
    )
    return days
  }
  const retention: RetentionDays = {
    jobs: readRetention(retentionRules.jobs),
    emails: readRetention(retentionRules.emails),
    emailTexts: readRetention(retentionRules.emailTexts),
    webhookBodies: readRetention(retentionRules.webhookBodies),
    providerEvents: readRetention(retentionRules.providerEvents),
    failedPayments: readRetention(retentionRules.failedPayments),
  }

  const logLevel = getSetting('LOG_LEVEL') ?? 'info'
  assertSetting('LOG_LEVEL', logLevels.includes(logLevel), listChoices(logLevels))

  const parentPid = getSetting('PARENT_PID') === null ? null : Number(getSetting('PARENT_PID'))
  assertSetting(
    'PARENT_PID',
    parentPid === null || (Number.isInteger(parentPid) && parentPid > 0),
    'a process ID',
  )

  return {
    host: getSetting('PLATFORM_HOST') ?? '127.0.0.1',
    port,
    role: role ?? 'both',
    dataDir: resolve(getSetting('DATA_DIR') ?? '.data'),
    databaseUrl,
    databaseOwnerUrl,
    databaseReadUrl,
    databaseReadMaxLagMs,
    metricsPort,
    checkpointCopy: getSetting('LOG_CHECKPOINT_COPY'),
    databaseConnections: connections,
    databaseTimeouts,
    uploadQuota,
    operatorEmail,
    operatorPassword: environment['OPERATOR_PASSWORD'] || null,
    googleClientId: getSetting('GOOGLE_CLIENT_ID'),
    googleIssuer,
    demoData,
    dnsServers,
    outboundAllow: outboundAllow.filter((network) => network !== null),
    storesHost,
    origin,
    consoleOrigin,
    organization: getSetting('ORGANISATION'),
    cognitoEndpoint,
    endpoints,
    runaEndpoint,
    printfulEndpoint,
    secretKeys,
    storage,
    retention,
    logLevel,
    parentPid,
  }
}

/**
 * An error that prevents the start. Its message is one sentence for the person who starts the
 * platform.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
