import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '#server/console/settings.ts'

describe('Console settings', () => {
  test('have the defaults of http.md', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicOrigin: 'http://127.0.0.1:3000',
      domain: '127.0.0.1',
      apiBaseUrl: 'http://127.0.0.1:3001',
      trustedProxies: [],
      upstreamTimeoutMs: 60_000,
      googleClientId: null,
      googleClientSecret: null,
      googleIssuer: 'https://accounts.google.com',
      jobTitle: 'Super Administrator',
      organisation: 'Platform Operations',
      enforcePermissions: false,
      compression: true,
      hstsSubdomains: false,
      metricsPort: null,
      logLevel: 'info',
      parentPid: null,
    })
  })

  test('are all read from the environment', () => {
    expect(
      readSettings({
        PORT: '8080',
        HOST: '0.0.0.0',
        PUBLIC_ORIGIN: 'https://console.example.com',
        API_BASE_URL: 'https://platform.example.com/v2/',
        TRUSTED_PROXIES: '10.0.0.0/8, ::1',
        UPSTREAM_TIMEOUT_MS: '0',
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_ISSUER: 'http://localhost:9000',
        JOB_TITLE: 'Operator',
        ORGANISATION: 'Acme',
        ENFORCE_PERMISSIONS: 'on',
        COMPRESSION: 'off',
        HSTS_SUBDOMAINS: 'on',
        METRICS_PORT: '9090',
        LOG_LEVEL: 'warn',
        PARENT_PID: '42',
      }),
    ).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicOrigin: 'https://console.example.com',
      domain: 'console.example.com',
      apiBaseUrl: 'https://platform.example.com/v2',
      trustedProxies: ['10.0.0.0/8', '::1'],
      upstreamTimeoutMs: 0,
      googleClientId: 'id',
      googleClientSecret: 'secret',
      googleIssuer: 'http://localhost:9000',
      jobTitle: 'Operator',
      organisation: 'Acme',
      enforcePermissions: true,
      compression: false,
      hstsSubdomains: true,
      metricsPort: 9090,
      logLevel: 'warn',
      parentPid: 42,
    })
  })

  test('the public origin is what a browser writes, and follows host and port', () => {
    expect(readSettings({ PUBLIC_ORIGIN: 'https://Console.Example:443/' }).publicOrigin).toBe(
      'https://console.example',
    )
    expect(readSettings({ HOST: '::1', PORT: '80' }).publicOrigin).toBe('http://[::1]')
  })

  test('an empty setting counts as not set', () => {
    expect(readSettings({ PORT: '', METRICS_PORT: ' ' })).toMatchObject({
      port: 3000,
      metricsPort: null,
    })
  })

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', 'abc'],
    ['PORT', '0x10'],
    ['HOST', 'a b'],
    ['HOST', 'a/b'],
    ['PUBLIC_ORIGIN', 'console.example.com'],
    ['PUBLIC_ORIGIN', 'https://console.example.com/path'],
    ['PUBLIC_ORIGIN', 'https://user@console.example.com'],
    ['PUBLIC_ORIGIN', 'ftp://console.example.com'],
    ['API_BASE_URL', 'nowhere'],
    ['API_BASE_URL', 'http://platform/?a=b'],
    ['API_BASE_URL', 'http://platform/#a'],
    ['API_BASE_URL', 'http://user:password@platform/'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '::1/129'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['UPSTREAM_TIMEOUT_MS', '-1'],
    ['UPSTREAM_TIMEOUT_MS', '2147483648'],
    ['GOOGLE_CLIENT_SECRET', 'secret'],
    ['GOOGLE_ISSUER', 'http://accounts.example.com'],
    ['GOOGLE_ISSUER', 'accounts.example.com'],
    ['JOB_TITLE', 'x'.repeat(81)],
    ['ORGANISATION', 'x'.repeat(81)],
    ['ENFORCE_PERMISSIONS', 'maybe'],
    ['METRICS_PORT', '3000'],
    ['METRICS_PORT', 'on'],
    ['LOG_LEVEL', 'loud'],
    ['PARENT_PID', 'parent'],
  ])('%s rejects "%s" with a sentence that names the setting', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^The setting ${name} must be .+\\.$`))
  })

  test('the console ignores SECRET_KEYS, which belongs to the platform', () => {
    expect(readSettings({ SECRET_KEYS: 'whatever' })).toEqual(readSettings({}))
  })

  test('an error never repeats a secret', () => {
    expect(() => readSettings({ API_BASE_URL: 'http://a:hunter2@b' })).not.toThrow(/hunter2/)
  })
})
