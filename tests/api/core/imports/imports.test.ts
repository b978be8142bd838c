import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getImportFields } from '#shared/engine/imports/importFields.ts'
import { resources } from '#shared/areas/index.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'

const importableResources = resources.filter(({ api: { import: imports } }) => imports)
const joinLines = (...rows: string[]) => rows.join('\n')

describe.each(chooseDatabases('PGlite'))('Imports on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let imports: Awaited<ReturnType<typeof createImporter>>
  beforeAll(async () => {
    imports = await createImporter(platform())
  })
  const loadList = async (path: string) => (await imports.call('GET', path)).body.data
  const findSize = async (code: string) => (await loadList(`/sizes?search=${code}`))[0]

  test.each(importableResources.map((resource) => ({ name: resource.name, resource })))(
    '$name: importing an export changes nothing',
    async ({ name, resource }) => {
      if (name === 'creditRequests')
        await sql`update credit_requests set reference = 'R-' || id where reference is null`.execute(
          platform().platform.db,
        )
      const columns = Object.keys(getImportFields(resource)).join(',')
      const { body } = await imports.call('GET', `/${name}/export?columns=${columns}`)
      const preview = await imports.checkFile(name, body)
      expect(preview.mapping).toEqual(
        Object.fromEntries(Object.keys(getImportFields(resource)).map((field, at) => [field, at])),
      )
      const { counts, problems } = preview
      expect(preview.state).toBe('ready')
      expect(counts.waiting + counts.create + counts.change, JSON.stringify(problems)).toBe(0)
      if (name === 'creditRequests') {
        // A used reference is rejected so that no credits are issued twice.
        expect(counts.refused).toBe(preview.lines)
        expect(problems[0].reasons.join()).toContain('has this store and reference')
      } else
        expect({ ...counts, problems }).toMatchObject({ unchanged: preview.lines, problems: [] })
      const { status } = await imports.call('POST', `/${name}/imports/${preview.id}/run`, {
        body: {},
      })
      expect(status).toBe(422)
    },
  )

  test('rows create and change records like the check said, and an undo reverts all of it', async () => {
    const before = await findSize('XL')
    const preview = await imports.checkFile(
      'sizes',
      joinLines(
        'Name;Code;Group;Chest',
        'Huge;HUG;Adult;140.5',
        `Renamed;${before.code};${before.group};`,
      ),
    )
    expect(preview).toMatchObject({
      state: 'ready',
      delimiter: ';',
      encoding: 'utf-8',
      counts: { create: 1, change: 1, refused: 0 },
    })
    expect(await findSize('HUG')).toBeUndefined()
    const job = await imports.runImport('sizes', preview.id)
    expect(job).toMatchObject({ title: 'Import lines.csv', status: 'done', rows: { done: 2 } })
    const created = await findSize('HUG')
    expect(created).toMatchObject({ name: 'Huge', group: 'adult', chest: 140.5 })
    const { data: rows } = (await imports.call('GET', `/jobs/${job.id}/rows`)).body
    expect(rows.map(({ targetId }: { targetId: number }) => targetId)).toEqual([
      created.id,
      before.id,
    ])
    expect(job.importId).toBe(preview.id)
    expect(await findSize(before.code)).toMatchObject({ name: 'Renamed', podSize: before.podSize })
    expect((await imports.loadImport('sizes', preview.id)).state).toBe('ended')

    expect((await imports.undoImport(job.id)).rows).toMatchObject({
      done: 2,
      refused: 0,
      failed: 0,
    })
    expect(await findSize('HUG')).toBeUndefined()
    expect((await findSize(before.code)).name).toBe(before.name)
  })

  test('all errors of a row are reported at once, including missing references', async () => {
    const [existingUser] = await loadList('/users?limit=25')
    const long = 'x'.repeat(200)
    const preview = await imports.checkFile(
      'users',
      joinLines(
        'Email,First name,Last name,Groups',
        `new@example.com,Ida,${long},No such group`,
        `new@example.com,,Import,No such group`,
        `${existingUser.email},${existingUser.firstName},${long},No such group`,
      ),
    )
    const reasonsByRow = preview.problems.map(({ reasons }: { reasons: string[] }) => reasons)
    const missingGroup = 'Groups: we found nothing named "No such group"'
    const tooLong = 'Last name must be at most 60 characters'
    expect(reasonsByRow.map((reasons: string[]) => reasons.toSorted())).toEqual([
      [missingGroup, tooLong],
      ['Row 2 has the same email.', 'First name is a required field', missingGroup].toSorted(),
      [missingGroup, tooLong],
    ])
  })

  test('the check shows a changed record before and after', async () => {
    const before = (await loadList('/sizes'))[0]
    const preview = await imports.checkFile(
      'sizes',
      joinLines('Group,Code,Name,Chest', `${before.group},${before.code},Renamed,77.5`),
    )
    expect(preview.changes).toEqual([
      {
        line: 2,
        label: before.name,
        before: { name: before.name, chest: before.chest, labels: {} },
        after: { name: 'Renamed', chest: 77.5, labels: {} },
      },
    ])
    await imports.runImport('sizes', preview.id)
    expect((await imports.loadImport('sizes', preview.id)).changes).toEqual([])
  })

  test('errors are reported per row and exported with reasons, and valid rows are imported', async () => {
    const preview = await imports.checkFile(
      'sizes',
      joinLines(
        'Code,Name,Group,Position',
        'OK1,Fine,Adult,',
        'TOOLONGACODE,Bad,Adult,',
        'OK2,Also fine,nobody,x',
        'OK1,Twice,Adult,',
        ',No code,Adult,',
        'OK3,"a, b",Adult,,extra',
      ),
    )
    expect(preview.counts).toMatchObject({ create: 1, refused: 5 })
    const reasonsByLine = Object.fromEntries(
      preview.problems.map((one: { line: number; reasons: string[] }) => [
        one.line,
        one.reasons.join('; '),
      ]),
    )
    expect(reasonsByLine[3]).toContain('Code must be at most 8 characters')
    expect(reasonsByLine[4]).toContain('Group must be one of')
    expect(reasonsByLine[4]).toContain('Position must be a number')
    expect(reasonsByLine[5]).toContain('Row 2 has the same group and code')
    expect(reasonsByLine[6]).toContain('Code is a required field')
    expect(reasonsByLine[7]).toContain('The row has 5 values, but the file has 4 columns')
    const job = await imports.runImport('sizes', preview.id)
    expect(job).toMatchObject({ rows: { done: 1, refused: 0, total: 1 }, leftOut: 5 })
    expect((await imports.call('GET', `/jobs/${preview.job.id}`)).body).toMatchObject({
      leftOut: 5,
    })
    expect(await findSize('OK1')).toMatchObject({ name: 'Fine' })
    const [header, ...rows] = parse(await imports.exportFailedLines('sizes', preview.id), {
      bom: true,
    }) as string[][]
    expect(header).toEqual(['Code', 'Name', 'Group', 'Position', 'Row', 'Reason'])
    expect(rows.map((row) => row[4])).toEqual(['3', '4', '5', '6', '7'])
    expect(rows[0]).toEqual(['TOOLONGACODE', 'Bad', 'Adult', '', '3', reasonsByLine[3]])
  })

  test("a record that changes between check and run isn't overwritten", async () => {
    const before = await findSize('MD').then(async (one) => one ?? (await loadList('/sizes'))[0])
    const preview = await imports.checkFile(
      'sizes',
      joinLines('Group,Code,Name', `${before.group},${before.code},Mine`),
    )
    await imports.call('PATCH', `/sizes/${before.id}`, {
      body: { name: 'Theirs' },
      ifMatch: before.version,
    })
    const job = await imports.runImport('sizes', preview.id)
    expect(job.rows).toMatchObject({ done: 0, refused: 1 })
    expect((await imports.call('GET', `/sizes/${before.id}`)).body.name).toBe('Theirs')
    const [, row] = parse(await imports.exportFailedLines('sizes', preview.id), {
      bom: true,
    }) as string[][]
    expect(row?.at(-1)).toContain('changed this record in the meantime')
  })

  test('reads all common encodings and delimiters, and removes the apostrophe before formulas', async () => {
    const text = "Name\tCode\tColor\r\nGrün 'Köln'\tGRK\t#00ff00\r\n'=Minus\tMNS\t#112233\r\n"
    const windows = Buffer.from(text, 'latin1')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const [content, encoding] of [
      [windows, 'windows-1252'],
      [utf16, 'utf-16le'],
      [Buffer.from(utf16).swap16(), 'utf-16be'],
      [Buffer.from(text, 'utf16le'), 'utf-16le'],
      [Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ] as const) {
      const { body } = await imports.openFile('colors', content)
      expect(body, encoding).toMatchObject({ encoding, delimiter: '\t', lines: 2 })
      expect(body.heads).toEqual(['Name', 'Code', 'Color'])
      expect(body.samples[0][0]).toBe("Grün 'Köln'")
    }
    const preview = await imports.checkFile('colors', windows)
    await imports.runImport('colors', preview.id)
    expect((await loadList('/colors?search=MNS'))[0]).toMatchObject({
      name: '=Minus',
      hex: '#112233',
    })
  })

  test('a column is matched by the name of the record and field together', async () => {
    const { body } = await imports.openFile('colors', 'Color name,Code\nReef,REF\n')
    expect(body.mapping).toEqual({ name: 0, code: 1 })
  })

  test("rejects a file that isn't a table at its field, with the line if known", async () => {
    const importRejected = async (content: string | Buffer) => {
      const { status, body } = await imports.upload('sizes', content)
      if (status !== 201) return { status, text: JSON.stringify(body.fields) }
      const opened = await imports.call('POST', '/sizes/imports', { body: { fileId: body.id } })
      return { status: opened.status, text: JSON.stringify(opened.body.fields) }
    }
    expect(await importRejected('Name,Code\n')).toEqual({
      status: 422,
      text: '{"file":"This file has column names but no rows."}',
    })
    expect((await importRejected('Name,Code\nX,"Y\nZ,1\n')).text).toContain('quotation mark')
    expect(
      await importRejected(Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0, 1, 2])),
    ).toMatchObject({
      status: 422,
    })
    expect((await importRejected('<html><b>x</b></html>')).status).toBe(422)
    expect((await importRejected(`${'a,'.repeat(300)}b\n1`)).text).toContain(
      'more than 200 columns',
    )
  })

  test('a column mapping is saved for its operator and must include the key', async () => {
    const content = joinLines('Bezeichnung,Kürzel,Art', 'Mega,MEG,Adult')
    const { body } = await imports.openFile('sizes', content)
    expect(body.mapping).toEqual({ group: 2 })
    const check = (mapping: object) =>
      imports.call('POST', `/sizes/imports/${body.id}/check`, { body: { mapping } })
    expect((await check({ name: 0 })).body.fields).toEqual({
      group: 'Group is a required field',
      code: 'Code is a required field',
    })
    expect((await check({ name: 0, code: 7, group: 2 })).status).toBe(400)
    const checkJob = await check({ name: 0, code: 1, group: 2 })
    expect(checkJob.status).toBe(202)
    // An account can have only two checks waiting.
    await imports.call('POST', `/jobs/${checkJob.body.id}/cancel`)
    expect((await imports.openFile('sizes', content)).body.mapping).toEqual({
      name: 0,
      code: 1,
      group: 2,
    })
    const other = await createImporter(platform(), await platform().addAccount(['Sizes']))
    expect((await other.openFile('sizes', content)).body.mapping).toEqual({ group: 2 })
    expect((await other.call('GET', `/sizes/imports/${body.id}`)).status).toBe(404)
  })

  test('an import must be checked first and runs only once', async () => {
    const { body } = await imports.openFile('sizes', joinLines('Name,Code,Group', 'Once,ONC,Adult'))
    const start = (step: string) =>
      imports.call('POST', `/sizes/imports/${body.id}/${step}`, { body: { mapping: body.mapping } })
    expect((await start('run')).status).toBe(409)
    expect((await start('check')).status).toBe(202)
    expect((await start('check')).status).toBe(409)
    expect((await imports.loadImport('sizes', body.id)).state).toBe('checking')
    const preview = await imports.checkFile('sizes', joinLines('Name,Code,Group', 'Once,ONC,Adult'))
    await imports.runImport('sizes', preview.id)
    expect(
      (await imports.call('POST', `/sizes/imports/${preview.id}/run`, { body: {} })).status,
    ).toBe(409)
  })

  test("a read-only account can't import", async () => {
    const reader = await createImporter(
      platform(),
      await platform().addAccount(['Sizes', 'Sizes:read']),
    )
    expect((await reader.upload('sizes', 'Name\nx')).status).toBe(403)
    expect((await reader.call('POST', '/sizes/imports', { body: { fileId: 1 } })).status).toBe(403)
  })
})
