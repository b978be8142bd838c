import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { checkCertificates } from '#server/platform/areas/stores/domains/certificates.ts'
import { createConnector } from '#server/platform/core/outgoing/connect.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { certificate, expiredCertificate, key } from '#tests/support/sso/certificates.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** When the certificate of the tests expires. */
const expiresAt = '2126-10-29T04:47:37.000Z'
const loopback = parseNetwork('127.0.0.0/8')

async function startHost(cert: string) {
  const server = createServer({ cert, key }, (_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a TCP port.
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

describe.each(chooseDatabases('PGlite'))('Certificates of custom domains on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  /** Makes every host answer at this port of this machine, with its real certificate. */
  const answerAt = (port: number, ca: string) => {
    const open = createConnector({ exceptions: loopback ? [loopback] : [], ca })
    const { outgoing } = platform().platform
    platform().platform.outgoing = {
      ...outgoing,
      connect: (way) => open({ ...way, host: 'localhost', port }),
    }
  }
  const createDomain = async (domain: string) => {
    const { id } = await createStore(call, { domain })
    await sql`update stores set domain_verified_at = now() where id = ${id}`.execute(db())
    return id as number
  }
  const load = async (id: number) => {
    const { rows } = await sql`
      select domain, expires_at, problem, failures from store_certificates where store_id = ${id}`.execute(
      db(),
    )
    return rows[0]
  }
  const findAlerts = async (id: number) => {
    await refreshAlerts(platform().platform)
    const { rows } = await sql<{ title: string; detail: string }>`
      select title, detail from attention_items where subject = ${`expiry/certificate/${id}`}`.execute(
      db(),
    )
    return rows
  }

  test('a certificate is read, is in the calendar, and has an alert before it expires', async () => {
    await using host = await startHost(certificate)
    answerAt(host.port, certificate)
    const id = await createDomain('shop.acme-one.dev')
    await checkCertificates(platform().platform)
    expect(await load(id)).toMatchObject({ domain: 'shop.acme-one.dev', expiresAt, problem: null })
    expect(await findAlerts(id)).toEqual([])
    const { rows } = await sql<{ title: string; at: string }>`
      select title, at from deadlines where subject = ${`expiry/certificate/${id}`}`.execute(db())
    expect(rows).toEqual([{ title: 'Certificate for shop.acme-one.dev expires', at: expiresAt }])
    const soon = new Date(platform().platform.now().getTime() + 6 * dayMs).toISOString()
    await sql`update store_certificates set expires_at = ${soon} where store_id = ${id}`.execute(
      db(),
    )
    expect(await findAlerts(id)).toMatchObject([
      { title: 'Certificate for shop.acme-one.dev expires in 6 days' },
    ])
  })

  test('an expired certificate is an alert after two checks, and none once another one works', async () => {
    const id = await createDomain('shop.acme-two.dev')
    {
      await using host = await startHost(expiredCertificate)
      answerAt(host.port, expiredCertificate)
      await checkCertificates(platform().platform)
      expect(await findAlerts(id)).toEqual([])
      platform().advance(13 * hourMs)
      await checkCertificates(platform().platform)
      expect(await findAlerts(id)).toMatchObject([
        { title: 'Visitors to shop.acme-two.dev get a certificate warning' },
      ])
    }
    await using host = await startHost(certificate)
    answerAt(host.port, certificate)
    platform().advance(13 * hourMs)
    await checkCertificates(platform().platform)
    expect(await load(id)).toMatchObject({ expiresAt, problem: null, failures: 0 })
    expect(await findAlerts(id)).toEqual([])
  })

  test('a host that is down keeps the date that was read before, and another domain starts anew', async () => {
    call = await openSession(platform())
    const id = await createDomain('shop.acme-three.dev')
    {
      await using host = await startHost(certificate)
      answerAt(host.port, certificate)
      await checkCertificates(platform().platform)
    }
    platform().advance(13 * hourMs)
    await checkCertificates(platform().platform)
    expect(await load(id)).toMatchObject({ expiresAt, failures: 1, problem: expect.any(String) })
    await sql`update stores set domain = 'shop.acme-four.dev' where id = ${id}`.execute(db())
    await checkCertificates(platform().platform)
    expect(await load(id)).toMatchObject({
      domain: 'shop.acme-four.dev',
      expiresAt: null,
      failures: 1,
    })
  })
})
