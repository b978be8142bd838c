import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { limits } from '#shared/limits.ts'
import {
  getFilterableColumns,
  getFilterKind,
  getColumnFilterOps,
} from '#shared/engine/list/filterColumns.ts'
import { formatSort } from '#shared/engine/list/listQuery.ts'
import type { Sort, SortColumn } from '#shared/engine/list/listQuery.ts'
import { getField, getSortableColumns } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import {
  computedColumns,
  listedResources,
  randomRows,
  toCurrentRecord,
  uniqueFields,
} from '#tests/api/support/randomRows.ts'
import type { Targets } from '#tests/api/support/randomRows.ts'
import { databases, getShare, usePlatform } from '#tests/api/support/databases.ts'
import {
  clearTable,
  insertRows,
  buildSampleValues,
  fullyWritableResources,
} from '#tests/api/support/records.ts'

/**
 * Inserts a few records for each reference of a resource, two of them with the same label if labels
 * aren't unique. Accounts already exist, and no record refers to another of its own kind.
 */
async function insertTargets(platform: TestPlatform, resource: Resource): Promise<Targets> {
  const targets = new Map<string, Map<number, string>>()
  for (const { kind, target } of Object.values({ ...resource.fields, ...resource.derived })) {
    const other = kind === 'reference' ? getResource(target?.name ?? '') : undefined
    if (!other || other.name === resource.name || targets.has(other.name)) continue
    const { label } = other.relations
    const areUnique = uniqueFields(other).has(label)
    const samples = [0, 1, 2].map((index) => ({
      ...buildSampleValues(other),
      ...(!areUnique && index > 0 && { [label]: 'Same' }),
    }))
    if (other.name !== 'users') await clearTable(platform, other)
    const rows =
      other.name === 'users'
        ? await withRecordTables(platform.platform.db).selectFrom('users').selectAll().execute()
        : await insertRows(platform, other, samples)
    targets.set(other.name, new Map(rows.map((row) => [Number(row['id']), String(row[label])])))
  }
  return targets
}

