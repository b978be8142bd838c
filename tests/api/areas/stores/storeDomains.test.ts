import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkDomains } from '#server/platform/areas/stores/domains/checkDomains.ts'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import {
  checkDnsRecords,
  buildDomainRecords,
} from '#server/platform/areas/stores/domains/domainRecords.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { startDnsServer, zoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { newestEntries, newStore, storeNow, storeValues } from '#tests/api/support/stores.ts'

describe.each(usually('PostgreSQL'))("stores' own domains on $name", (database) => {
  const zone: Zone = new Map()
  const dns = zoneResolver(zone)
  const platform = usePlatform(database, { dns })
  let call: Caller
  let id: number
  let domain: string
  let expected: { cname: string; txt: string }
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  beforeEach(async () => {
    zone.clear()
    platform().advance(60_000) // An operator may ask ten times a minute.
    domain = `${randomUUID()}.example.org`
    id = (await newStore(call, { domain })).id
    const { records } = (await call('GET', `/stores/${id}/domain`)).body
    expected = { cname: records[0].value, txt: records[1].value }
  })

  const verify = async () => (await call('POST', `/stores/${id}/domain/verification`)).body
  const hold = ({ cname = [expected.cname], txt = [expected.txt] } = {}) => {
    zone.set(`CNAME ${domain}`, cname)
    zone.set(`TXT _store-verification.${domain}`, txt)
  }
  const readiness = async () => {
    const { checks } = (await call('GET', `/stores/${id}/readiness`)).body
    return checks.find(({ key }: { key: string }) => key === 'domain')
  }
  const lost = 'The custom domain was verified, but its DNS records have changed.'
  /** What overview and Domains tab say of it. */
  const told = async (of = id) => {
    const { checks } = (await call('GET', `/stores/${of}/readiness`)).body
    const { problem } = (await call('GET', `/stores/${of}/domain`)).body
    return [checks.find(({ key }: { key: string }) => key === 'domain').detail, problem]
  }

  test('the records to copy are the host of stores and a text of this store alone', async () => {
    const { body } = await call('GET', `/stores/${id}/domain`)
    expect(body).toEqual({
      domain,
      verifiedAt: null,
      problem: "The custom domain isn't verified yet.",
      records: [
        { type: 'CNAME', name: domain, value: 'stores.example.com' },
        {
          type: 'TXT',
          name: `_store-verification.${domain}`,
          value: expect.stringMatching(/^store-verification=[0-9a-f]{32}$/),
        },
      ],
    })
    const other = await newStore(call, { domain: `${randomUUID()}.example.org` })
    const { records } = (await call('GET', `/stores/${other.id}/domain`)).body
    expect(records[1].value).not.toBe(expected.txt)
  })

  test("the platform's own names are no own domain, however a store comes to it", async () => {
    const fields = {
      domain:
        "Custom domain can't be stores.example.com or one of its subdomains, because the platform assigns them.",
    }
    const refused = { status: 422, body: { fields } }
    const taken = { domain: 'shop.stores.example.com' }
    expect(await call('POST', '/stores', { body: storeValues(taken) })).toMatchObject(refused)
    expect(await call('PATCH', `/stores/${id}`, { body: taken, ifMatch: 1 })).toMatchObject(refused)
    const host = { body: { domain: 'stores.example.com' }, ifMatch: 1 }
    expect(await call('PATCH', `/stores/${id}`, host)).toMatchObject(refused)
    const code = randomUUID()
    const copy = { name: 'Copy', code, subdomain: code, ...taken }
    expect(
      await call('POST', `/stores/${id}/duplicate`, {
        body: { values: copy, sections: [] },
      }),
    ).toMatchObject(refused)
    const records = [storeValues(), storeValues(taken)]
    expect(await call('POST', '/stores/many', { body: { records } })).toMatchObject({
      status: 422,
      body: { rows: [{ index: 1, fields }] },
    })
    const asked = await call('GET', `/stores/available?field=domain&value=${taken.domain}`)
    expect(asked.body).toEqual({ available: false, message: fields.domain })
    const near = { body: { domain: 'myshop-stores.example.com' }, ifMatch: 1 }
    expect((await call('PATCH', `/stores/${id}`, near)).status).toBe(200)
  })

  test('a store without a domain has no records and nothing to verify', async () => {
    const { id } = await newStore(call)
    expect((await call('GET', `/stores/${id}/domain`)).body).toEqual({
      domain: null,
      verifiedAt: null,
      problem: null,
      records: [],
    })
    expect(await call('POST', `/stores/${id}/domain/verification`)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', detail: 'This store has no custom domain to verify.' },
    })
    expect((await call('POST', `/stores/${2 ** 30}/domain/verification`)).status).toBe(404)
  })

  test('both records verify the domain, whatever else stands beside them', async () => {
    hold({ cname: ['Stores.Example.com.'], txt: ['other=1', expected.txt] })
    const body = await verify()
    expect(body.verifiedAt).toEqual(expect.any(String))
    expect(body.records).toMatchObject([
      { type: 'CNAME', found: true, seen: ['stores.example.com'], problem: null },
      { type: 'TXT', found: true, seen: ['other=1', expected.txt], problem: null },
    ])
    expect(await storeNow(call, id)).toMatchObject({
      domainVerifiedAt: body.verifiedAt,
      version: 1,
    })
    expect(await newestEntries(call, 1)).toMatchObject([
      { event: 'stores.domainVerified', targetId: id },
    ])
    expect(await readiness()).toEqual({ key: 'domain', ok: true, detail: null })
  })

  test('verified again it stays as it is, and leaves no second audit row', async () => {
    hold()
    const { verifiedAt } = await verify()
    const [newest] = await newestEntries(call, 1)
    expect((await verify()).verifiedAt).toBe(verifiedAt)
    expect(await newestEntries(call, 1)).toEqual([newest])
  })

  test('a name that does not exist, no record and a wrong value are told apart', async () => {
    zone.set(`CNAME ${domain}`, ['shop.elsewhere.example'])
    expect(await verify()).toEqual({
      verifiedAt: null,
      problem: "The custom domain isn't verified yet.",
      records: [
        {
          type: 'CNAME',
          name: domain,
          value: 'stores.example.com',
          found: false,
          seen: ['shop.elsewhere.example'],
          problem: `The CNAME record at ${domain} doesn't have the expected value.`,
        },
        {
          type: 'TXT',
          name: `_store-verification.${domain}`,
          value: expected.txt,
          found: false,
          seen: [],
          problem: `The domain name _store-verification.${domain} doesn't exist.`,
        },
      ],
    })
    zone.set(`CNAME ${domain}`, 'ENODATA')
    zone.set(`TXT _store-verification.${domain}`, [])
    expect((await verify()).records.map(({ problem }: { problem: string }) => problem)).toEqual([
      `We found no CNAME record at ${domain}.`,
      `We found no TXT record at _store-verification.${domain}.`,
    ])
  })

  test('whatever stands in DNS can be shown and kept: no control characters, and not all of it', async () => {
    hold({
      txt: ['a\0b', 'x'.repeat(300), ...Array.from({ length: 50 }, (_, at) => `other=${at}`)],
    })
    const path = `/stores/${id}/domain/verification`
    const { status, body } = await call('POST', path, { key: randomUUID() })
    expect(status).toBe(200)
    expect(body.records[1].seen).toHaveLength(10)
    expect(body.records[1].seen.slice(0, 3)).toEqual(['a\ufffdb', 'x'.repeat(255), 'other=0'])
    hold({ txt: [...Array.from({ length: 50 }, (_, at) => `other=${at}`), expected.txt] })
    expect((await verify()).verifiedAt).not.toBeNull()
  })

  test('records that are gone take the verification back, once', async () => {
    hold()
    await verify()
    zone.delete(`CNAME ${domain}`)
    expect(await verify()).toMatchObject({ verifiedAt: null, problem: lost })
    expect(await newestEntries(call, 1)).toMatchObject([{ event: 'stores.domainUnverified' }])
    expect(await storeNow(call, id)).toMatchObject({ domainVerifiedAt: null, version: 1 })
    const [newest] = await newestEntries(call, 1)
    expect(await verify()).toMatchObject({ verifiedAt: null, problem: lost })
    expect(await newestEntries(call, 1)).toEqual([newest])
    expect(await told()).toEqual([lost, lost])
    hold()
    expect(await verify()).toMatchObject({ verifiedAt: expect.any(String), problem: null })
    expect(await told()).toEqual([null, null])
  })

  test('asking DNS is nothing that reading does: the check tells all pages the same', async () => {
    hold()
    await verify()
    zone.clear()
    dns.asked.length = 0
    expect(await told()).toEqual([null, null])
    expect(dns.asked).toEqual([])
  })

  test.each([
    ['ETIMEOUT', "DNS didn't respond in time. Try again in a moment."],
    ['ESERVFAIL', 'DNS returned an error. Try again in a moment.'],
  ])('%s of DNS unverifies nothing', async (code, problem) => {
    hold()
    const { verifiedAt } = await verify()
    zone.set(`TXT _store-verification.${domain}`, code)
    const body = await verify()
    expect(body.verifiedAt).toBe(verifiedAt)
    expect(body.records[1]).toMatchObject({ found: false, seen: [], problem })
    expect(await readiness()).toEqual({ key: 'domain', ok: true, detail: null })
    expect(await told()).toEqual([null, null])
  })

  test('a domain that was verified is asked for again by itself, a quarter of an hour later', async () => {
    const own = `${randomUUID()}.shop.dev`
    const store = await newStore(call, { domain: own })
    const { records } = (await call('GET', `/stores/${store.id}/domain`)).body
    zone.set(`CNAME ${own}`, ['stores.example.com'])
    zone.set(`TXT _store-verification.${own}`, [records[1].value])
    await call('POST', `/stores/${store.id}/domain/verification`)
    zone.clear()
    dns.asked.length = 0
    await checkDomains(platform().platform)
    expect(dns.asked).toEqual([])
    platform().advance(16 * 60_000)
    zone.set(`CNAME ${own}`, 'ESERVFAIL')
    await checkDomains(platform().platform)
    // What DNS does not tell changes nothing, and names for examples are not asked for.
    expect(dns.asked).toEqual([`CNAME ${own}`, `TXT _store-verification.${own}`])
    expect(await told(store.id)).toEqual([null, null])
    const ready = (await storeNow(call, store.id)).readiness
    platform().advance(16 * 60_000)
    zone.clear()
    await Promise.all([checkDomains(platform().platform), checkDomains(platform().platform)])
    expect(await told(store.id)).toEqual([lost, lost])
    expect(await newestEntries(call, 1)).toMatchObject([
      { event: 'stores.domainUnverified', actor: 'platform', targetId: store.id },
    ])
    expect((await storeNow(call, store.id)).readiness).toBeLessThan(ready)
  })

  test('an operator asks ten times a minute, and is told how long to wait', async () => {
    hold()
    const tried = () => call('POST', `/stores/${id}/domain/verification`)
    for (let tries = 0; tries < 10; tries++) expect((await tried()).status).toBe(200)
    dns.asked.length = 0
    const refused = await tried()
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'throttled',
        detail: "You've reached the limit of 10 attempts per minute. Try again in 60 seconds.",
      },
    })
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(dns.asked).toEqual([])
    const other = await signedIn(platform(), await platform().addAccount(['storesRead']))
    expect((await other('POST', `/stores/${id}/domain/verification`)).status).toBe(200)
    platform().advance(60_000)
    expect((await tried()).status).toBe(200)
  })

  test('another domain is not verified, and its readiness asks DNS for nothing', async () => {
    hold()
    await verify()
    const other = `${randomUUID()}.example.org`
    const { body } = await call('PATCH', `/stores/${id}`, { body: { domain: other }, ifMatch: 1 })
    expect(body).toMatchObject({ domain: other, primaryDomain: other, domainVerifiedAt: null })
    expect((await newestEntries(call, 1))[0].changes).toMatchObject({
      domain: { before: domain, after: other },
      domainVerifiedAt: { after: null },
    })
    dns.asked.length = 0
    expect(await readiness()).toMatchObject({ ok: false })
    expect(dns.asked).toEqual([])
  })

  test('a change of anything else leaves the verification', async () => {
    hold()
    const { verifiedAt } = await verify()
    const change = { body: { name: 'Renamed', domain }, ifMatch: 1 }
    expect((await call('PATCH', `/stores/${id}`, change)).body.domainVerifiedAt).toBe(verifiedAt)
  })

  test('a domain that is changed while DNS is asked is not verified by the answer', async () => {
    hold()
    const { db } = platform().platform
    const other = `${randomUUID()}.example.org`
    const { cname } = dns
    dns.cname = async (host) => {
      await sql`update stores set domain = ${other} where id = ${id}`.execute(db)
      return cname(host)
    }
    const answer = await call('POST', `/stores/${id}/domain/verification`)
    dns.cname = cname
    expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect((await storeNow(call, id)).domainVerifiedAt).toBeNull()
  })

  test('a repeated verification answers as before', async () => {
    const key = randomUUID()
    const path = `/stores/${id}/domain/verification`
    const first = await call('POST', path, { key })
    hold()
    expect((await call('POST', path, { key })).body).toEqual(first.body)
    expect((await call('POST', path, { key: randomUUID() })).body.verifiedAt).not.toBeNull()
  })
})

