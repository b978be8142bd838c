import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recheckStoreDomains } from '#server/platform/areas/stores/domains/recheckStoreDomains.ts'
import { createDnsResolver } from '#server/platform/core/outgoing/dns.ts'
import {
  checkDnsRecords,
  buildDomainRecords,
} from '#server/platform/areas/stores/domains/domainRecords.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { startDnsServer, createZoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import {
  loadNewestEntries,
  createStore,
  loadStore,
  buildStoreValues,
} from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('Custom domains on $name', (database) => {
  const zone: Zone = new Map()
  const dns = createZoneResolver(zone)
  const platform = usePlatform(database, { dns })
  let call: Caller
  let id: number
  let domain: string
  let expected: { cname: string; txt: string }
  beforeAll(async () => {
    call = await openSession(platform())
  })
  beforeEach(async () => {
    zone.clear()
    platform().advance(60_000) // An operator can verify ten times a minute.
    domain = `${randomUUID()}.example.org`
    id = (await createStore(call, { domain })).id
    const { records } = (await call('GET', `/stores/${id}/domain`)).body
    expected = { cname: records[0].value, txt: records[1].value }
  })

  const verify = async () => (await call('POST', `/stores/${id}/domain/verification`)).body
  const setRecords = ({ cname = [expected.cname], txt = [expected.txt] } = {}) => {
    zone.set(`CNAME ${domain}`, cname)
    zone.set(`TXT _store-verification.${domain}`, txt)
  }
  const loadDomainCheck = async () => {
    const { checks } = (await call('GET', `/stores/${id}/readiness`)).body
    return checks.find(({ key }: { key: string }) => key === 'domain')
  }
  const recordsChangedMessage = 'The custom domain was verified, but its DNS records have changed.'
  /** Loads the messages of the overview and the Domains tab. */
  const loadMessages = async (storeId = id) => {
    const { checks } = (await call('GET', `/stores/${storeId}/readiness`)).body
    const { problem } = (await call('GET', `/stores/${storeId}/domain`)).body
    return [checks.find(({ key }: { key: string }) => key === 'domain').detail, problem]
  }

  test("the records to copy are the stores' host and a token unique to the store", async () => {
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
    const other = await createStore(call, { domain: `${randomUUID()}.example.org` })
    const { records } = (await call('GET', `/stores/${other.id}/domain`)).body
    expect(records[1].value).not.toBe(expected.txt)
  })

  test("every way to set a custom domain rejects the platform's host and its subdomains", async () => {
    const fields = {
      domain:
        "Custom domain can't be stores.example.com or one of its subdomains, because the platform assigns them.",
    }
    const rejection = { status: 422, body: { fields } }
    const reserved = { domain: 'shop.stores.example.com' }
    expect(await call('POST', '/stores', { body: buildStoreValues(reserved) })).toMatchObject(
      rejection,
    )
    expect(await call('PATCH', `/stores/${id}`, { body: reserved, ifMatch: 1 })).toMatchObject(
      rejection,
    )
    const host = { body: { domain: 'stores.example.com' }, ifMatch: 1 }
    expect(await call('PATCH', `/stores/${id}`, host)).toMatchObject(rejection)
    const code = randomUUID()
    const copy = { name: 'Copy', code, subdomain: code, ...reserved }
    expect(
      await call('POST', `/stores/${id}/duplicate`, {
        body: { values: copy, sections: [] },
      }),
    ).toMatchObject(rejection)
    const records = [buildStoreValues(), buildStoreValues(reserved)]
    expect(await call('POST', '/stores/many', { body: { records } })).toMatchObject({
      status: 422,
      body: { rows: [{ index: 1, fields }] },
    })
    const availability = await call(
      'GET',
      `/stores/available?field=domain&value=${reserved.domain}`,
    )
    expect(availability.body).toEqual({ available: false, message: fields.domain })
    const similar = { body: { domain: 'myshop-stores.example.com' }, ifMatch: 1 }
    expect((await call('PATCH', `/stores/${id}`, similar)).status).toBe(200)
  })

  test('a store without a domain has no records and nothing to verify', async () => {
    const { id } = await createStore(call)
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

  test('both records verify the domain, even next to other records', async () => {
    setRecords({ cname: ['Stores.Example.com.'], txt: ['other=1', expected.txt] })
    const body = await verify()
    expect(body.verifiedAt).toEqual(expect.any(String))
    expect(body.records).toMatchObject([
      { type: 'CNAME', found: true, seen: ['stores.example.com'], problem: null },
      { type: 'TXT', found: true, seen: ['other=1', expected.txt], problem: null },
    ])
    expect(await loadStore(call, id)).toMatchObject({
      domainVerifiedAt: body.verifiedAt,
      version: 1,
    })
    expect(await loadNewestEntries(call, 1)).toMatchObject([
      { event: 'stores.domainVerified', targetId: id },
    ])
    expect(await loadDomainCheck()).toEqual({ key: 'domain', ok: true, detail: null })
  })

  test('a second verification changes nothing and adds no audit entry', async () => {
    setRecords()
    const { verifiedAt } = await verify()
    const [newest] = await loadNewestEntries(call, 1)
    expect((await verify()).verifiedAt).toBe(verifiedAt)
    expect(await loadNewestEntries(call, 1)).toEqual([newest])
  })

  test('messages distinguish a missing name, a missing record, and a wrong value', async () => {
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

  test('control characters are replaced in DNS records, and their number and length are limited', async () => {
    setRecords({
      txt: ['a\0b', 'x'.repeat(300), ...Array.from({ length: 50 }, (_, index) => `other=${index}`)],
    })
    const path = `/stores/${id}/domain/verification`
    const { status, body } = await call('POST', path, { key: randomUUID() })
    expect(status).toBe(200)
    expect(body.records[1].seen).toHaveLength(10)
    expect(body.records[1].seen.slice(0, 3)).toEqual(['a\ufffdb', 'x'.repeat(255), 'other=0'])
    setRecords({
      txt: [...Array.from({ length: 50 }, (_, index) => `other=${index}`), expected.txt],
    })
    expect((await verify()).verifiedAt).not.toBeNull()
  })

  test('missing records end the verification, once', async () => {
    setRecords()
    await verify()
    zone.delete(`CNAME ${domain}`)
    expect(await verify()).toMatchObject({ verifiedAt: null, problem: recordsChangedMessage })
    expect(await loadNewestEntries(call, 1)).toMatchObject([{ event: 'stores.domainUnverified' }])
    expect(await loadStore(call, id)).toMatchObject({ domainVerifiedAt: null, version: 1 })
    const [newest] = await loadNewestEntries(call, 1)
    expect(await verify()).toMatchObject({ verifiedAt: null, problem: recordsChangedMessage })
    expect(await loadNewestEntries(call, 1)).toEqual([newest])
    expect(await loadMessages()).toEqual([recordsChangedMessage, recordsChangedMessage])
    setRecords()
    expect(await verify()).toMatchObject({ verifiedAt: expect.any(String), problem: null })
    expect(await loadMessages()).toEqual([null, null])
  })

  test("reading the domain or the readiness doesn't query DNS", async () => {
    setRecords()
    await verify()
    zone.clear()
    dns.queries.length = 0
    expect(await loadMessages()).toEqual([null, null])
    expect(dns.queries).toEqual([])
  })

  test.each([
    ['ETIMEOUT', "DNS didn't respond in time. Try again in a moment."],
    ['ESERVFAIL', 'DNS returned an error. Try again in a moment.'],
  ])('the DNS error %s keeps the verification', async (code, problem) => {
    setRecords()
    const { verifiedAt } = await verify()
    zone.set(`TXT _store-verification.${domain}`, code)
    const body = await verify()
    expect(body.verifiedAt).toBe(verifiedAt)
    expect(body.records[1]).toMatchObject({ found: false, seen: [], problem })
    expect(await loadDomainCheck()).toEqual({ key: 'domain', ok: true, detail: null })
    expect(await loadMessages()).toEqual([null, null])
  })

  test('a verified domain is checked again automatically after 15 minutes', async () => {
    const customDomain = `${randomUUID()}.shop.dev`
    const store = await createStore(call, { domain: customDomain })
    const { records } = (await call('GET', `/stores/${store.id}/domain`)).body
    zone.set(`CNAME ${customDomain}`, ['stores.example.com'])
    zone.set(`TXT _store-verification.${customDomain}`, [records[1].value])
    await call('POST', `/stores/${store.id}/domain/verification`)
    zone.clear()
    dns.queries.length = 0
    await recheckStoreDomains(platform().platform)
    expect(dns.queries).toEqual([])
    platform().advance(16 * 60_000)
    zone.set(`CNAME ${customDomain}`, 'ESERVFAIL')
    await recheckStoreDomains(platform().platform)
    // A DNS error changes nothing, and example domains aren't checked.
    expect(dns.queries).toEqual([
      `CNAME ${customDomain}`,
      `TXT _store-verification.${customDomain}`,
    ])
    expect(await loadMessages(store.id)).toEqual([null, null])
    const readinessBefore = (await loadStore(call, store.id)).readiness
    platform().advance(16 * 60_000)
    zone.clear()
    await Promise.all([
      recheckStoreDomains(platform().platform),
      recheckStoreDomains(platform().platform),
    ])
    expect(await loadMessages(store.id)).toEqual([recordsChangedMessage, recordsChangedMessage])
    expect(await loadNewestEntries(call, 1)).toMatchObject([
      { event: 'stores.domainUnverified', actor: 'platform', targetId: store.id },
    ])
    expect((await loadStore(call, store.id)).readiness).toBeLessThan(readinessBefore)
  })

  test('an operator can verify ten times a minute, and the error says how long to wait', async () => {
    setRecords()
    const sendVerification = () => call('POST', `/stores/${id}/domain/verification`)
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await sendVerification()).status).toBe(200)
    dns.queries.length = 0
    const throttled = await sendVerification()
    expect(throttled).toMatchObject({
      status: 429,
      body: {
        code: 'throttled',
        detail: "You've reached the limit of 10 attempts per minute. Try again in 60 seconds.",
      },
    })
    expect(throttled.headers.get('retry-after')).toBe('60')
    expect(dns.queries).toEqual([])
    const other = await openSession(platform(), await platform().addAccount(['storesRead']))
    expect((await other('POST', `/stores/${id}/domain/verification`)).status).toBe(200)
    platform().advance(60_000)
    expect((await sendVerification()).status).toBe(200)
  })

  test("a new domain starts unverified, and its readiness doesn't query DNS", async () => {
    setRecords()
    await verify()
    const other = `${randomUUID()}.example.org`
    const { body } = await call('PATCH', `/stores/${id}`, { body: { domain: other }, ifMatch: 1 })
    expect(body).toMatchObject({ domain: other, primaryDomain: other, domainVerifiedAt: null })
    expect((await loadNewestEntries(call, 1))[0].changes).toMatchObject({
      domain: { before: domain, after: other },
      domainVerifiedAt: { after: null },
    })
    dns.queries.length = 0
    expect(await loadDomainCheck()).toMatchObject({ ok: false })
    expect(dns.queries).toEqual([])
  })

  test('a change to other fields keeps the verification', async () => {
    setRecords()
    const { verifiedAt } = await verify()
    const change = { body: { name: 'Renamed', domain }, ifMatch: 1 }
    expect((await call('PATCH', `/stores/${id}`, change)).body.domainVerifiedAt).toBe(verifiedAt)
  })

  test('a domain that changes during the DNS query stays unverified', async () => {
    setRecords()
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
    expect((await loadStore(call, id)).domainVerifiedAt).toBeNull()
  })

  test('a repeated verification request returns the first result', async () => {
    const key = randomUUID()
    const path = `/stores/${id}/domain/verification`
    const first = await call('POST', path, { key })
    setRecords()
    expect((await call('POST', path, { key })).body).toEqual(first.body)
    expect((await call('POST', path, { key: randomUUID() })).body.verifiedAt).not.toBeNull()
  })
})

describe('A real DNS server', () => {
  const records = buildDomainRecords('shop.example.org', 'abc', 'stores.example.com')
  const validZone: Zone = new Map([
    ['CNAME shop.example.org', ['stores.example.com']],
    ['TXT _store-verification.shop.example.org', ['store-verification=abc']],
  ])

  test('is queried by its address and returns its records', async () => {
    await using server = await startDnsServer(validZone)
    const results = await checkDnsRecords(createDnsResolver([server.address]), records)
    expect(results.map(({ found, problem }) => [found, problem])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  test('distinguishes a missing name from a missing record', async () => {
    await using server = await startDnsServer(
      new Map([['TXT shop.example.org', ['something else']]]),
    )
    const results = await checkDnsRecords(createDnsResolver([server.address]), records)
    expect(results.map(({ problem }) => problem)).toEqual([
      'We found no CNAME record at shop.example.org.',
      "The domain name _store-verification.shop.example.org doesn't exist.",
    ])
  })

  test("times out if it doesn't respond", async () => {
    await using server = await startDnsServer(
      new Map(validZone).set('CNAME shop.example.org', 'ETIMEOUT'),
    )
    const startedAt = performance.now()
    const [cname, txt] = await checkDnsRecords(createDnsResolver([server.address]), records)
    expect(performance.now() - startedAt).toBeLessThan(8000)
    expect(cname).toMatchObject({
      found: false,
      unanswered: true,
      problem: "DNS didn't respond in time. Try again in a moment.",
    })
    expect(txt).toMatchObject({ found: true })
  })
})
