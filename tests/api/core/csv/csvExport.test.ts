import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getColumnLabel, defineResource } from '#shared/engine/resource.ts'
import { secret, text } from '#shared/engine/fields/fields.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { members } from '#shared/areas/members/members.ts'
import { resources } from '#shared/areas/index.ts'
import { getExportableColumns } from '#server/platform/core/csv/exportableColumns.ts'
import { unescapeFormula, escapeFormula } from '#server/platform/core/csv/formulas.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'

const parseRows = (body: string): string[][] => parse(body, { bom: true })
const lists = resources.filter(({ api: { single } }) => !single)

describe.each(chooseDatabases('PostgreSQL'))('Exports on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const loadRows = async (path: string): Promise<string[][]> => {
    const { status, body } = await call('GET', path)
    expect(status, body.detail).toBe(200)
    return parseRows(body)
  }

  test.each(lists.map((resource) => ({ name: resource.name, resource })))(
    '$name: an export has each record under its column labels',
    async ({ name, resource }) => {
      const columns = getExportableColumns(resource)
      const [header, ...rows] = await loadRows(`/${name}/export`)
      expect(header).toEqual(columns.map((column) => getColumnLabel(resource, column)))
      const { total } = (await call('GET', `/${name}?limit=1`)).body.page
      // Sign-ins during the test add log entries.
      if (!resource.api.appendOnly || name === 'creditEntries') expect(rows).toHaveLength(total)
      expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length)
    },
  )

  test('an export starts with a byte order mark so that spreadsheets read umlauts', async () => {
    const { email, password } = platform().operator
    const { token } = (await call('POST', '/auth/login', { body: { email, password } })).body
    const answer = await fetch(`${platform().url}/sizes/export`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  })

  test('an amount has the decimal places of its currency, such as three for dinars', async () => {
    const values = { name: 'Dinars', limitCurrency: 'KWD', minAmount: 1250, maxAmount: 1_000_000 }
    const created = await call('POST', '/paymentSetups', {
      body: { ...buildSampleValues(paymentSetups), storeIds: [], ...values },
    })
    expect(created).toMatchObject({ status: 201, body: values })
    const { body } = await call(
      'GET',
      '/paymentSetups/export?columns=name,minAmount,maxAmount&search=Dinars',
    )
    expect(parseRows(body)).toEqual([
      ['Name', 'Minimum amount', 'Currency for amount limits', 'Maximum amount'],
      ['Dinars', '1.250', 'KWD Kuwaiti dinar', '1000.000'],
    ])
  })

  test('an export of failed payments has the amount and its currency', async () => {
    const { body } = await call(
      'GET',
      '/paymentAttempts/export?columns=orderNumber,amount,cardBrand',
    )
    expect(parseRows(body)[0]).toEqual(['Order', 'Amount', 'Currency', 'Card', 'Last four'])
  })

  test('an export has the columns, order, and filters of the list', async () => {
    const { headers, body } = await call(
      'GET',
      '/colors/export?columns=code,name,active&sort=-code&filter[name][contains]=blue',
    )
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="colors-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const [header, ...rows] = parseRows(body)
    expect(header).toEqual(['Code', 'Name', 'Active'])
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(([, name]) => name?.toLowerCase().includes('blue'))).toBe(true)
    expect(rows.map(([code]) => code)).toEqual(
      rows
        .map(([code]) => code)
        .toSorted()
        .toReversed(),
    )
  })

  test('a long export is complete when sorted by equal texts', async () => {
    const values = {
      ...buildSampleValues(members),
      name: 'Same Name',
      storeId: null,
      groupId: null,
    }
    const memberRows = Array.from({ length: 2300 }, (_, at) => ({
      ...values,
      email: `m${at}@x.example`,
    }))
    await insertRows(platform(), members, memberRows)
    const [, ...rows] = await loadRows('/members/export?columns=id,name,email&search=x.example')
    expect(rows).toHaveLength(2300)
    expect(new Set(rows.map(([id]) => id)).size).toBe(2300)
  })

  test('exports only the selected records, and rejects invalid IDs and parameters', async () => {
    const [one, other] = (await call('GET', '/colors?limit=25')).body.data
    const rows = await loadRows(`/colors/export?columns=id&ids=${one.id},${other.id}`)
    expect(rows.slice(1).flat().toSorted()).toEqual([one.id, other.id].map(String).toSorted())
    expect((await call('GET', '/colors/export?ids=a')).status).toBe(400)
    expect((await call('GET', '/colors/export?columns=nothing')).status).toBe(400)
    expect((await call('GET', '/colors/export?format=xls')).status).toBe(400)
    expect((await call('GET', '/colors/export?limit=5&unknown=1')).status).toBe(400)
  })

  test('formulas stay text, umlauts are kept, and the export is in the security log', async () => {
    const name = '=HYPERLINK("x";"Köln, ß")'
    const values = { ...buildSampleValues(colors), name, code: 'FRM', family: 'two\nlines' }
    const { status } = await call('POST', '/colors', { body: { ...values, family: '+49 30' } })
    expect(status).toBe(201)
    const path = '/colors/export?columns=name,family&filter[code][eq]=FRM'
    expect((await loadRows(path))[1]).toEqual([`'${name}`, "'+49 30"])
    const { rows } = await sql<{ stream: string; changes: Record<string, { after: string }> }>`
      select stream, changes from audit where event = 'colors.exported' order by id desc limit 1`.execute(
      platform().platform.db,
    )
    expect(rows[0]?.stream).toBe('security')
    expect(rows[0]?.changes['columns']?.after).toBe('name, family')
  })

  test('rejects an account that can read but not export', async () => {
    const reader = await openSession(
      platform(),
      await platform().addAccount(['Colors', 'Colors:read']),
    )
    expect((await reader('GET', '/colors/export')).status).toBe(403)
  })
})

test('an escaped formula differs from a text that starts with an apostrophe', () => {
  for (const cell of [
    '=1+1',
    '+49',
    '-5+2',
    '@x',
    '\tx',
    "'=1",
    "''+1",
    '＝1',
    "it's",
    "'a",
    '-12.50',
  ])
    expect(unescapeFormula(escapeFormula(cell)), cell).toBe(cell)
  expect(escapeFormula('-12.50')).toBe('-12.50')
  expect(escapeFormula('=1')).toBe("'=1")
})

test("secrets can't be exported", () => {
  const keys = defineResource({
    name: 'keys',
    title: { one: 'key', many: 'keys' },
    about: 'Keys.',
    permission: 'Colors',
    fields: { name: text('Name', { max: 9 }), password: secret('Password', { max: 9 }) },
    list: { columns: ['name'], search: ['name'] },
  })
  expect(getExportableColumns(keys)).not.toContain('password')
})
