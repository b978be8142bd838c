import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { limits } from '#shared/limits.ts'
import { getFilterableColumns, getFilterKind, getFilterOps } from '#shared/engine/list/listQuery.ts'
import { getField, getSortableColumns } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, shareOf, usePlatform } from '#tests/api/support/databases.ts'
import {
  clear,
  free,
  insertRows,
  isStored,
  sampleValues,
  writable,
} from '#tests/api/support/records.ts'

const listed = free.filter((resource) => !resource.single && isStored(resource))
/** Columns that the database or a chore works out by itself, or that may not occur twice. */
const generated = [
  'primaryDomain',
  'held',
  'failingIntegrations',
  'changedFields',
  'missing',
  'attentionIds',
  'fault',
  'reverses',
  'hue',
  'stores',
  'scope',
  'sent24h',
  'failed24h',
  'waiting',
  'sentThisMonth',
]
const uniqueFields = ({ unique }: Resource) => new Set(unique.flat())

/** Few values, so that ties are many; nulls where the field may be empty. */
function randomValue(field: Field): fc.Arbitrary<unknown> {
  const ofKind: Record<Field['kind'], () => fc.Arbitrary<unknown>> = {
    text: () => fc.constantFrom('a', 'B', 'b', 'Ä', 'zz', 'Zz', '%', '😀'),
    colour: () => fc.constantFrom('#000000', '#FFFFFF', '#ffffff'),
    integer: () => fc.integer({ min: 1, max: 4 }),
    decimal: () => fc.constantFrom(0, 0.1, 0.11, 99.5),
    toggle: () => fc.boolean(),
    select: () => fc.constantFrom(...options),
    longText: () => fc.constantFrom('a\nb', 'B'),
    list: () => fc.subarray(options.length > 0 ? options : ['a', 'b']),
    reference: () => fc.integer({ min: 1, max: 3 }),
    references: () => fc.subarray([1, 2, 3]),
    money: () => fc.constantFrom(-1, 0, 99, Number.MAX_SAFE_INTEGER),
    date: () => fc.constantFrom('2026-01-31', '2026-02-01'),
    secret: () => fc.constant(null),
    file: () => fc.constant(null),
    image: () => fc.constant(null),
    instant: () => fc.constantFrom('2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'),
  }
  const options = (field.options ?? []).map(({ value }) => value)
  const value = ofKind[field.kind]()
  return field.required || Array.isArray(getKind(field).emptyValue) ? value : fc.option(value)
}

function randomRows(resource: Resource): fc.Arbitrary<Record<string, unknown>[]> {
  const free = Object.entries({ ...resource.fields, ...resource.derived }).filter(
    ([name]) => !uniqueFields(resource).has(name) && !generated.includes(name),
  )
  const stamp = fc.record({
    createdAt: fc.constantFrom('2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'),
    createdBy: fc.constantFrom('a@example.com', 'B@example.com'),
  })
  const own = fc.record(Object.fromEntries(free.map(([name, field]) => [name, randomValue(field)])))
  return fc.array(
    fc
      .tuple(own, resource.appendOnly ? fc.constant({}) : stamp)
      .map(([own, stamp]) => ({ ...sampleValues(resource), ...own, ...stamp })),
    { maxLength: 14 },
  )
}

/** A record as a list answers it at this moment: the status of stickers and templates follows from the clock, whatever was inserted. */
function atTime({ name }: Resource, record: AnyRecord, now: Date): AnyRecord {
  if (name !== 'stickers' && name !== 'giftCardTemplates') return record
  const { active, paused, startsAt, endsAt } = record
  const time = (value: unknown) => new Date(String(value)).getTime()
  const running = startsAt !== null && time(startsAt) > now.getTime() ? 'scheduled' : 'live'
  const over = endsAt !== null && time(endsAt) <= now.getTime()
  const status = paused ? 'paused' : over ? 'ended' : running
  return { ...record, status: active ? status : 'off' }
}

/** The order a list must have, worked out without the database: PostgreSQL counts null as larger than all else. */
function inOrder(
  resource: Resource,
  records: AnyRecord[],
  column: string,
  descending: boolean,
): AnyRecord[] {
  const { currencyField: currencyOf } = getField(resource, column) ?? {}
  const key = (record: AnyRecord) => {
    const { [column]: value } = record
    // Amounts are sorted within their currency.
    if (currencyOf !== undefined && typeof value === 'number')
      return `${String(record[currencyOf] ?? '')} ${BigInt(value) + 4_000_000_000_000_000_000n}`
    return typeof value === 'string'
      ? value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      : value
  }
  const compare = (a: unknown, b: unknown) => {
    if (a === b) return 0
    if (a === null) return 1
    if (b === null) return -1
    if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
    return Number(a) - Number(b)
  }
  const sorted = records.toSorted((a, b) => compare(key(a), key(b)) || a.id - b.id)
  return descending ? sorted.reverse() : sorted
}