describe('a real DNS server', () => {
  const records = buildDomainRecords('shop.example.org', 'abc', 'stores.example.com')
  const right: Zone = new Map([
    ['CNAME shop.example.org', ['stores.example.com']],
    ['TXT _store-verification.shop.example.org', ['store-verification=abc']],
  ])

  test('is asked by its address, and its records are found', async () => {
    await using server = await startDnsServer(right)
    const seen = await checkDnsRecords(createDnsResolver([server.address]), records)
    expect(seen.map(({ found, problem }) => [found, problem])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  test('tells a name that does not exist from one without such a record', async () => {
    await using server = await startDnsServer(
      new Map([['TXT shop.example.org', ['something else']]]),
    )
    const seen = await checkDnsRecords(createDnsResolver([server.address]), records)
    expect(seen.map(({ problem }) => problem)).toEqual([
      'We found no CNAME record at shop.example.org.',
      "The domain name _store-verification.shop.example.org doesn't exist.",
    ])
  })

  test('that does not answer is given up after two seconds', async () => {
    await using server = await startDnsServer(
      new Map(right).set('CNAME shop.example.org', 'ETIMEOUT'),
    )
    const started = performance.now()
    const [cname, txt] = await checkDnsRecords(createDnsResolver([server.address]), records)
    expect(performance.now() - started).toBeLessThan(8000)
    expect(cname).toMatchObject({
      found: false,
      unanswered: true,
      problem: "DNS didn't respond in time. Try again in a moment.",
    })
    expect(txt).toMatchObject({ found: true })
  })
})
