import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { catalogs } from '#shared/areas/catalog/catalogs.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { resources } from '#shared/areas/index.ts'
import { foldText, splitSearchWords } from '#server/platform/database/migrations/folding.ts'
import { foldedSearch } from '#server/platform/database/migrations/011_search.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { clear, insertRows, isStored, sampleValues } from '#tests/api/support/records.ts'

/** What names look like besides plain letters. */
const storeNames = [
  'Aubépine Hôtels Perks',
  'Bergfriedt Versicherung Rewards Genève',
  'Calder & Voss Recognition Shop Torino',
  'ÉCLAIR T-Shirts',
  "O'Brien/Straße St. Louis",
  'Wexcombe Builders Client Gifts Leipzig',
]
const [aubepine, bergfriedt, calder, eclair, obrien, wexcombe] = storeNames

describe.each(databases)('searching on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let aubepineStore: AnyRecord | undefined
  beforeAll(async () => {
    call = await signedIn(platform())
    const [vallombre] = await insertRows(platform(), organisations, [
      { ...sampleValues(organisations), name: 'Vallombre Cosmétiques' },
    ])
    const rows = storeNames.map((name, index) => ({
      ...sampleValues(stores),
      name,
      code: `code-${index}`,
      organisationId: name === aubepine ? vallombre?.id : null,
    }))
    const made = await insertRows(platform(), stores, rows)
    aubepineStore = made.find(({ name }) => name === aubepine)
  })
  const found = async (resource: Resource, params: Record<string, string>): Promise<unknown[]> => {
    const query = new URLSearchParams({ sort: resource.label, limit: '100', ...params })
    const { status, body } = await call('GET', `/${resource.name}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.page.total).toBe(body.data.length)
    return body.data.map((record: AnyRecord) => record[resource.label])
  }

  const terms: [string, (string | undefined)[]][] = [
    ['hotels perks', [aubepine]],
    ['PERKS AUBÉPINE', [aubepine]],
    ['geneve', [bergfriedt]],
    ['GENEVE rewards', [bergfriedt]],
    ['Gene\u0300ve', [bergfriedt]],
    ['calder voss torino', [calder]],
    ['torino voss&calder', [calder]],
    ['Calder & Voss', [calder]],
    ['calder-voss', [calder]],
    ['t shirts', [eclair]],
    ['éclair', [eclair]],
    ['shirts/t', [eclair]],
    ['obrien', [obrien]],
    ['o’brien', [obrien]],
    ['strasse st louis', [obrien]],
    ['leipzig client', [wexcombe]],
    ['wexcombe leipzig', [wexcombe]],
    ['wexcombe torino', []],
  ]
  test.each(terms)('%s finds its stores in the list', async (search, expected) => {
    expect(await found(stores, { search })).toEqual(expected)
  })

  test.each(terms)('%s finds its stores by a filter of the name', async (value, expected) => {
    expect(await found(stores, { 'filter[name][contains]': value })).toEqual(expected)
  })

  test('a filter of a name takes no word of another field', async () => {
    expect(await found(stores, { 'filter[name][contains]': 'hotels code' })).toEqual([])
    expect(await found(stores, { search: 'hotels code 0' })).toEqual([aubepine])
  })

  const filters = resources
    .filter((resource) => !resource.single && isStored(resource))
    .flatMap((resource) =>
      resource.search
        .filter((name) => !resource.fields[name]?.target)
        .map((name) => ({ resource, name, of: resource.name })),
    )
  test.each(filters)('a filter of $of by $name looks into it alone', async ({ resource, name }) => {
    const values = sampleValues(resource)
    for (const [one, { required }] of Object.entries(resource.fields))
      if (!required && one !== name && resource.search.includes(one)) values[one] = null
    const [{ id } = {}] = await insertRows(platform(), resource, [values])
    const idsBy = async (value: unknown) => {
      const query = new URLSearchParams({ [`filter[${name}][contains]`]: String(value) })
      return (await call('GET', `/${resource.name}?${query}`)).body.data.map(
        (record: AnyRecord) => record.id,
      )
    }
    expect(await idsBy(values[name])).toEqual([id])
    for (const other of resource.search)
      if (other !== name && values[other] && !resource.fields[other]?.target)
        expect(await idsBy(values[other])).toEqual([])
    await db()
      .transaction()
      .execute(async (trx) => {
        // What refuses to be deleted is not asked.
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`delete from ${sql.table(resource.name)} where id = ${id}`.execute(trx)
      })
  })

  test('a filter that no search helps folds too', async () => {
    await sql`update stores set notes = 'Zürich-Nord' where name = ${aubepine}`.execute(db())
    expect(await found(stores, { 'filter[notes][contains]': 'nord zurich' })).toEqual([aubepine])
    expect(await found(stores, { 'filter[notes][contains]': 'sud zurich' })).toEqual([])
  })

  test('a filter of a reference finds words of the other record', async () => {
    const group = { ...sampleValues(memberGroups), name: 'Buyers', storeId: aubepineStore?.id }
    await insertRows(platform(), memberGroups, [group])
    const by = (value: string) => found(memberGroups, { 'filter[storeId][contains]': value })
    expect(await by('perks hotels')).toEqual(['Buyers'])
    expect(await by('perks leipzig')).toEqual([])
  })

  test('a store is found by words of its organisation and its own', async () => {
    expect(await found(stores, { search: 'cosmetiques perks' })).toEqual([aubepine])
    expect(await found(stores, { search: 'cosmetiques leipzig' })).toEqual([])
  })

  test('what changes is found as it is now', async () => {
    const [record] = await insertRows(platform(), organisations, [
      { ...sampleValues(organisations), name: 'Before' },
    ])
    await sql`update organisations set name = 'Köln-After' where id = ${record?.id}`.execute(db())
    expect(await found(organisations, { search: 'after koln' })).toEqual(['Köln-After'])
    expect(await found(organisations, { search: 'before' })).toEqual([])
  })

  describe('a host is found in both its spellings', () => {
    const spellings = ['müller.example', 'xn--mller-kva.example', 'MU\u0308LLER.example']
    beforeAll(async () => {
      const stored = { ...sampleValues(stores), code: 'idn', name: 'Stored in punycode' }
      const written = { ...sampleValues(stores), code: 'idn-2', name: 'Shop of müller.example' }
      await insertRows(platform(), stores, [
        { ...stored, domain: 'xn--mller-kva.example', organisationId: null },
        { ...written, domain: null, organisationId: null },
      ])
      const someone = {
        ...sampleValues(members),
        name: 'Someone',
        email: 'a@xn--mller-kva.example',
      }
      await insertRows(platform(), members, [someone])
    })

    test.each(spellings)('%s in a search', async (search) => {
      expect(await found(stores, { search })).toEqual([
        'Shop of müller.example',
        'Stored in punycode',
      ])
      expect(await found(members, { search })).toEqual(['Someone'])
    })

    test.each(spellings)('%s after an @, in a URL, and beside other words', async (host) => {
      expect(await found(members, { search: `a@${host}` })).toEqual(['Someone'])
      expect(await found(members, { search: `someone ${host}` })).toEqual(['Someone'])
      expect(await found(members, { search: `nobody ${host}` })).toEqual([])
      expect(await found(stores, { search: `https://${host}/` })).toEqual([])
      expect(await found(stores, { search: `stored ${host}` })).toEqual(['Stored in punycode'])
      expect(await found(stores, { search: `shop ${host}` })).toEqual(['Shop of müller.example'])
    })

    test.each(spellings)('%s in a filter', async (value) => {
      expect(await found(members, { 'filter[email][contains]': value })).toEqual(['Someone'])
      expect(await found(members, { 'filter[storeId][contains]': value })).toEqual([])
    })
  })

  test('an answer does not show what a search looks into', async () => {
    const { body } = await call('GET', '/stores?limit=1')
    expect(body.data[0]).not.toHaveProperty('searchText')
  })

  test('the database folds as the platform does', async () => {
    const texts = fc.array(
      fc.oneof(
        // The database may know an older Unicode, without the newest letters beyond the first plane.
        fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[^\0-\uffff]/gu, '😀')),
        fc.string({ unit: fc.constantFrom(..."aÉßÆøŁıİΣςЁ한가がザ´'’.-&/ \t\u00a0\u0301%_\\ﬁＡ") }),
      ),
      { minLength: 1, maxLength: 50 },
    )
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        const { rows } = await sql<{ folded: string }>`
          select folded(text) as folded from unnest(${some}::text[]) with ordinality as given (text, place)
          order by place`.execute(db())
        expect(rows.map(({ folded }) => folded)).toEqual(some.map(foldText))
      }),
      { numRuns: 40 },
    )
  })

  test.each([members, catalogs])(
    'one of $name is found by any of its words in any order',
    async (resource) => {
      await clear(platform(), resource)
      const letters = fc.constantFrom(..."abAÉéßøŁΣя한花 -&'./%_")
      const name = fc.string({ unit: letters, minLength: 1, maxLength: 24 })
      const asked = fc.tuple(name, fc.infiniteStream(fc.nat()), fc.nat({ max: 5 }), fc.boolean())
      await fc.assert(
        fc.asyncProperty(asked, async ([name, ranks, count, capital]) => {
          const rank = new Map(
            splitSearchWords(name).map((word) => [word, ranks.next().value ?? 0]),
          )
          const words = [...rank.keys()].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
          const text = words.slice(0, count).join(' ')
          await clear(platform(), resource)
          await insertRows(platform(), resource, [{ ...sampleValues(resource), name }])
          const search = capital ? text.toUpperCase() : text
          expect(await found(resource, { search }), `${search} in ${name}`).toEqual([name])
        }),
        { numRuns: 40 },
      )
    },
  )

  const named = resources.flatMap((resource) => {
    const name = resource.search.find((one) => resource.fields[one]?.kind === 'text')
    return !resource.single && isStored(resource) && name ? [{ resource, name }] : []
  })
  const closest = async (resource: Resource, search: string) => {
    const query = new URLSearchParams({ search, closest: 'true', limit: '3' })
    const { status, body } = await call('GET', `/${resource.name}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  test.each(named)('of $resource.name who is called so comes first', async ({ resource, name }) => {
    const word = `q${randomUUID().slice(0, 8)}`
    const texts = [`A ${word}`, `${word} b`, word.toUpperCase(), `a b ${word}`]
    await insertRows(
      platform(),
      resource,
      texts.map((text) => ({ ...sampleValues(resource), [name]: text })),
    )
    const { data, page } = await closest(resource, word)
    expect(data.map((record: AnyRecord) => record[name]).slice(0, 2)).toEqual([texts[2], texts[1]])
    expect(page).toEqual({ next: null, previous: null, from: 1, total: 4, totalIsCapped: false })
  })

  test.each([sizes, orders])('a number of $name is found without its #', async (resource) => {
    // So long that no code of a sample begins with it.
    const number = '3700037'
    const rows = [`#1${number}`, `#${number}0`, `#${number}`].map((text) => ({
      ...sampleValues(resource),
      [resource.label]: text,
    }))
    await insertRows(platform(), resource, rows)
    const { data } = await closest(resource, number)
    const labels = data.map((record: AnyRecord) => record[resource.label])
    expect(labels.slice(0, 2)).toEqual([`#${number}`, `#${number}0`])
  })

  test.each(['closest=true', 'closest=yes&search=a'])('%s is refused', async (query) => {
    expect((await call('GET', `/sizes?${query}`)).status).toBe(400)
  })
})

describe.each(databases)('a search of a database from before, on $name', (database) => {
  const platform = usePlatform(database)

  test('finds what was there', async () => {
    const { db } = platform().platform
    await sql`alter table stores drop column search_text`.execute(db)
    await sql`create index stores_search_idx on stores (lower(name))`.execute(db)
    await insertRows(platform(), stores, [{ ...sampleValues(stores), name: 'Hôtels Genève' }])
    await foldedSearch.up(db)
    const call = await signedIn(platform())
    const { body } = await call('GET', '/stores?search=geneve+hotels')
    expect(body.data).toMatchObject([{ name: 'Hôtels Genève' }])
  })
})
