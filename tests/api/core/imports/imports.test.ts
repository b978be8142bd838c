import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getImportFields } from '#shared/engine/imports/importFields.ts'
import { resources } from '#shared/areas/index.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'

const importing = resources.filter(({ imports }) => imports)
const lines = (...rows: string[]) => rows.join('\n')

describe.each(usually('PGlite'))('imports on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let by: Awaited<ReturnType<typeof importer>>
  beforeAll(async () => {
    by = await importer(platform())
  })
  const listed = async (path: string) => (await by.call('GET', path)).body.data
  const sized = async (code: string) => (await listed(`/sizes?search=${code}`))[0]

  test.each(importing.map((resource) => ({ name: resource.name, resource })))(
    '$name: what was exported and is imported again changes nothing',
    async ({ name, resource }) => {
      if (name === 'creditRequests')
        await sql`update credit_requests set reference = 'R-' || id where reference is null`.execute(
          platform().platform.db,
        )
      const columns = Object.keys(getImportFields(resource)).join(',')
      const { body } = await by.call('GET', `/${name}/export?columns=${columns}`)
      const found = await by.look(name, body)
      expect(found.mapping).toEqual(
        Object.fromEntries(Object.keys(getImportFields(resource)).map((field, at) => [field, at])),
      )
      const { counts, problems } = found
      expect(found.state).toBe('ready')
      expect(counts.waiting + counts.create + counts.change, JSON.stringify(problems)).toBe(0)
      if (name === 'creditRequests') {
        // A known reference is refused: nothing is given twice.
        expect(counts.refused).toBe(found.lines)
        expect(problems[0].reasons.join()).toContain('has this store and reference')
      } else expect({ ...counts, problems }).toMatchObject({ unchanged: found.lines, problems: [] })
      const { status } = await by.call('POST', `/${name}/imports/${found.id}/run`, { body: {} })
      expect(status).toBe(422)
    },
  )

  test('lines make and change records as the dry run said, and undo takes all of it back', async () => {
    const before = await sized('XL')
    const found = await by.look(
      'sizes',
      lines(
        'Name;Code;Group;Chest',
        'Huge;HUG;Adult;140.5',
        `Renamed;${before.code};${before.group};`,
      ),
    )
    expect(found).toMatchObject({
      state: 'ready',
      delimiter: ';',
      encoding: 'utf-8',
      counts: { create: 1, change: 1, refused: 0 },
    })
    expect(await sized('HUG')).toBeUndefined()
    const job = await by.run('sizes', found.id)
    expect(job).toMatchObject({ title: 'Import lines.csv', status: 'done', rows: { done: 2 } })
    const made = await sized('HUG')
    expect(made).toMatchObject({ name: 'Huge', group: 'adult', chest: 140.5 })
    const { data: rows } = (await by.call('GET', `/jobs/${job.id}/rows`)).body
    expect(rows.map(({ targetId }: { targetId: number }) => targetId)).toEqual([made.id, before.id])
    expect(job.importId).toBe(found.id)
    expect(await sized(before.code)).toMatchObject({ name: 'Renamed', podSize: before.podSize })
    expect((await by.read('sizes', found.id)).state).toBe('ended')

    expect((await by.undo(job.id)).rows).toMatchObject({ done: 2, refused: 0, failed: 0 })
    expect(await sized('HUG')).toBeUndefined()
    expect((await sized(before.code)).name).toBe(before.name)
  })

  test('all that is wrong with a row is said at once, beside what it refers to that is not there', async () => {
    const [known] = await listed('/users?limit=25')
    const long = 'x'.repeat(200)
    const found = await by.look(
      'users',
      lines(
        'Email,First name,Last name,Groups',
        `new@example.com,Ida,${long},No such group`,
        `new@example.com,,Import,No such group`,
        `${known.email},${known.firstName},${long},No such group`,
      ),
    )
    const said = found.problems.map(({ reasons }: { reasons: string[] }) => reasons)
    const none = 'Groups: we found nothing named "No such group"'
    const tooLong = 'Last name must be at most 60 characters'
    expect(said.map((reasons: string[]) => reasons.toSorted())).toEqual([
      [none, tooLong],
      ['Row 2 has the same email.', 'First name is a required field', none].toSorted(),
      [none, tooLong],
    ])
  })

  test('a row that changes a record is shown with what that holds now, and then', async () => {
    const before = (await listed('/sizes'))[0]
    const found = await by.look(
      'sizes',
      lines('Group,Code,Name,Chest', `${before.group},${before.code},Renamed,77.5`),
    )
    expect(found.changes).toEqual([
      {
        line: 2,
        label: before.name,
        before: { name: before.name, chest: before.chest, labels: {} },
        after: { name: 'Renamed', chest: 77.5, labels: {} },
      },
    ])
    await by.run('sizes', found.id)
    expect((await by.read('sizes', found.id)).changes).toEqual([])
  })

  test('what is wrong is said of each line, comes as a file with why, and keeps the others from nothing', async () => {
    const found = await by.look(
      'sizes',
      lines(
        'Code,Name,Group,Position',
        'OK1,Fine,Adult,',
        'TOOLONGACODE,Bad,Adult,',
        'OK2,Also fine,nobody,x',
        'OK1,Twice,Adult,',
        ',No code,Adult,',
        'OK3,"a, b",Adult,,extra',
      ),
    )
    expect(found.counts).toMatchObject({ create: 1, refused: 5 })
    const said = Object.fromEntries(
      found.problems.map((one: { line: number; reasons: string[] }) => [
        one.line,
        one.reasons.join('; '),
      ]),
    )
    expect(said[3]).toContain('Code must be at most 8 characters')
    expect(said[4]).toContain('Group must be one of')
    expect(said[4]).toContain('Position must be a number')
    expect(said[5]).toContain('Row 2 has the same group and code')
    expect(said[6]).toContain('Code is a required field')
    expect(said[7]).toContain('The row has 5 values, but the file has 4 columns')
    const job = await by.run('sizes', found.id)
    expect(job).toMatchObject({ rows: { done: 1, refused: 0, total: 1 }, leftOut: 5 })
    expect((await by.call('GET', `/jobs/${found.job.id}`)).body).toMatchObject({ leftOut: 5 })
    expect(await sized('OK1')).toMatchObject({ name: 'Fine' })
    const [head, ...rows] = parse(await by.failed('sizes', found.id), { bom: true }) as string[][]
    expect(head).toEqual(['Code', 'Name', 'Group', 'Position', 'Row', 'Reason'])
    expect(rows.map((row) => row[4])).toEqual(['3', '4', '5', '6', '7'])
    expect(rows[0]).toEqual(['TOOLONGACODE', 'Bad', 'Adult', '', '3', said[3]])
  })

  test('a record that somebody changes between dry run and run is not overwritten', async () => {
    const before = await sized('MD').then(async (one) => one ?? (await listed('/sizes'))[0])
    const found = await by.look(
      'sizes',
      lines('Group,Code,Name', `${before.group},${before.code},Mine`),
    )
    await by.call('PATCH', `/sizes/${before.id}`, {
      body: { name: 'Theirs' },
      ifMatch: before.version,
    })
    const job = await by.run('sizes', found.id)
    expect(job.rows).toMatchObject({ done: 0, refused: 1 })
    expect((await by.call('GET', `/sizes/${before.id}`)).body.name).toBe('Theirs')
    const [, row] = parse(await by.failed('sizes', found.id), { bom: true }) as string[][]
    expect(row?.at(-1)).toContain('changed this record in the meantime')
  })

  test('tables are read in every usual encoding and parting, formulas without their apostrophe', async () => {
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
      const { body } = await by.open('colors', content)
      expect(body, encoding).toMatchObject({ encoding, delimiter: '\t', lines: 2 })
      expect(body.heads).toEqual(['Name', 'Code', 'Color'])
      expect(body.samples[0][0]).toBe("Grün 'Köln'")
    }
    const found = await by.look('colors', windows)
    await by.run('colors', found.id)
    expect((await listed('/colors?search=MNS'))[0]).toMatchObject({
      name: '=Minus',
      hex: '#112233',
    })
  })

  test('a column is guessed by what a record and its field are called together', async () => {
    const { body } = await by.open('colors', 'Color name,Code\nReef,REF\n')
    expect(body.mapping).toEqual({ name: 0, code: 1 })
  })

  test('what is no table is refused at the field, with the line where that is known', async () => {
    const refused = async (content: string | Buffer) => {
      const { status, body } = await by.upload('sizes', content)
      if (status !== 201) return { status, text: JSON.stringify(body.fields) }
      const opened = await by.call('POST', '/sizes/imports', { body: { fileId: body.id } })
      return { status: opened.status, text: JSON.stringify(opened.body.fields) }
    }
    expect(await refused('Name,Code\n')).toEqual({
      status: 422,
      text: '{"file":"This file has column names but no rows."}',
    })
    expect((await refused('Name,Code\nX,"Y\nZ,1\n')).text).toContain('quotation mark')
    expect(await refused(Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0, 1, 2]))).toMatchObject({
      status: 422,
    })
    expect((await refused('<html><b>x</b></html>')).status).toBe(422)
    expect((await refused(`${'a,'.repeat(300)}b\n1`)).text).toContain('more than 200 columns')
  })

  test('a choice of columns is remembered for its operator, and must name the key', async () => {
    const content = lines('Bezeichnung,Kürzel,Art', 'Mega,MEG,Adult')
    const { body } = await by.open('sizes', content)
    expect(body.mapping).toEqual({ group: 2 })
    const check = (mapping: object) =>
      by.call('POST', `/sizes/imports/${body.id}/check`, { body: { mapping } })
    expect((await check({ name: 0 })).body.fields).toEqual({
      group: 'Group is a required field',
      code: 'Code is a required field',
    })
    expect((await check({ name: 0, code: 7, group: 2 })).status).toBe(400)
    const checking = await check({ name: 0, code: 1, group: 2 })
    expect(checking.status).toBe(202)
    // An account has two checks waiting at most.
    await by.call('POST', `/jobs/${checking.body.id}/cancel`)
    expect((await by.open('sizes', content)).body.mapping).toEqual({ name: 0, code: 1, group: 2 })
    const other = await importer(platform(), await platform().addAccount(['Sizes']))
    expect((await other.open('sizes', content)).body.mapping).toEqual({ group: 2 })
    expect((await other.call('GET', `/sizes/imports/${body.id}`)).status).toBe(404)
  })

  test('nothing is imported that was not looked at, and nothing twice', async () => {
    const { body } = await by.open('sizes', lines('Name,Code,Group', 'Once,ONC,Adult'))
    const start = (step: string) =>
      by.call('POST', `/sizes/imports/${body.id}/${step}`, { body: { mapping: body.mapping } })
    expect((await start('run')).status).toBe(409)
    expect((await start('check')).status).toBe(202)
    expect((await start('check')).status).toBe(409)
    expect((await by.read('sizes', body.id)).state).toBe('checking')
    const found = await by.look('sizes', lines('Name,Code,Group', 'Once,ONC,Adult'))
    await by.run('sizes', found.id)
    expect((await by.call('POST', `/sizes/imports/${found.id}/run`, { body: {} })).status).toBe(409)
  })

  test('whoever may only read imports nothing', async () => {
    const reader = await importer(platform(), await platform().addAccount(['Sizes', 'Sizes:read']))
    expect((await reader.upload('sizes', 'Name\nx')).status).toBe(403)
    expect((await reader.call('POST', '/sizes/imports', { body: { fileId: 1 } })).status).toBe(403)
  })
})
