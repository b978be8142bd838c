import { expect, test } from 'vitest'
import { readSettings, StartupError } from '#server/platform/settings.ts'

const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64')

test('the default platform is embedded and local', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    port: 3001,
    role: 'both',
    dataDir: expect.stringMatching(/\/\.data$/),
    databaseUrl: null,
    databaseConnections: 20,
    databaseOwnerUrl: null,
    databaseReadUrl: null,
    databaseReadMaxLagMs: 5000,
    metricsPort: null,
    checkpointCopy: null,
    uploadQuota: { files: 1000, bytes: 5_000_000_000 },
    databaseTimeouts: { statementMs: 60_000, lockMs: 10_000, idleTransactionMs: 60_000 },
    operatorEmail: null,
    operatorPassword: null,
    googleClientId: null,
    googleIssuer: 'https://accounts.google.com',
    demoData: 'full',
    dnsServers: null,
    outboundAllow: [],
    storesHost: 'stores.example.com',
    consoleOrigin: 'http://127.0.0.1:3000',
    organization: null,
    origin: null,
    cognitoEndpoint: 'https://cognito-idp.{region}.amazonaws.com',
    endpoints: {},
    runaEndpoint: 'https://{host}.runa.io/v2',
    printfulEndpoint: 'https://api.printful.com',
    secretKeys: null,
    storage: null,
    retention: {
      jobs: 180,
      emails: 365,
      webhookBodies: 90,
      providerEvents: 730,
      emailTexts: 90,
      failedPayments: null,
    },
    logLevel: 'info',
    parentPid: null,
  })
})

test('every setting is read without surrounding spaces, except in the password', () => {
  const settings = readSettings({
    PLATFORM_HOST: '::1',
    PLATFORM_PORT: ' 0 ',
    PLATFORM_ROLE: 'worker',
    DATA_DIR: '/data',
    DATABASE_URL: 'postgresql://me@db/shop',
    DATABASE_CONNECTIONS: '200',
    DATABASE_OWNER_URL: 'postgres://owner@db/store',
    DATABASE_READ_URL: 'postgres://me@replica/shop',
    DATABASE_READ_MAX_LAG_MS: '30000',
    PLATFORM_METRICS_PORT: '9465',
    LOG_CHECKPOINT_COPY: '/mnt/log/checkpoints.ndjson',
    DATABASE_STATEMENT_TIMEOUT_MS: '30000',
    UPLOADS_PER_DAY: '20',
    UPLOAD_MB_PER_DAY: '100',
    DATABASE_LOCK_TIMEOUT_MS: '0',
    DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '1500',
    OPERATOR_EMAIL: 'me@example.com',
    OPERATOR_PASSWORD: ' spaced ',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_ISSUER: 'https://sign-in.example.com',
    DEMO_DATA: 'small',
    DNS_SERVERS: '192.0.2.1, [2001:db8::1]:5353',
    OUTBOUND_ALLOW: '10.1.0.0/16, ::1',
    PROVIDER_ENDPOINTS: 'stripe=http://127.0.0.1:4010',
    STORES_HOST: 'Shops.Example.net',
    SECRET_KEYS: `k2:${base64(2)}, k1:${base64(1)}`,
    STORAGE_URL: 'https://key:a%2Fb@s3.example.com/files/prod?region=eu-central-1',
    JOB_RETENTION_DAYS: '31',
    EMAIL_RETENTION_DAYS: 'off',
    WEBHOOK_BODY_RETENTION_DAYS: ' 7 ',
    FAILED_PAYMENT_RETENTION_DAYS: '1095',
    LOG_LEVEL: 'warn',
    PARENT_PID: '12',
  })
  expect(settings).toEqual({
    host: '::1',
    port: 0,
    role: 'worker',
    dataDir: '/data',
    databaseUrl: 'postgresql://me@db/shop',
    databaseConnections: 200,
    databaseOwnerUrl: 'postgres://owner@db/store',
    databaseReadUrl: 'postgres://me@replica/shop',
    databaseReadMaxLagMs: 30_000,
    metricsPort: 9465,
    checkpointCopy: '/mnt/log/checkpoints.ndjson',
    uploadQuota: { files: 20, bytes: 100_000_000 },
    databaseTimeouts: { statementMs: 30_000, lockMs: 0, idleTransactionMs: 1500 },
    operatorEmail: 'me@example.com',
    operatorPassword: ' spaced ',
    googleClientId: 'id',
    googleIssuer: 'https://sign-in.example.com',
    demoData: 'small',
    dnsServers: ['192.0.2.1', '[2001:db8::1]:5353'],
    outboundAllow: [
      { address: '10.1.0.0', prefix: 16, family: 'ipv4' },
      { address: '::1', prefix: 128, family: 'ipv6' },
    ],
    storesHost: 'shops.example.net',
    consoleOrigin: 'http://127.0.0.1:3000',
    organization: null,
    origin: null,
    cognitoEndpoint: 'https://cognito-idp.{region}.amazonaws.com',
    endpoints: { stripe: 'http://127.0.0.1:4010' },
    runaEndpoint: 'https://{host}.runa.io/v2',
    printfulEndpoint: 'https://api.printful.com',
    secretKeys: [
      { id: 'k2', bytes: Buffer.alloc(32, 2) },
      { id: 'k1', bytes: Buffer.alloc(32, 1) },
    ],
    storage: {
      base: 'https://s3.example.com/files/prod/',
      region: 'eu-central-1',
      accessKeyId: 'key',
      secretAccessKey: 'a/b',
    },
    retention: {
      jobs: 31,
      emails: null,
      webhookBodies: 7,
      providerEvents: 730,
      emailTexts: 90,
      failedPayments: 1095,
    },
    logLevel: 'warn',
    parentPid: 12,
  })
})

