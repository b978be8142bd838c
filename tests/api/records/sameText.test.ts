import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toSameText } from '#shared/engine/normalizeText.ts'
import { sameTexts } from '#server/platform/migrations/165_sameText.ts'
import { signedIn } from '../support/calling.ts'
import { databases, usePlatform } from '../support/databases.ts'

describe.each(databases)('texts that look the same, on $name', (database) => {
  const platform = usePlatform(database)

  test('the database compares texts as the program does', async () => {
    const { db } = platform().platform
    const texts = [
      'Müller', 'Mu\u0308ller', 'CASE  Zero', '\u200BÉ\u00AD', 'ΣΊΣΥΦΟς', 'İstanbul', 'ẞ', 'Ꭰ', '𐐀', 'ǅ',
      '\u3000a\u2028', '葛\u{E0100}', '👨\u200D👩', 'ﬁ', '', ' ',
    ] // prettier-ignore
    const further = fc.sample(
      fc
        .string({ unit: 'binary', maxLength: 12 })
        .map((text) => text.toWellFormed().replaceAll(/\p{Cc}/gu, '')),
      500,
    )
    const all = [...texts, ...further]
    const { rows } = await sql<{ same: string }>`select same_text(value) as same
      from unnest(${all}::text[]) with ordinality as given (value, at) order by at`.execute(db)
    const codes = (text: string | undefined) =>
      [...(text ?? '')].map((one) => one.codePointAt(0)?.toString(16)).join(' ')
    const wrong = all.flatMap((text, at) => {
      const [same, expected] = [rows[at]?.same, toSameText(text)]
      return same === expected
        ? []
        : [{ text: codes(text), same: codes(same), expected: codes(expected) }]
    })
    expect(wrong).toEqual([])
  })

  test('records that looked the same stay, in their one form where that is clear, and no more are let in', async () => {
    const { db } = platform().platform
    const call = await signedIn(platform())
    const names = ['Mu\u0308ller', 'MÜLLER', 'Two  spaces', 'Two spaces', 'Zero\u200Bwidth']
    const { rows: indexes } = await sql<{ name: string }>`select indexname as name from pg_indexes
      where indexname like '%\\_same'`.execute(db)
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
    await sql`insert into organisations (name, created_at, created_by, updated_at, updated_by)
      select name, now(), 'x', now(), 'x' from unnest(${names}::text[]) as given (name)`.execute(db)
    await db.transaction().execute(async (trx) => sameTexts.up(trx))
    const { rows } = await sql<{ name: string }>`select name from organisations
      where created_by = 'x' order by id`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual([
      'Müller', 'MÜLLER', 'Two  spaces', 'Two spaces', 'Zerowidth',
    ]) // prettier-ignore
    for (const name of ['müller', 'TWO SPACES', 'zerowidth']) {
      const made = await call('POST', '/organisations', { body: { name } })
      expect(made.status, name).toBe(422)
    }
    // A duplicate can still be changed, also to a name of its own.
    const found = (await call('GET', '/organisations?search=müller')).body.data
    const other = found.find(({ name }: { name: string }) => name === 'MÜLLER')
    const path = `/organisations/${other.id}`
    const country = await call('PATCH', path, { body: { country: 'DE' }, ifMatch: other.version })
    expect(country.status).toBe(200)
    const named = await call('PATCH', path, {
      body: { name: 'Möller' },
      ifMatch: country.body.version,
    })
    expect(named.status).toBe(200)
  })
})