describe.each(databases)('lists on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const list = async (resource: Resource, params: Record<string, string>) => {
    const { status, body } = await call('GET', `/${resource.name}?${new URLSearchParams(params)}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const idsOf = (records: AnyRecord[]) => records.map(({ id }) => id)

  describe.each(shareOf(database, listed))('$name', (resource) => {
    test.each(getSortableColumns(resource))(
      'walking forth and back by %s meets each record once, in order',
      async (column) => {
        await fc.assert(
          fc.asyncProperty(
            randomRows(resource),
            fc.integer({ min: 1, max: 5 }),
            fc.boolean(),
            async (rows, limit, descending) => {
              await clear(platform(), resource)
              const inserted = await insertRows(platform(), resource, rows)
              const now = platform().platform.now()
              const records = inserted.map((record) => atTime(resource, record, now))
              const expected = idsOf(inOrder(resource, records, column, descending))
              const sort = `${descending ? '-' : ''}${column}`
              const page = (after: string | null) =>
                list(resource, { sort, limit: String(limit), ...(after ? { after } : {}) })

              const forth: number[][] = []
              let current = await page(null)
              expect(current.page).toMatchObject({ previous: null, total: rows.length })
              const places: unknown[] = []
              for (;;) {
                forth.push(idsOf(current.data))
                places.push(current.page.from)
                if (current.page.next === null) break
                current = await page(current.page.next)
              }
              expect(forth.flat()).toEqual(expected)
              const firsts = forth.map((_page, at) => forth.slice(0, at).flat().length + 1)
              expect(places).toEqual(rows.length === 0 ? [null] : firsts)

              const back: number[][] = [idsOf(current.data)]
              const placesBack = [current.page.from]
              while (current.page.previous !== null) {
                current = await page(current.page.previous)
                back.unshift(idsOf(current.data))
                placesBack.unshift(current.page.from)
              }
              expect(back).toEqual(forth)
              expect(placesBack).toEqual(places)
            },
          ),
          // Each column of each resource once: the mechanism has some 300 turns a database.
          { numRuns: 1 },
        )
      },
    )

    test('every filter there is can be asked for', async () => {
      const values = { contains: 'a', has: 'a', gte: '1', lte: '1', eq: '1' }
      for (const column of getFilterableColumns(resource)) {
        const kind = getFilterKind(resource, column)
        for (const op of kind ? getFilterOps(kind) : []) {
          const option = getField(resource, column)?.options?.[0]?.value
          const value =
            kind === 'instant' || kind === 'date' ? '2026-01-01' : (option ?? values[op])
          await list(resource, { [`filter[${column}][${op}]`]: value })
        }
      }
    })

    test('answers all, or what a plain client asks for without parameters', async () => {
      await clear(platform(), resource)
      const inserted = await insertRows(platform(), resource, [
        sampleValues(resource),
        sampleValues(resource),
      ])
      const { body } = await call('GET', `/${resource.name}`)
      expect(idsOf(body.data).sort()).toEqual(idsOf(inserted).sort())
      expect(body.page).toEqual({
        next: null,
        previous: null,
        total: 2,
        totalIsCapped: false,
        from: 1,
      })
    })

    test.each([
      ['an unknown parameter', 'page=2'],
      ['a parameter given twice', 'limit=5&limit=6'],
      ['a limit of nought', 'limit=0'],
      ['a limit beyond the largest page', 'limit=101'],
      ['a limit that is no number', 'limit=ten'],
      ['a sort by nothing there is', 'sort=constructor'],
      ['a sort by a column that is not shown', 'sort=id'],
      ['a filter by nothing there is', 'filter[__proto__][eq]=1'],
      ['a comparison the column does not know', 'filter[createdAt][contains]=1'],
      ['a date that is none', 'filter[createdAt][gte]=2026-13-45'],
      ['a day that no month has', 'filter[createdAt][gte]=2026-02-31'],
      ['an instant of such a day', 'filter[createdAt][lte]=2026-02-31T00:00:00.000Z'],
      ['a year before all years', 'filter[createdAt][gte]=0000-01-01'],
      ['a day after all days', 'filter[createdAt][lte]=9999-12-31'],
      ['a NUL byte', 'search=a%00b'],
      ['a search without end', `search=${'x'.repeat(201)}`],
      ['a cursor of somebody else', 'after=abc'],
    ])('%s is a bad request that says so', async (_what, query) => {
      const { status, body } = await call('GET', `/${resource.name}?${query}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'bad_request', detail: expect.stringMatching(/\w\.$/) })
    })
  })

  describe('cursors', () => {
    const [resource] = writable as [Resource, ...Resource[]]
    const texts = async () => {
      await clear(platform(), resource)
      await insertRows(
        platform(),
        resource,
        ['a', 'b', 'c'].map((name) => ({ ...sampleValues(resource), [resource.label]: name })),
      )
      return list(resource, { sort: resource.label, limit: '1' })
    }

    test('of another order are refused', async () => {
      const { page } = await texts()
      const query = new URLSearchParams({ sort: `-${resource.label}`, after: page.next })
      expect((await call('GET', `/${resource.name}?${query}`)).status).toBe(400)
    })

    test('that were tampered with never make the platform fail', async () => {
      const { page } = await texts()
      const known = Buffer.from(page.next, 'base64url').toString()
      const columns = getSortableColumns(resource)
      const anything = fc.oneof(
        fc.string().map((text) => Buffer.from(text).toString('base64url')),
        fc
          .tuple(fc.nat(known.length - 1), fc.string({ maxLength: 3 }))
          .map(([at, text]) => known.slice(0, at) + text + known.slice(at + 1))
          .map((text) => Buffer.from(text).toString('base64url')),
        fc
          .tuple(
            fc.constantFrom(...columns),
            fc.constantFrom('next', 'previous'),
            fc.jsonValue(),
            fc.oneof(fc.integer(), fc.jsonValue()),
          )
          .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
        fc
          .tuple(
            fc.constantFrom(...columns),
            fc.constantFrom(1.5, 1e300, '', 'x\0', '0000-01-01T00:00:00.000Z', true, null),
          )
          .map(([column, key]) =>
            Buffer.from(JSON.stringify([column, 'next', key, 1])).toString('base64url'),
          ),
      )
      await fc.assert(
        fc.asyncProperty(anything, fc.constantFrom(...columns), async (after, sort) => {
          const query = new URLSearchParams({ sort, after: after.slice(0, 900) })
          const { status } = await call('GET', `/${resource.name}?${query}`)
          expect([200, 400]).toContain(status)
        }),
        { numRuns: 150 },
      )
    })

    test.each(['2026-02-31T00:00:00.000Z', '2026-04-31T00:00:00.000Z', '2026-01-01T24:00:00.000Z'])(
      'made up of an instant that there is not are refused: %s',
      async (key) => {
        const made = (sort: string) =>
          Buffer.from(JSON.stringify([sort, 'next', key, 1])).toString('base64url')
        for (const path of [
          `/${resource.name}?sort=createdAt&after=${made('createdAt')}`,
          `/audit?after=${made('-time')}`,
        ])
          expect(await call('GET', path)).toMatchObject({
            status: 400,
            body: { code: 'bad_request' },
          })
      },
    )

    test('beyond the last record lead back to it', async () => {
      const { page } = await texts()
      await list(resource, { sort: resource.label, limit: '1', after: page.next })
      const params = { sort: resource.label, limit: '2' }
      const [, b, c] = (await list(resource, { sort: resource.label })).data
      const second = await list(resource, { ...params, after: page.next })
      expect(idsOf(second.data)).toEqual([b.id, c.id])
      await call('DELETE', `/${resource.name}/${b.id}`)
      await call('DELETE', `/${resource.name}/${c.id}`)

      const empty = await list(resource, { ...params, after: page.next })
      expect(empty).toMatchObject({ data: [], page: { next: null, total: 1 } })
      const before = await list(resource, { ...params, after: empty.page.previous })
      expect(before.data.map((record: AnyRecord) => record[resource.label])).toEqual(['a'])
    })
  })

  describe('searching and filtering sizes', () => {
    const sizes = resources.find(({ name }) => name === 'sizes') as Resource // It is there.
    const names = async (params: Record<string, string>) =>
      (await list(sizes, { sort: 'name', ...params })).data.map((size: AnyRecord) => size['name'])
    beforeAll(async () => {
      await clear(platform(), sizes)
      const sample = { ...sampleValues(sizes), equivalents: null, chest: null }
      await insertRows(platform(), sizes, [
        {
          ...sample,
          name: 'Small',
          code: 'S',
          group: 'adult',
          chest: 91,
          active: true,
          createdAt: '2026-01-01T23:59:59.999Z',
        },
        {
          ...sample,
          name: 'Medium',
          code: 'M',
          group: 'adult',
          chest: 97.25,
          active: false,
          createdAt: '2026-01-02T00:00:00.000Z',
        },
        {
          ...sample,
          name: 'Youth small',
          code: 'YS',
          group: 'youth',
          equivalents: 'EU 50%',
          active: true,
          createdAt: '2026-01-03T12:00:00.000Z',
        },
        {
          ...sample,
          name: 'a_b\\c',
          code: '2XL',
          group: 'one_size',
          active: true,
          createdAt: '2026-01-04T00:00:00.000Z',
        },
      ])
    })

    test.each<[string, Record<string, string>, string[]]>([
      ['finds text anywhere, whatever its case', { search: 'SMALL' }, ['Small', 'Youth small']],
      ['looks into every search field', { search: 'ys' }, ['Youth small']],
      ['takes % for itself', { search: '50%' }, ['Youth small']],
      ['takes _ for itself', { search: 'a_' }, ['a_b\\c']],
      ['takes a backslash for itself', { search: 'a_b\\' }, ['a_b\\c']],
      ['finds two letters anywhere', { search: 'MA' }, ['Small', 'Youth small']],
      ['finds two letters after a digit', { search: 'xl' }, ['a_b\\c']],
      ['finds what is no letter', { search: '%' }, ['Youth small']],
      ['finds parts of words beside each other', { search: 'youth sm' }, ['Youth small']],
      ['finds words in any order', { search: 'Small-youth' }, ['Youth small']],
      ['finds words of several fields', { search: 'ys small' }, ['Youth small']],
      ['finds no text across words', { search: 'thsmall' }, []],
      ['misses what lacks one of the words', { search: 'youth medium' }, []],
      ['finds nothing by a mark alone', { search: '&', 'filter[group][eq]': 'youth' }, []],
      ['finds nothing by a bracket', { search: '(' }, []],
      ['finds nothing by several marks', { search: ' -- ! ' }, []],
      ['finds nothing by blanks', { search: '  ' }, []],
      ['finds nothing by an accent alone', { search: '\u0301' }, []],
      ['finds nothing by a mark, the closest first', { search: '(', closest: 'true' }, []],
      ['filters nothing by a mark alone', { 'filter[name][contains]': '(' }, []],
      ['filters nothing by blanks', { 'filter[name][contains]': '  ' }, []],
      ['does not find how words are marked', { search: 'zq' }, []],
      ['filters two letters anywhere', { 'filter[name][contains]': 'ED' }, ['Medium']],
      ['filters one field, not all that are searched', { 'filter[code][contains]': 'small' }, []],
      ['finds nothing where nothing is', { search: "' or 1=1 --" }, []],
      ['filters a text', { 'filter[name][contains]': 'MED' }, ['Medium']],
      ['filters a choice', { 'filter[group][eq]': 'youth' }, ['Youth small']],
      ['filters a switch', { 'filter[active][eq]': '0' }, ['Medium']],
      ['filters from a number', { 'filter[chest][gte]': '97.25' }, ['Medium']],
      ['filters to a number', { 'filter[chest][lte]': '97.2' }, ['Small']],
      ['filters a whole number by a broken one', { 'filter[position][gte]': '0.5' }, []],
      ['filters from a day', { 'filter[createdAt][gte]': '2026-01-03' }, ['a_b\\c', 'Youth small']],
      [
        'filters to a day, that day included',
        { 'filter[createdAt][lte]': '2026-01-01' },
        ['Small'],
      ],
      [
        'filters to an instant',
        { 'filter[createdAt][lte]': '2026-01-02T00:00:00Z' },
        ['Medium', 'Small'],
      ],
      ['joins search and filters', { search: 'small', 'filter[group][eq]': 'adult' }, ['Small']],
    ])('%s', async (_what, params, expected) => {
      expect(await names(params)).toEqual(expected)
      expect((await list(sizes, params)).page.total).toBe(expected.length)
    })
  })

  /** Makes members of these names the only ones; returns a search that tells whom it finds, the first in this order first. */
  async function membersNamed(names: readonly string[]) {
    const members = resources.find(({ name }) => name === 'members') as Resource // It is there.
    await clear(platform(), members)
    const rows = names.map((name, index) => ({
      ...sampleValues(members),
      name,
      email: `${index}@example.com`,
    }))
    await insertRows(platform(), members, rows)
    return async (search: string): Promise<unknown[]> =>
      (await list(members, { search, sort: 'createdAt' })).data.map(({ name }: AnyRecord) => name)
  }

  test('a search finds names of other scripts, and the second part of one without blanks', async () => {
    const found = await membersNamed([
      '佐藤 花子',
      '佐藤花子',
      '김민준',
      'Ng',
      'Bùi Ngọc',
      'Ødegård',
    ])
    expect(await found('佐藤')).toEqual(['佐藤 花子', '佐藤花子'])
    expect(await found('花子')).toEqual(['佐藤 花子', '佐藤花子'])
    expect(await found('藤花')).toEqual([])
    expect(await found('김')).toEqual(['김민준'])
    expect(await found('민준')).toEqual(['김민준'])
    expect(await found('김민준')).toEqual(['김민준'])
    expect(await found('ng')).toEqual(['Ng', 'Bùi Ngọc'])
    expect(await found('Ødeg')).toEqual(['Ødegård'])
    expect(await found('co')).toEqual([])
  })

  test('among millions one or two letters are found where words begin', async () => {
    const found = await membersNamed(['Marcus Small', 'Sm', 'Emma', '50% Off'])
    expect(await found('SM')).toEqual(['Marcus Small', 'Sm'])
    expect(await found('ma')).toEqual(['Marcus Small'])
    expect(await found('%')).toEqual([])
    expect(await found('5')).toEqual(['50% Off'])
  })

  test('a search finds the first in order, be there many, few, or many far away', async () => {
    const members = resources.find(({ name }) => name === 'members') as Resource // It is there.
    await clear(platform(), members)
    const db = platform().platform.db
    await sql`insert into members
        (name, email, active, created_at, created_by, updated_at, updated_by)
      select case when n = 60000 then 'Rare ' when n <= 25000 then 'Aside ' else 'Common ' end || n % 7,
        case when n <= 25000 and n % 100 = 0 then 'common' else '' end || n,
        true, now(), 'test', now(), 'test'
      from generate_series(1, 60001) as n`.execute(db)
    await sql`analyze members`.execute(db)
    const names = async (search: string, sort: string, limit = '1') =>
      (await list(members, { search, sort, limit })).data.map(({ name }: AnyRecord) => name)
    expect(await names('common', '-name')).toEqual(['Common 6'])
    expect(await names('0 common', '-name')).toEqual(['Common 0'])
    expect(await names('rare', 'name')).toEqual(['Rare 3'])
    expect(await names('mon 6', '-name')).toEqual(['Common 6'])
    // One in a hundred of those at the beginning, 200 among 20,000.
    expect(new Set(await names('common', 'name', '50'))).toEqual(new Set(['Aside 0', 'Aside 1']))
    expect(await names('common', 'name', '100')).toEqual(
      [35, 36, 29].flatMap((count, rest) => Array<string>(count).fill(`Aside ${rest}`)),
    )
  })

  test('a count stops at 10,000, and is believed for 30 seconds', async () => {
    const members = resources.find(({ name }) => name === 'members') as Resource // It is there.
    await clear(platform(), members)
    await sql`insert into members
        (name, email, active, created_at, created_by, updated_at, updated_by)
      select 'm', n, true, now(), 'test', now(), 'test'
      from generate_series(1, ${sql.lit(limits.countCap + 1)}) as n`.execute(platform().platform.db)
    const capped = { total: limits.countCap, totalIsCapped: true }
    const before = Date.now()
    expect((await list(members, { limit: '1' })).page).toMatchObject(capped)
    await sql`delete from members where email::integer > 3`.execute(platform().platform.db)
    vi.useFakeTimers({ toFake: ['Date'], now: before + 29_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect((await list(members, { limit: '1' })).page, 'believed').toMatchObject(capped)
    vi.setSystemTime(before + 90_000)
    const counted = { total: 3, totalIsCapped: false }
    expect((await list(members, { limit: '1' })).page, 'counted anew').toMatchObject(counted)
    await clear(platform(), members)
    expect((await list(members, { limit: '1' })).page).toMatchObject({ ...counted, total: 0 })
  })
})