test('malformed keys are rejected without being shown', () => {
  const read = () => readSettings({ SECRET_KEYS: `k1:${base64(1)},hunter2` })
  expect(read).toThrow(StartupError)
  expect(read).toThrow(
    'SECRET_KEYS must be 32-byte keys in base64, each with its own name, separated by commas: k2:BASE64,k1:BASE64.',
  )
})

test('an empty setting counts as missing', () => {
  expect(readSettings({ PLATFORM_PORT: '', DATABASE_URL: ' ', OPERATOR_PASSWORD: '' })).toEqual(
    readSettings({}),
  )
})

test.each([
  ['PLATFORM_PORT', '70000', 'PLATFORM_PORT must be a whole number from 0 to 65535, not "70000".'],
  ['PLATFORM_PORT', '-1', 'PLATFORM_PORT must be a whole number from 0 to 65535, not "-1".'],
  ['PLATFORM_PORT', '80.5', 'PLATFORM_PORT must be a whole number from 0 to 65535, not "80.5".'],
  ['PLATFORM_PORT', 'http', 'PLATFORM_PORT must be a whole number from 0 to 65535, not "http".'],
  ['DATABASE_TLS', 'yes', 'DATABASE_TLS must be on or off, not "yes".'],
  ['DATABASE_URL', 'mysql://me:secret@x/y', 'DATABASE_URL must be a postgres:// URL.'],
  [
    'DATABASE_CONNECTIONS',
    '1',
    'DATABASE_CONNECTIONS must be a whole number from 2 to 200, not "1".',
  ],
  [
    'DATABASE_OWNER_URL',
    'postgres://owner@db/store',
    'If you set DATABASE_OWNER_URL, also set DATABASE_URL, whose role must not own the tables.',
  ],
  [
    'DATABASE_READ_URL',
    'postgres://me@replica/store',
    'If you set DATABASE_READ_URL, also set DATABASE_URL, of which it must be a replica.',
  ],
  ['DATABASE_READ_URL', 'replica', 'DATABASE_READ_URL must be a postgres:// URL.'],
  [
    'DATABASE_READ_MAX_LAG_MS',
    '500',
    'DATABASE_READ_MAX_LAG_MS must be a whole number of milliseconds from 1000 to 600000 (ten minutes), not "500".',
  ],
  [
    'PLATFORM_METRICS_PORT',
    '3001',
    'PLATFORM_METRICS_PORT must be off, or a whole number from 0 to 65535 that differs from PLATFORM_PORT, not "3001".',
  ],
  [
    'JOB_RETENTION_DAYS',
    '30',
    'JOB_RETENTION_DAYS must be a whole number of days from 31 to 3650, or off to keep everything, not "30".',
  ],
  ['FAILED_PAYMENT_RETENTION_DAYS', '739', /a whole number of days from 740 to 3650, or off/],
  ['EMAIL_RETENTION_DAYS', 'ever', /^EMAIL_RETENTION_DAYS must be a whole number of days from 31/],
  [
    'DATABASE_LOCK_TIMEOUT_MS',
    '5s',
    'DATABASE_LOCK_TIMEOUT_MS must be a whole number of milliseconds up to 86400000 (one day), or 0 for no limit, not "5s".',
  ],
  ['DATABASE_CONNECTIONS', '201', /^DATABASE_CONNECTIONS must be a whole number from 2 to 200/],
  ['DATABASE_CONNECTIONS', '2.5', /^DATABASE_CONNECTIONS must be a whole number from 2 to 200/],
  ['PLATFORM_ROLE', 'idle', 'PLATFORM_ROLE must be both, web, or worker, not "idle".'],
  ['PLATFORM_ROLE', 'worker', /^If you set PLATFORM_ROLE to web or worker, also set DATABASE_URL/],
  ['DATABASE_URL', 'secret', 'DATABASE_URL must be a postgres:// URL.'],
  ['OPERATOR_EMAIL', 'me', 'OPERATOR_EMAIL must be an email address, not "me".'],
  [
    'GOOGLE_ISSUER',
    'http://sign-in.example.com',
    'GOOGLE_ISSUER must be an HTTPS URL, or an HTTP URL for localhost, without a username, query, or fragment, not "http://sign-in.example.com".',
  ],
  ['DEMO_DATA', 'big', 'DEMO_DATA must be none, small, or full, not "big".'],
  [
    'DNS_SERVERS',
    '192.0.2.1,dns',
    'DNS_SERVERS must be IP addresses, with or without a port, separated by commas, not "192.0.2.1,dns".',
  ],
  [
    'OUTBOUND_ALLOW',
    '10.1.0.0/16,0.0.0.0/0',
    'OUTBOUND_ALLOW must be networks such as 10.1.0.0/16 or ::1, separated by commas, not "10.1.0.0/16,0.0.0.0/0".',
  ],
  [
    'STORES_HOST',
    'here',
    'STORES_HOST must be a domain name with a dot, or localhost, not "here".',
  ],
  ['STORAGE_URL', 'https://s3.example.com/files', /^STORAGE_URL must be a bucket URL/],
  ['STORAGE_URL', 'https://key:secret@s3.example.com/', /^STORAGE_URL must be a bucket URL/],
  ['STORAGE_URL', 'https://key:100%@s3.example.com/files', /^STORAGE_URL [^]*REGION\.$/],
  ['STORAGE_URL', 'ftp://key:secret@s3.example.com/files', /^STORAGE_URL [^]*REGION\.$/],
  ['STORAGE_URL', 'https://key:secret@s3.example.com/a/../b?x=1', /^STORAGE_URL [^]*REGION\.$/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be fatal, .*, or silent, not "loud"\.$/],
  ['PARENT_PID', 'x', 'PARENT_PID must be a process ID, not "x".'],
])('%s=%s is rejected with a sentence', (name, value, sentence) => {
  const read = () => readSettings({ [name]: value })
  expect(read).toThrow(StartupError)
  expect(read).toThrow(sentence)
})