/** Sorts records the way a list must, without the database: PostgreSQL sorts null last. */
function sortRecords(
  resource: Resource,
  records: AnyRecord[],
  sort: Sort,
  targets: Targets,
): AnyRecord[] {
  const getKey = (record: AnyRecord, column: string) => {
    const { currencyField, kind, target } = getField(resource, column) ?? {}
    const value =
      kind === 'reference'
        ? (targets.get(target?.name ?? '')?.get(Number(record[column])) ?? null)
        : record[column]
    // Amounts are sorted within their currency.
    if (currencyField !== undefined && typeof value === 'number')
      return `${String(record[currencyField] ?? '')} ${BigInt(value) + 4_000_000_000_000_000_000n}`
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
  const orderOf = ({ descending }: SortColumn, comparison: number) =>
    descending ? -comparison : comparison
  return records.toSorted((a, b) => {
    for (const column of sort) {
      const comparison = compare(getKey(a, column.field), getKey(b, column.field))
      if (comparison !== 0) return orderOf(column, comparison)
    }
    return orderOf(sort.at(-1) ?? sort[0], a.id - b.id)
  })
}

describe.each(databases)('Lists on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const list = async (resource: Resource, params: Record<string, string>) => {
    const { status, body } = await call('GET', `/${resource.name}?${new URLSearchParams(params)}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const getIds = (records: AnyRecord[]) => records.map(({ id }) => id)

  /** Pages through a list to its end and back, which must return each record once, in order. */
  async function expectPagesInOrder(
    resource: Resource,
    inserted: AnyRecord[],
    sort: Sort,
    limit: number,
    targets: Targets,
  ) {
    const now = platform().platform.now()
    const records = inserted.map((record) => toCurrentRecord(resource, record, now))
    const expected = getIds(sortRecords(resource, records, sort, targets))
    const loadPage = (after: string | null) =>
      list(resource, {
        sort: formatSort(sort),
        limit: String(limit),
        ...(after ? { after } : {}),
      })

    const forwardPages: number[][] = []
    let current = await loadPage(null)
    expect(current.page).toMatchObject({ previous: null, total: inserted.length })
    const positions: unknown[] = []
    for (;;) {
      forwardPages.push(getIds(current.data))
      positions.push(current.page.from)
      if (current.page.next === null) break
      current = await loadPage(current.page.next)
    }
    expect(forwardPages.flat(), formatSort(sort)).toEqual(expected)
    const firstPositions = forwardPages.map(
      (_page, at) => forwardPages.slice(0, at).flat().length + 1,
    )
    expect(positions).toEqual(inserted.length === 0 ? [null] : firstPositions)

    const backPages: number[][] = [getIds(current.data)]
    const backPositions = [current.page.from]
    while (current.page.previous !== null) {
      current = await loadPage(current.page.previous)
      backPages.unshift(getIds(current.data))
      backPositions.unshift(current.page.from)
    }
    expect(backPages, formatSort(sort)).toEqual(forwardPages)
    expect(backPositions).toEqual(positions)
  }

  describe.each(getShare(database, listedResources))('$name', (resource) => {
    let targets: Targets
    beforeAll(async () => {
      targets = await insertTargets(platform(), resource)
    })
    const sortableColumns = getSortableColumns(resource).filter(
      (column) => !computedColumns.includes(`${resource.name}.${column}`),
    )
    test.each(sortableColumns)(
      'paging forward and back by %s returns each record once, in order',
      async (column) => {
        await fc.assert(
          fc.asyncProperty(
            randomRows(resource, targets),
            fc.integer({ min: 1, max: 5 }),
            fc.boolean(),
            async (rows, limit, descending) => {
              await clearTable(platform(), resource)
              const inserted = await insertRows(platform(), resource, rows)
              const sort: Sort = [{ field: column, descending }]
              await expectPagesInOrder(resource, inserted, sort, limit, targets)
            },
          ),
          // One run per column of each resource: that is already some 300 runs per database.
          { numRuns: 1 },
        )
      },
    )

    test('paging forward and back by two or three columns returns each record once, in order', async () => {
      const size = { minLength: 9, maxLength: 9 }
      const [[rows = [], directions = []] = []] = fc.sample(
        fc.tuple(
          randomRows(resource, targets, size),
          fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }),
        ),
        1,
      )
      await clearTable(platform(), resource)
      const inserted = await insertRows(platform(), resource, rows)
      let next = 0
      const withDirection = (field: string) => ({
        field,
        descending: directions[next++ % directions.length] ?? false,
      })
      // Each column before the next one, and every third one before two others. All pairs of all
      // resources would take minutes.
      for (const [index, first] of sortableColumns.entries()) {
        const [second = first, third = first] = [
          sortableColumns.at(index - 1),
          sortableColumns.at(index - 2),
        ]
        if (second === first) continue
        const pair = [withDirection(first), withDirection(second)] as const
        await expectPagesInOrder(resource, inserted, pair, 5, targets)
        if (index % 3 > 0 || third === first) continue
        await expectPagesInOrder(resource, inserted, [...pair, withDirection(third)], 5, targets)
      }
    })

    test('every filter can be used', async () => {
      for (const column of getFilterableColumns(resource)) {
        const isTime = ['instant', 'date'].includes(getFilterKind(resource, column) ?? '')
        const option = getField(resource, column)?.options?.[0]?.value
        const value = isTime ? '2026-01-01' : (option ?? '1')
        const values: Partial<Record<FilterOp, string>> = {
          between: `${value},${value}`,
          within: 'last-7-days',
          notWithin: 'next-2-months',
          empty: '1',
        }
        for (const op of getColumnFilterOps(resource, column)) {
          await list(resource, { [`filter[${column}][${op}]`]: values[op] ?? value })
        }
      }
    })

    test('returns all records without parameters', async () => {
      await clearTable(platform(), resource)
      const inserted = await insertRows(platform(), resource, [
        buildSampleValues(resource),
        buildSampleValues(resource),
      ])
      const { body } = await call('GET', `/${resource.name}`)
      expect(getIds(body.data).sort()).toEqual(getIds(inserted).sort())
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
      ['a limit of 0', 'limit=0'],
      ['a limit beyond the largest page', 'limit=101'],
      ["a limit that isn't a number", 'limit=ten'],
      ['a sort by an unknown column', 'sort=constructor'],
      ['a sort by a hidden column', 'sort=id'],
      ['a sort by four columns', 'sort=createdAt,createdBy,updatedAt,updatedBy'],
      ['a sort by the same column twice', 'sort=createdAt,-createdAt'],
      ['a sort with an empty column', 'sort=createdAt,'],
      ['a filter by an unknown column', 'filter[__proto__][eq]=1'],
      ["a comparison that the column doesn't support", 'filter[createdAt][contains]=1'],
      ['an invalid date', 'filter[createdAt][gte]=2026-13-45'],
      ['February 31', 'filter[createdAt][gte]=2026-02-31'],
      ['a time on February 31', 'filter[createdAt][lte]=2026-02-31T00:00:00.000Z'],
      ['the year 0', 'filter[createdAt][gte]=0000-01-01'],
      ['an end date on the last possible day', 'filter[createdAt][lte]=9999-12-31'],
      ['a NUL byte', 'search=a%00b'],
      ['a search that is too long', `search=${'x'.repeat(201)}`],
      ["a cursor that isn't from this list", 'after=abc'],
    ])('%s is a bad request with a sentence', async (_what, query) => {
      const { status, body } = await call('GET', `/${resource.name}?${query}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'bad_request', detail: expect.stringMatching(/\w\.$/) })
    })
  })

  describe('Cursors', () => {
    const [resource] = fullyWritableResources as [Resource, ...Resource[]]
    const loadFirstPage = async () => {
      await clearTable(platform(), resource)
      await insertRows(
        platform(),
        resource,
        ['a', 'b', 'c'].map((name) => ({
          ...buildSampleValues(resource),
          [resource.relations.label]: name,
        })),
      )
      return list(resource, { sort: resource.relations.label, limit: '1' })
    }

    test('rejects a cursor of another sort order', async () => {
      const { page } = await loadFirstPage()
      const query = new URLSearchParams({ sort: `-${resource.relations.label}`, after: page.next })
      expect((await call('GET', `/${resource.name}?${query}`)).status).toBe(400)
    })

    test('a manipulated cursor never makes the platform fail', async () => {
      const { page } = await loadFirstPage()
      const validCursor = Buffer.from(page.next, 'base64url').toString()
      const columns = getSortableColumns(resource)
      const anyCursor = fc.oneof(
        fc.string().map((text) => Buffer.from(text).toString('base64url')),
        fc
          .tuple(fc.nat(validCursor.length - 1), fc.string({ maxLength: 3 }))
          .map(([at, text]) => validCursor.slice(0, at) + text + validCursor.slice(at + 1))
          .map((text) => Buffer.from(text).toString('base64url')),
        fc
          .tuple(
            fc.constantFrom(...columns),
            fc.constantFrom('next', 'previous'),
            fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 2 })),
            fc.oneof(fc.integer(), fc.jsonValue()),
          )
          .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
        fc
          .tuple(
            fc.constantFrom(...columns),
            fc.constantFrom(1.5, 1e300, '', 'x\0', '0000-01-01T00:00:00.000Z', true, null),
          )
          .map(([column, key]) =>
            Buffer.from(JSON.stringify([column, 'next', [key], 1])).toString('base64url'),
          ),
      )
      await fc.assert(
        fc.asyncProperty(anyCursor, fc.constantFrom(...columns), async (after, sort) => {
          const query = new URLSearchParams({ sort, after: after.slice(0, 900) })
          const { status } = await call('GET', `/${resource.name}?${query}`)
          expect([200, 400]).toContain(status)
        }),
        { numRuns: 150 },
      )
    })

    test.each(['2026-02-31T00:00:00.000Z', '2026-04-31T00:00:00.000Z', '2026-01-01T24:00:00.000Z'])(
      'rejects a cursor with the invalid time %s',
      async (key) => {
        const buildCursor = (sort: string) =>
          Buffer.from(JSON.stringify([sort, 'next', [key], 1])).toString('base64url')
        for (const path of [
          `/${resource.name}?sort=createdAt&after=${buildCursor('createdAt')}`,
          `/audit?after=${buildCursor('-time')}`,
        ])
          expect(await call('GET', path)).toMatchObject({
            status: 400,
            body: { code: 'bad_request' },
          })
      },
    )

    test('a cursor past the last record leads back to it', async () => {
      const { page } = await loadFirstPage()
      await list(resource, { sort: resource.relations.label, limit: '1', after: page.next })
      const params = { sort: resource.relations.label, limit: '2' }
      const [, b, c] = (await list(resource, { sort: resource.relations.label })).data
      const second = await list(resource, { ...params, after: page.next })
      expect(getIds(second.data)).toEqual([b.id, c.id])
      await call('DELETE', `/${resource.name}/${b.id}`)
      await call('DELETE', `/${resource.name}/${c.id}`)

      const empty = await list(resource, { ...params, after: page.next })
      expect(empty).toMatchObject({ data: [], page: { next: null, total: 1 } })
      const before = await list(resource, { ...params, after: empty.page.previous })
      expect(before.data.map((record: AnyRecord) => record[resource.relations.label])).toEqual([
        'a',
      ])
    })
  })

  describe('Searching and filtering sizes', () => {
    const sizes = resources.find(({ name }) => name === 'sizes') as Resource // It exists.
    const loadNames = async (params: Record<string, string>) =>
      (await list(sizes, { sort: 'name', ...params })).data.map((size: AnyRecord) => size['name'])
    beforeAll(async () => {
      await clearTable(platform(), sizes)
      const sample = { ...buildSampleValues(sizes), equivalents: null, chest: null }
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
      ['finds text anywhere, ignoring case', { search: 'SMALL' }, ['Small', 'Youth small']],
      ['searches every search field', { search: 'ys' }, ['Youth small']],
      ['treats % as text', { search: '50%' }, ['Youth small']],
      ['treats _ as text', { search: 'a_' }, ['a_b\\c']],
      ['treats a backslash as text', { search: 'a_b\\' }, ['a_b\\c']],
      ['finds two letters anywhere', { search: 'MA' }, ['Small', 'Youth small']],
      ['finds two letters after a digit', { search: 'xl' }, ['a_b\\c']],
      ['finds a symbol', { search: '%' }, ['Youth small']],
      ['finds parts of neighboring words', { search: 'youth sm' }, ['Youth small']],
      ['finds words in any order', { search: 'Small-youth' }, ['Youth small']],
      ['finds words across several fields', { search: 'ys small' }, ['Youth small']],
      ['finds no text across words', { search: 'thsmall' }, []],
      ['finds nothing if one of the words is missing', { search: 'youth medium' }, []],
      [
        'finds nothing by a punctuation mark only',
        { search: '&', 'filter[group][eq]': 'youth' },
        [],
      ],
      ['finds nothing by a bracket', { search: '(' }, []],
      ['finds nothing by several punctuation marks', { search: ' -- ! ' }, []],
      ['finds nothing by blanks', { search: '  ' }, []],
      ['finds nothing by an accent only', { search: '\u0301' }, []],
      ['finds nothing by a punctuation mark, closest first', { search: '(', closest: 'true' }, []],
      ['filters out everything by a punctuation mark only', { 'filter[name][contains]': '(' }, []],
      ['filters out everything by blanks', { 'filter[name][contains]': '  ' }, []],
      ["doesn't find the internal word marker", { search: 'zq' }, []],
      ['filters by two letters anywhere', { 'filter[name][contains]': 'ED' }, ['Medium']],
      ['filters by one field, not by all search fields', { 'filter[code][contains]': 'small' }, []],
      ['finds nothing by an SQL injection', { search: "' or 1=1 --" }, []],
      ['filters by a text', { 'filter[name][contains]': 'MED' }, ['Medium']],
      ['filters by an option', { 'filter[group][eq]': 'youth' }, ['Youth small']],
      ['filters by a switch', { 'filter[active][eq]': '0' }, ['Medium']],
      ['filters by a minimum', { 'filter[chest][gte]': '97.25' }, ['Medium']],
      ['filters by a maximum', { 'filter[chest][lte]': '97.2' }, ['Small']],
      ['filters a whole number by a decimal', { 'filter[position][gte]': '0.5' }, []],
      [
        'filters by a first day',
        { 'filter[createdAt][gte]': '2026-01-03' },
        ['a_b\\c', 'Youth small'],
      ],
      ['filters by a last day, inclusive', { 'filter[createdAt][lte]': '2026-01-01' }, ['Small']],
      [
        'filters by a latest time',
        { 'filter[createdAt][lte]': '2026-01-02T00:00:00Z' },
        ['Medium', 'Small'],
      ],
      ['combines search and filters', { search: 'small', 'filter[group][eq]': 'adult' }, ['Small']],
    ])('%s', async (_what, params, expected) => {
      expect(await loadNames(params)).toEqual(expected)
      expect((await list(sizes, params)).page.total).toBe(expected.length)
    })
  })

  /**
   * Replaces all members with ones of these names; returns a search for their names, in this order.
   */
  async function replaceMembers(names: readonly string[]) {
    const members = resources.find(({ name }) => name === 'members') as Resource // It exists.
    await clearTable(platform(), members)
    const rows = names.map((name, index) => ({
      ...buildSampleValues(members),
      name,
      email: `${index}@example.com`,
    }))
    await insertRows(platform(), members, rows)
    return async (search: string): Promise<unknown[]> =>
      (await list(members, { search, sort: 'createdAt' })).data.map(({ name }: AnyRecord) => name)
  }

  test('a search finds names in other scripts, and the second part of a name without blanks', async () => {
    const search = await replaceMembers([
      '佐藤 花子',
      '佐藤花子',
      '김민준',
      'Ng',
      'Bùi Ngọc',
      'Ødegård',
    ])
    expect(await search('佐藤')).toEqual(['佐藤 花子', '佐藤花子'])
    expect(await search('花子')).toEqual(['佐藤 花子', '佐藤花子'])
    expect(await search('藤花')).toEqual([])
    expect(await search('김')).toEqual(['김민준'])
    expect(await search('민준')).toEqual(['김민준'])
    expect(await search('김민준')).toEqual(['김민준'])
    expect(await search('ng')).toEqual(['Ng', 'Bùi Ngọc'])
    expect(await search('Ødeg')).toEqual(['Ødegård'])
    expect(await search('co')).toEqual([])
  })

  test('in large tables, one or two letters match only the start of words', async () => {
    const search = await replaceMembers(['Marcus Small', 'Sm', 'Emma', '50% Off'])
    expect(await search('SM')).toEqual(['Marcus Small', 'Sm'])
    expect(await search('ma')).toEqual(['Marcus Small'])
    expect(await search('%')).toEqual([])
    expect(await search('5')).toEqual(['50% Off'])
  })

  test('a search returns the first matches in order, whether there are many, few, or distant ones', async () => {
    const members = resources.find(({ name }) => name === 'members') as Resource // It exists.
    await clearTable(platform(), members)
    const db = platform().platform.db
    await sql`insert into members
        (name, email, active, created_at, created_by, updated_at, updated_by)
      select case when n = 60000 then 'Rare ' when n <= 25000 then 'Aside ' else 'Common ' end || n % 7,
        case when n <= 25000 and n % 100 = 0 then 'common' else '' end || n,
        true, now(), 'test', now(), 'test'
      from generate_series(1, 60001) as n`.execute(db)
    await sql`analyze members`.execute(db)
    const loadNames = async (search: string, sort: string, limit = '1') =>
      (await list(members, { search, sort, limit })).data.map(({ name }: AnyRecord) => name)
    expect(await loadNames('common', '-name')).toEqual(['Common 6'])
    expect(await loadNames('0 common', '-name')).toEqual(['Common 0'])
    expect(await loadNames('rare', 'name')).toEqual(['Rare 3'])
    expect(await loadNames('mon 6', '-name')).toEqual(['Common 6'])
    // At the beginning 1 in 100 matches: 250 of 25,000.
    expect(new Set(await loadNames('common', 'name', '50'))).toEqual(
      new Set(['Aside 0', 'Aside 1']),
    )
    expect(await loadNames('common', 'name', '100')).toEqual(
      [35, 36, 29].flatMap((count, rest) => Array<string>(count).fill(`Aside ${rest}`)),
    )
  })

  test('a count stops at 10,000 and is cached for 30 seconds', async () => {
    const members = resources.find(({ name }) => name === 'members') as Resource // It exists.
    await clearTable(platform(), members)
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
    expect((await list(members, { limit: '1' })).page, 'cached').toMatchObject(capped)
    vi.setSystemTime(before + 90_000)
    const exact = { total: 3, totalIsCapped: false }
    expect((await list(members, { limit: '1' })).page, 'counted again').toMatchObject(exact)
    await clearTable(platform(), members)
    expect((await list(members, { limit: '1' })).page).toMatchObject({ ...exact, total: 0 })
  })
})
