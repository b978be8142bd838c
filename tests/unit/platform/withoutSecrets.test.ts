import { describe, expect, test } from 'vitest'
import { redactSecrets } from '#server/platform/core/audit/redactSecrets.ts'

describe('Texts without secrets', () => {
  test.each([
    ['token eyJhbGciOi.eyJzdWIiOjE.c2ln end', 'token [redacted] end'],
    ['-eyJhbGciOi.eyJzdWIiOjE', '-[redacted]'],
    ['key 0123456789abcdef0123456789abcdef!', 'key [redacted]!'],
    ['+/0123456789abcdef0123456789abcdef', '[redacted]'],
    ['charge ch_123 of order 44', 'charge ch_123 of order 44'],
  ])('replace secrets in "%s"', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected)
  })

  test.each(['eyJ-', 'a+', 'eyJ', '=a1', 'password', 'Bearer ', '-----BEGIN x-----', '//a:'])(
    'take linear time for %j repeated',
    (unit) => {
      const started = process.threadCpuUsage()
      redactSecrets(unit.repeat(100_000 / unit.length))
      expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500)
    },
  )
})