const production = { NODE_ENV: 'production' }

test.each([
  ['a remote server', production, 'postgres://me:pw@db/store', 'verify-full'],
  [
    'a remote server with a weaker mode that encrypts',
    production,
    'postgres://db/s?sslmode=require',
    'verify-full',
  ],
  ['this machine', production, 'postgres://localhost/store', null],
  ['this machine by its address', production, 'postgres://[::1]/store', null],
  ['a socket', production, 'postgres://db/store?host=%2Frun%2Fpostgresql', null],
  ['a remote server outside of production', {}, 'postgres://db/store', null],
  [
    'a remote server with TLS off',
    { ...production, DATABASE_TLS: 'off' },
    'postgres://db/store',
    null,
  ],
  ['this machine with TLS on', { DATABASE_TLS: 'on' }, 'postgres://localhost/store', 'verify-full'],
])('TLS to the database: %s', (_name, environment, url, mode) => {
  const { databaseUrl } = readSettings({ ...environment, DATABASE_URL: url })
  expect(new URL(databaseUrl ?? '').searchParams.get('sslmode')).toBe(mode)
})

test.each(['disable', 'allow', 'prefer', 'no-verify'])(
  'in production, sslmode=%s is rejected without showing the URL',
  (mode) => {
    const read = () =>
      readSettings({
        ...production,
        DATABASE_URL: `postgres://me:hunter2@db/store?sslmode=${mode}`,
      })
    expect(read).toThrow(
      "DATABASE_URL allows connections that aren't encrypted or verified. Remove sslmode from it, or set DATABASE_TLS to off if the network to the database is private.",
    )
  },
)
