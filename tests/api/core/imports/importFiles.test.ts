import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'

const readCase = (name: string) => readFileSync(new URL(`../../../cases/${name}`, import.meta.url))

describe.each(usually('PGlite'))('Files of other programs on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let by: Awaited<ReturnType<typeof importer>>
  beforeAll(async () => {
    by = await importer(platform())
  })
  const importSizes = async (content: Buffer | string) => {
    const found = await by.look('sizes', content)
    expect(found.problems).toEqual([])
    await by.run('sizes', found.id)
    return found
  }
  const findSize = async (code: string) =>
    (await by.call('GET', `/sizes?filter[code][eq]=${code}`)).body.data[0]

  test('a quotation mark inside a value is read as it stands', async () => {
    const found = await importSizes(readCase('unquoted-inch-mark.csv'))
    expect(found.lines).toBe(2)
    expect(await findSize('B8A')).toMatchObject({ name: 'Tote 12" wide' })
    expect(await findSize('B8B')).toMatchObject({ name: 'Plain' })
  })

  test("Excel's first line sets the delimiter and is no row", async () => {
    const found = await importSizes(readCase('excel-sep-line.csv'))
    expect(found).toMatchObject({ delimiter: ';', heads: ['Name', 'Code', 'Group', 'Chest'] })
    expect(await findSize('B5A')).toMatchObject({ name: 'Sep one', chest: 101 })
    expect(await findSize('B5B')).toMatchObject({ name: 'Sep two', chest: 102 })
  })

  test('mixed line endings make as many rows as lines, without carriage returns', async () => {
    const found = await importSizes(readCase('mixed-line-endings.csv'))
    expect(found.lines).toBe(2)
    expect(await findSize('B6A')).toMatchObject({ name: 'Mix one', group: 'adult' })
    expect(await findSize('B6B')).toMatchObject({ name: 'Mix two', group: 'adult' })
    const { body } = await by.open('sizes', 'Name,Code,Group\rA,BX1,Adult\nB,BX2,Adult\r\n')
    expect(body).toMatchObject({ lines: 2, heads: ['Name', 'Code', 'Group'] })
  })

  test('a file that its parser rejects is a 422 with the line', async () => {
    const { status, body } = await by.open('sizes', 'Name,Code,Group\nA,BY1,Adult\n"B,BY2,Adult\n')
    expect(status).toBe(422)
    expect(body.fields.file).toMatch(/^Line 3 has a quotation mark/)
  })

  test('rejected rows come back one row each, line breaks and quotation marks included', async () => {
    const name = `A "quoted"\nname; in, parts ${'x'.repeat(200)}`
    const found = await by.look(
      'colors',
      `Name,Code,Color\r\n"${name.replaceAll('"', '""')}",BZ1,none\r\nPlain,BZ2,none\r\n`,
    )
    expect(found.counts).toMatchObject({ refused: 2 })
    const rows: string[][] = parse(await by.failed('colors', found.id), { bom: true })
    expect(rows.map(([first]) => first)).toEqual(['Name', name, 'Plain'])
  })

  test('an export has one row per record when cells hold line breaks', async () => {
    const template = (await by.call('GET', '/giftCardTemplates?limit=25')).body
    const { body } = await by.call('GET', '/giftCardTemplates/export')
    expect(body).toMatch(/"[^"]*[^\r"]\n[^"]*"/)
    const rows: string[][] = parse(body, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] })
    expect(rows).toHaveLength(template.page.total + 1)
  })
})
