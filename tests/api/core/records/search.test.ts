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
import { foldText, splitSearchWords } from '#server/platform/core/records/list/foldText.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import {
  clearTable,
  getTableName,
  insertRows,
  isInsertable,
  buildSampleValues,
} from '#tests/api/support/records.ts'

/** Store names with accents, symbols, apostrophes, and capitals. */
const storeNames = [
  'Aubépine Hôtels Perks',
  'Bergfriedt Versicherung Rewards Genève',
  'Calder & Voss Recognition Shop Torino',
  'ÉCLAIR T-Shirts',
  "O'Brien/Straße St. Louis",
  'Wexcombe Builders Client Gifts Leipzig',
]
const [aubepine, bergfriedt, calder, eclair, obrien, wexcombe] = storeNames

describe.each(databases)('Searching on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let aubepineStore: AnyRecord | undefined
  beforeAll(async () => {
    call = await openSession(platform())
    const [vallombre] = await insertRows(platform(), organisations, [
      { ...buildSampleValues(organisations), name: 'Vallombre Cosmétiques' },
    ])
    const rows = storeNames.map((name, index) => ({
      ...buildSampleValues(stores),
      name,
      code: `code-${index}`,
      organisationId: name === aubepine ? vallombre?.id : null,
    }))
    const inserted = await insertRows(platform(), stores, rows)
    aubepineStore = inserted.find(({ name }) => name === aubepine)
  })
  const loadNames = async (
    resource: Resource,
    params: Record<string, string>,
  ): Promise<unknown[]> => {
    const query = new URLSearchParams({ sort: resource.relations.label, limit: '100', ...params })
    const { status, body } = await call('GET', `/${resource.name}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.page.total).toBe(body.data.length)
    return body.data.map((record: AnyRecord) => record[resource.relations.label])
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
  test.each(terms)('searching for %s finds its stores', async (search, expected) => {
    expect(await loadNames(stores, { search })).toEqual(expected)
  })

  test.each(terms)('filtering names by %s finds its stores', async (value, expected) => {
    expect(await loadNames(stores, { 'filter[name][contains]': value })).toEqual(expected)
  })

  test('a name filter ignores words in other fields', async () => {
    expect(await loadNames(stores, { 'filter[name][contains]': 'hotels code' })).toEqual([])
    expect(await loadNames(stores, { search: 'hotels code 0' })).toEqual([aubepine])
  })

  const filters = resources
    .filter((resource) => !resource.api.single && isInsertable(resource))
    .flatMap((resource) =>
      resource.list.search
        .filter((name) => !resource.fields[name]?.target)
        .map((name) => ({ resource, name, list: resource.name })),
    )
  test.each(filters)(
    'filtering $list by $name ignores its other fields',
    async ({ resource, name }) => {
      const values = buildSampleValues(resource)
      for (const [one, { required }] of Object.entries(resource.fields))
        if (!required && one !== name && resource.list.search.includes(one)) values[one] = null
      const [{ id } = {}] = await insertRows(platform(), resource, [values])
      const loadIds = async (value: unknown) => {
        const query = new URLSearchParams({ [`filter[${name}][contains]`]: String(value) })
        return (await call('GET', `/${resource.name}?${query}`)).body.data.map(
          (record: AnyRecord) => record.id,
        )
      }
      expect(await loadIds(values[name])).toEqual([id])
      for (const other of resource.list.search)
        if (other !== name && values[other] && !resource.fields[other]?.target)
          expect(await loadIds(values[other])).toEqual([])
      await db()
        .transaction()
        .execute(async (trx) => {
          // Skips the triggers that reject deletions.
          await sql`set local session_replication_role = replica`.execute(trx)
          await sql`delete from ${sql.table(getTableName(resource))} where id = ${id}`.execute(trx)
        })
    },
  )

  test('a filter of an unindexed field ignores accents and word order too', async () => {
    await sql`update stores set notes = 'Zürich-Nord' where name = ${aubepine}`.execute(db())
    expect(await loadNames(stores, { 'filter[notes][contains]': 'nord zurich' })).toEqual([
      aubepine,
    ])
    expect(await loadNames(stores, { 'filter[notes][contains]': 'sud zurich' })).toEqual([])
  })

  test('a reference filter finds words of the referenced record', async () => {
    const group = { ...buildSampleValues(memberGroups), name: 'Buyers', storeId: aubepineStore?.id }
    await insertRows(platform(), memberGroups, [group])
    const filterGroups = (value: string) =>
      loadNames(memberGroups, { 'filter[storeId][contains]': value })
    expect(await filterGroups('perks hotels')).toEqual(['Buyers'])
    expect(await filterGroups('perks leipzig')).toEqual([])
  })

  test('a search can combine words of a store and its organization', async () => {
    expect(await loadNames(stores, { search: 'cosmetiques perks' })).toEqual([aubepine])
    expect(await loadNames(stores, { search: 'cosmetiques leipzig' })).toEqual([])
  })

  test('a changed record is found by its new name only', async () => {
    const [record] = await insertRows(platform(), organisations, [
      { ...buildSampleValues(organisations), name: 'Before' },
    ])
    await sql`update organisations set name = 'Köln-After' where id = ${record?.id}`.execute(db())
    expect(await loadNames(organisations, { search: 'after koln' })).toEqual(['Köln-After'])
    expect(await loadNames(organisations, { search: 'before' })).toEqual([])
  })

  describe('International domain names', () => {
    const spellings = ['müller.example', 'xn--mller-kva.example', 'MU\u0308LLER.example']
    beforeAll(async () => {
      const punycodeStore = {
        ...buildSampleValues(stores),
        code: 'idn',
        name: 'Stored in punycode',
      }
      const unicodeStore = {
        ...buildSampleValues(stores),
        code: 'idn-2',
        name: 'Shop of müller.example',
      }
      await insertRows(platform(), stores, [
        { ...punycodeStore, domain: 'xn--mller-kva.example', organisationId: null },
        { ...unicodeStore, domain: null, organisationId: null },
      ])
      const member = {
        ...buildSampleValues(members),
        name: 'Someone',
        email: 'a@xn--mller-kva.example',
      }
      await insertRows(platform(), members, [member])
    })

    test.each(spellings)('searching for %s finds both spellings', async (search) => {
      expect(await loadNames(stores, { search })).toEqual([
        'Shop of müller.example',
        'Stored in punycode',
      ])
      expect(await loadNames(members, { search })).toEqual(['Someone'])
    })

    test.each(spellings)('%s works after an @, in a URL, and with other words', async (host) => {
      expect(await loadNames(members, { search: `a@${host}` })).toEqual(['Someone'])
      expect(await loadNames(members, { search: `someone ${host}` })).toEqual(['Someone'])
      expect(await loadNames(members, { search: `nobody ${host}` })).toEqual([])
      expect(await loadNames(stores, { search: `https://${host}/` })).toEqual([])
      expect(await loadNames(stores, { search: `stored ${host}` })).toEqual(['Stored in punycode'])
      expect(await loadNames(stores, { search: `shop ${host}` })).toEqual([
        'Shop of müller.example',
      ])
    })

    test.each(spellings)('filtering by %s finds both spellings', async (value) => {
      expect(await loadNames(members, { 'filter[email][contains]': value })).toEqual(['Someone'])
      expect(await loadNames(members, { 'filter[storeId][contains]': value })).toEqual([])
    })
  })

  test('the response leaves out the search text', async () => {
    const { body } = await call('GET', '/stores?limit=1')
    expect(body.data[0]).not.toHaveProperty('searchText')
  })

  test('the database folds text the same way the platform does', async () => {
    const texts = fc.array(
      fc.oneof(
        // The database may have an older Unicode without the newest characters past U+FFFF.
        fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[^\0-\uffff]/gu, '😀')),
        fc.string({ unit: fc.constantFrom(..."aÉßÆøŁıİΣςЁ한가がザ´'’.-&/ \t\u00a0\u0301%_\\ﬁＡ") }),
      ),
      { minLength: 1, maxLength: 50 },
    )
    await fc.assert(
      fc.asyncProperty(texts, async (sample) => {
        const { rows } = await sql<{ folded: string }>`
          select folded(text) as folded from unnest(${sample}::text[]) with ordinality as given (text, place)
          order by place`.execute(db())
        expect(rows.map(({ folded }) => folded)).toEqual(sample.map(foldText))
      }),
      { numRuns: 40 },
    )
  })

  test.each([members, catalogs])(
    'any words of a name find it in $name, in any order',
    async (resource) => {
      await clearTable(platform(), resource)
      const letters = fc.constantFrom(..."abAÉéßøŁΣя한花 -&'./%_")
      const name = fc.string({ unit: letters, minLength: 1, maxLength: 24 })
      const randomSearch = fc.tuple(
        name,
        fc.infiniteStream(fc.nat()),
        fc.nat({ max: 5 }),
        fc.boolean(),
      )
      await fc.assert(
        fc.asyncProperty(randomSearch, async ([name, ranks, count, capital]) => {
          const rank = new Map(
            splitSearchWords(name).map((word) => [word, ranks.next().value ?? 0]),
          )
          const words = [...rank.keys()].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
          const text = words.slice(0, count).join(' ')
          await clearTable(platform(), resource)
          await insertRows(platform(), resource, [{ ...buildSampleValues(resource), name }])
          const search = capital ? text.toUpperCase() : text
          expect(await loadNames(resource, { search }), `${search} in ${name}`).toEqual([name])
        }),
        { numRuns: 40 },
      )
    },
  )

  const searchableResources = resources.flatMap((resource) => {
    const name = resource.list.search.find((one) => resource.fields[one]?.kind === 'text')
    return !resource.api.single && isInsertable(resource) && name ? [{ resource, name }] : []
  })
  const loadClosest = async (resource: Resource, search: string) => {
    const query = new URLSearchParams({ search, closest: 'true', limit: '3' })
    const { status, body } = await call('GET', `/${resource.name}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  test.each(searchableResources)(
    'an exact match comes first in $resource.name',
    async ({ resource, name }) => {
      const word = `q${randomUUID().slice(0, 8)}`
      const texts = [`A ${word}`, `${word} b`, word.toUpperCase(), `a b ${word}`]
      await insertRows(
        platform(),
        resource,
        texts.map((text) => ({ ...buildSampleValues(resource), [name]: text })),
      )
      const { data, page } = await loadClosest(resource, word)
      expect(data.map((record: AnyRecord) => record[name]).slice(0, 2)).toEqual([
        texts[2],
        texts[1],
      ])
      expect(page).toEqual({ next: null, previous: null, from: 1, total: 4, totalIsCapped: false })
    },
  )

  test.each([sizes, orders])('a number in $name is found without its #', async (resource) => {
    // Long enough that no sample code begins with it.
    const number = '3700037'
    const rows = [`#1${number}`, `#${number}0`, `#${number}`].map((text) => ({
      ...buildSampleValues(resource),
      [resource.relations.label]: text,
    }))
    await insertRows(platform(), resource, rows)
    const { data } = await loadClosest(resource, number)
    const labels = data.map((record: AnyRecord) => record[resource.relations.label])
    expect(labels.slice(0, 2)).toEqual([`#${number}`, `#${number}0`])
  })

  test.each(['closest=true', 'closest=yes&search=a'])('rejects %s', async (query) => {
    expect((await call('GET', `/sizes?${query}`)).status).toBe(400)
  })
})
