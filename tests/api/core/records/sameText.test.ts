import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toComparableText } from '#shared/engine/normalizeText.ts'
import { members } from '#shared/areas/members/members.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { resources } from '#shared/areas/index.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { createImporter } from '#tests/api/support/imports.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

describe.each(databases)('Texts that look the same on $name', (database) => {
  const platform = usePlatform(database)

  test('the database compares texts the same way the program does', async () => {
    const { db } = platform().platform
    const texts = [
      'Müller', 'Mu\u0308ller', 'CASE  Zero', '\u200BÉ\u00AD', 'ΣΊΣΥΦΟς', 'İstanbul', 'ẞ', 'Ꭰ', '𐐀', 'ǅ',
      '\u3000a\u2028', '葛\u{E0100}', '👨\u200D👩', 'ﬁ', '', ' ',
    ] // prettier-ignore
    const randomTexts = fc.sample(
      fc
        .string({ unit: 'binary', maxLength: 12 })
        .map((text) => text.toWellFormed().replaceAll(/\p{Cc}/gu, '')),
      500,
    )
    const all = [...texts, ...randomTexts]
    const { rows } = await sql<{ same: string }>`select same_text(value) as same
      from unnest(${all}::text[]) with ordinality as given (value, at) order by at`.execute(db)
    const formatCodePoints = (text: string | undefined) =>
      [...(text ?? '')].map((one) => one.codePointAt(0)?.toString(16)).join(' ')
    const differences = all.flatMap((text, at) => {
      const [same, expected] = [rows[at]?.same, toComparableText(text)]
      return same === expected
        ? []
        : [
            {
              text: formatCodePoints(text),
              same: formatCodePoints(same),
              expected: formatCodePoints(expected),
            },
          ]
    })
    expect(differences).toEqual([])
  })

  test('records that looked alike before can still be changed, and new ones are rejected', async () => {
    const { db } = platform().platform
    const call = await openSession(platform())
    const names = ['Müller', 'MÜLLER', 'Two  spaces', 'Two spaces', 'Zerowidth']
    await sql`drop index organisations_name_same`.execute(db)
    await sql`insert into organisations (name, created_at, created_by, updated_at, updated_by)
      select name, now(), 'x', now(), 'x' from unnest(${names}::text[]) as given (name)`.execute(db)
    const { rows: later } = await sql<{ id: number }>`select id from organisations
      where name in ('MÜLLER', 'Two spaces')`.execute(db)
    // As in databases that had such records when the index was created.
    await sql`create unique index organisations_name_same on organisations (same_text(name))
      where id <> all(${sql.lit(`{${later.map(({ id }) => id).join()}}`)}::int[])`.execute(db)
    for (const name of ['müller', 'TWO SPACES', 'zerowidth']) {
      const response = await call('POST', '/organisations', { body: { name } })
      expect(response.status, name).toBe(422)
    }
    // A duplicate can still be changed, and also be given a unique name.
    const matches = (await call('GET', '/organisations?search=müller')).body.data
    const other = matches.find(({ name }: { name: string }) => name === 'MÜLLER')
    const path = `/organisations/${other.id}`
    const country = await call('PATCH', path, { body: { country: 'DE' }, ifMatch: other.version })
    expect(country.status).toBe(200)
    const renamed = await call('PATCH', path, {
      body: { name: 'Möller' },
      ifMatch: country.body.version,
    })
    expect(renamed.status).toBe(200)
  })

  test('rejects a record that looks like another one, and names that one', async () => {
    const call = await openSession(platform())
    const body = (code: string) => ({
      ...buildSampleValues(sizes),
      name: 'Same',
      code,
      group: 'adult',
      position: null,
    })
    const first = await call('POST', '/sizes', { body: body('Mu\u0308\u200B  x') })
    expect(first.body).toMatchObject({ code: 'Mü x' })
    for (const code of ['Mü x', 'MÜ X', 'mü\u00ad x', '\u00a0Mü\u3000x']) {
      const second = await call('POST', '/sizes', { body: body(code) })
      expect(second.status, code).toBe(422)
      expect(second.body.existing).toEqual({ code: { id: first.body.id, label: 'Same' } })
    }
    const other = await call('POST', '/sizes', { body: body('Mu x') })
    const renamed = await call('PATCH', `/sizes/${other.body.id}`, {
      body: { code: 'MÜ  X' },
      ifMatch: other.body.version,
    })
    expect(renamed.body.existing).toEqual({ code: { id: first.body.id, label: 'Same' } })
  })

  test('the database blocks lookalikes in every free unique text', async () => {
    const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
      where indexname like '%\\_same'`.execute(platform().platform.db)
    const indexes = rows.map(({ name }) => name)
    const toSnakeCase = (name: string) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const expectedIndexes = resources
      .filter(({ api: { writes } }) => writes.includes('create'))
      .flatMap((resource) =>
        resource.api.unique
          .filter((names) =>
            names.some((name) => {
              const { kind, pattern } = resource.fields[name] ?? {}
              return kind === 'text' && !pattern
            }),
          )
          .map((names) => [resource.name, ...names, 'same'].map(toSnakeCase).join('_')),
      )
    expect(expectedIndexes.length).toBeGreaterThan(5)
    expect(expectedIndexes.filter((name) => !indexes.includes(name))).toEqual([])
  })

  test('only one of several simultaneous writers of the same name creates the record', async () => {
    const call = await openSession(platform())
    const names = ['Race ü', 'RACE Ü', 'Race u\u0308', 'race  ü', 'Race\u200B ü']
    const response = await Promise.all(
      names.map((name) => call('POST', '/organisations', { body: { name } })),
    )
    expect(response.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422])
  })

  test('a file with invisible characters creates clean records and finds them again', async () => {
    const imports = await createImporter(platform())
    const content = await readFile('tests/cases/invisible-characters.csv', 'utf8')
    const preview = await imports.checkFile('sizes', content)
    expect(preview.counts).toMatchObject({ create: 3, refused: 0 })
    await imports.runImport('sizes', preview.id)
    const { data } = (await imports.call('GET', '/sizes?search=bg&limit=100')).body
    expect(
      data.map((size: Record<string, unknown>) => [size['name'], size['code']]).toSorted(),
    ).toEqual([
      ['Nbsp', 'BGB'],
      ['Softhyphen', 'BGC'],
      ['Zero width', 'BGA'],
    ])
    const secondPreview = await imports.checkFile('sizes', content.toLowerCase())
    expect(secondPreview.counts).toMatchObject({ create: 0, refused: 0 })
  })

  test('an email in capitals finds the member', async () => {
    const imports = await createImporter(platform())
    const { id, code } = await createStore(imports.call, { type: 'points' })
    await insertRows(platform(), members, [
      {
        storeId: id,
        groupId: null,
        active: true,
        name: 'Amara',
        email: 'amara.young43@example.org',
      },
    ])
    const preview = await imports.checkFile(
      'creditRequests',
      `Member,Store,Amount,Reason\nAMARA.YOUNG43@EXAMPLE.ORG,${code.toUpperCase()},40,Thanks\n`,
    )
    expect(preview.problems).toEqual([])
    expect(preview.counts).toMatchObject({ create: 1 })
  })

  test('invisible characters around and in a pasted secret are removed', async () => {
    const call = await openSession(platform())
    const body = {
      ...buildSampleValues(paymentSetups),
      name: 'Secret',
      testSecretKey: '\u200Bsk_test_\u200B1234567890\uFEFF ',
    }
    const response = await call('POST', '/paymentSetups', { body })
    expect(response.body).toMatchObject({ testSecretKey: { set: true, hint: '7890' } })
  })
})
