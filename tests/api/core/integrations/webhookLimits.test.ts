import { describe, expect, test } from 'vitest'
import { webhookLimits } from '#server/platform/core/integrations/webhooks.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PostgreSQL'))('Webhooks on $name', (database) => {
  const platform = usePlatform(database)
  const send = (from: string) =>
    fetch(`${platform().url}/webhooks/stripe/999`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': from },
      body: '{}',
    })

  test('a provider can send 50 events a second', () => {
    expect(webhookLimits.all.limit).toBeGreaterThanOrEqual(50 * 60)
    expect(webhookLimits.rejected.skipSuccessfulRequests).toBe(true)
  })

  test('an event counts toward both limits of its network', async () => {
    const loadRemaining = async () => {
      const { headers } = await send('203.0.113.9')
      expect(headers.get('ratelimit-policy')).toMatch(/q=6000; w=60.*q=300; w=60/)
      return Array.from(headers.get('ratelimit')?.matchAll(/r=(\d+)/g) ?? [], ([, text]) =>
        Number(text),
      )
    }
    const { all, rejected } = webhookLimits
    expect(await loadRemaining()).toEqual([all.limit - 1, rejected.limit - 1])
    expect(await loadRemaining()).toEqual([all.limit - 2, rejected.limit - 2])
  })

  test('rejected events are limited by network, and other networks still get through', async () => {
    const { limit } = webhookLimits.rejected
    for (let sent = 0; sent < limit; sent += 50)
      for (const { status } of await Promise.all(
        Array.from({ length: 50 }, () => send('203.0.113.7')),
      ))
        expect(status).toBe(404)
    const rejected = await send('198.51.100.9, 203.0.113.7')
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get('retry-after')).toBe('60')
    expect(rejected.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await rejected.json()).toMatchObject({
      code: 'throttled',
      detail: 'Too many requests were sent from your network. Try again in a minute.',
    })
    expect((await send('203.0.113.8')).status).toBe(404)
  })
})
