import { describe, expect, test } from 'vitest'
import { openSession } from '../support/calling.ts'
import { usePlatform, chooseDatabases } from '../support/databases.ts'
import { buildStoreValues } from '../support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('The IP address in the log on $name', (database) => {
  const platform = usePlatform(database)

  /**
   * Sends a write with this header, as a console on this machine, and returns the logged address.
   */
  async function getLoggedAddress(forwarded?: string): Promise<string> {
    const call = await openSession(platform())
    const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
    const { body } = await call('POST', '/stores', { body: buildStoreValues(), headers })
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
    ['the visitor that the console forwards', '203.0.113.7', '203.0.113.7'],
    ['the last entry, which the nearest proxy wrote', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['not a private address that the visitor sent', '10.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['the private address of a visitor who forged another', '203.0.113.7, 10.1.2.3', '10.1.2.3'],
    ['an IPv6 address', '::1, 2001:db8::7', '2001:db8::7'],
    ['the connection if the header has no address', 'unknown', '127.0.0.1'],
    ['the connection if there is no header', undefined, '127.0.0.1'],
    ['the connection if the last entry is no address', '203.0.113.7, <script>', '127.0.0.1'],
  ])('is %s', async (_what, forwarded, address) => {
    expect((await getLoggedAddress(forwarded)).replace('::ffff:', '')).toBe(address)
  })
})
