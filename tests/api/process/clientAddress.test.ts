import { describe, expect, test } from 'vitest'
import { signedIn } from '../support/calling.ts'
import { usePlatform, usually } from '../support/databases.ts'
import { storeValues } from '../support/stores.ts'

describe.each(usually('PostgreSQL'))('the address in the log on $name', (database) => {
  const platform = usePlatform(database)

  /** Which address the log has of a write that came with this header, by the console on this machine. */
  async function getLoggedAddress(forwarded?: string): Promise<string> {
    const call = await signedIn(platform())
    const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
    const { body } = await call('POST', '/stores', { body: storeValues(), headers })
    const { db } = platform().platform
    const { ip } = await db
      .selectFrom('audit')
      .select('ip')
      .where('event', '=', 'stores.created')
      .where('targetId', '=', body.id)
      .executeTakeFirstOrThrow()
    return ip
  }

  test.each([
    ['what the console says of its visitor', '203.0.113.7', '203.0.113.7'],
    ['the last entry, which the nearest proxy wrote', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['not a private address that a visitor put before it', '10.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['a visitor in the private network, whatever they say', '203.0.113.7, 10.1.2.3', '10.1.2.3'],
    ['IPv6', '::1, 2001:db8::7', '2001:db8::7'],
    ['the connection, where the header names nobody', 'unknown', '127.0.0.1'],
    ['the connection, where there is no header', undefined, '127.0.0.1'],
    ['the connection, where the last entry is no address', '203.0.113.7, <script>', '127.0.0.1'],
  ])('is %s', async (_what, forwarded, address) => {
    expect((await getLoggedAddress(forwarded)).replace('::ffff:', '')).toBe(address)
  })
})
