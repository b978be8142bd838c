import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'

const readCase = (name: string) => readFileSync(new URL(`../../../cases/${name}`, import.meta.url))

describe.each(chooseDatabases('PGlite'))('Files of other programs on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let imports: Awaited<ReturnType<typeof createImporter>>
  beforeAll(async () => {
    imports = await createImporter(platform())
  })
  const importSizes = async (content: Buffer | string) => {
    const preview = await imports.checkFile('sizes', content)
    expect(preview.problems).toEqual([])
    await imports.runImport('sizes', preview.id)
    return preview
  }
  const findSize = async (code: string) =>
    (await imports.call('GET', `/sizes?filter[code][eq]=${code}`)).body.data[0]

  test('a quotation mark inside a value is kept', async () => {
    const preview = await importSizes(readCase('unquoted-inch-mark.csv'))
    expect(preview.lines).toBe(2)
    expect(await findSize('B8A')).toMatchObject({ name: 'Tote 12" wide' })
    expect(await findSize('B8B')).toMatchObject({ name: 'Plain' })
  })

  test("Excel's first line sets the delimiter and isn't a row", async () => {
    const preview = await importSizes(readCase('excel-sep-line.csv'))
    expect(preview).toMatchObject({ delimiter: ';', heads: ['Name', 'Code', 'Group', 'Chest'] })
    expect(await findSize('B5A')).toMatchObject({ name: 'Sep one', chest: 101 })
    expect(await findSize('B5B')).toMatchObject({ name: 'Sep two', chest: 102 })
  })

  test('a file with mixed line endings has one row per line, without carriage returns', async () => {
    const preview = await importSizes(readCase('mixed-line-endings.csv'))
    expect(preview.lines).toBe(2)
    expect(await findSize('B6A')).toMatchObject({ name: 'Mix one', group: 'adult' })
    expect(await findSize('B6B')).toMatchObject({ name: 'Mix two', group: 'adult' })
    const { body } = await imports.openFile(
      'sizes',
      'Name,Code,Group\rA,BX1,Adult\nB,BX2,Adult\r\n',
    )
    expect(body).toMatchObject({ lines: 2, heads: ['Name', 'Code', 'Group'] })
  })

  test('a file that its parser rejects is a 422 with the line', async () => {
    const { status, body } = await imports.openFile(
      'sizes',
      'Name,Code,Group\nA,BY1,Adult\n"B,BY2,Adult\n',
    )
    expect(status).toBe(422)
    expect(body.fields.file).toMatch(/^Line 3 has a quotation mark/)
  })

  test('the export of rejected rows has one row each, with line breaks and quotation marks', async () => {
    const name = `A "quoted"\nname; in, parts ${'x'.repeat(200)}`
    const preview = await imports.checkFile(
      'colors',
      `Name,Code,Color\r\n"${name.replaceAll('"', '""')}",BZ1,none\r\nPlain,BZ2,none\r\n`,
    )
    expect(preview.counts).toMatchObject({ refused: 2 })
    const rows: string[][] = parse(await imports.exportFailedLines('colors', preview.id), {
      bom: true,
    })
    expect(rows.map(([first]) => first)).toEqual(['Name', name, 'Plain'])
  })

  test('an export has one row per record even if cells contain line breaks', async () => {
    const template = (await imports.call('GET', '/giftCardTemplates?limit=25')).body
    const { body } = await imports.call('GET', '/giftCardTemplates/export')
    expect(body).toMatch(/"[^"]*[^\r"]\n[^"]*"/)
    const rows: string[][] = parse(body, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] })
    expect(rows).toHaveLength(template.page.total + 1)
  })
})
