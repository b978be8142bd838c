import { describe, expect, test } from 'vitest'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { validateField } from '#shared/engine/fields/validation.ts'

const validateHost = (host: string) => validateField(smtpSettings.fields.host, host)

describe('A host', () => {
  test.each([
    'mail.example.com',
    'localhost',
    'relay-1',
    'xn--bcher-kva.example',
    '127.0.0.1',
    '::1',
  ])('may be %s', (host) => expect(validateHost(host)).toBeUndefined())

  test.each([
    'http://bad host',
    'https://mail.example.com',
    'mail.example.com:587',
    'mail example',
    'mail.example.com/x',
    'user@mail.example.com',
    '-mail.example.com',
    'mail..example.com',
    '10.0.0.256',
    '10.1',
    '::1::',
    '1:2',
  ])('may not be %s', (host) =>
    expect(validateHost(host)).toMatch(/^Host must be a host name or an IP address/),
  )
})
