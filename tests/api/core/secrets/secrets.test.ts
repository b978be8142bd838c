import { areas } from '#server/platform/areas/index.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integer, optional, secret, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { toMidSentenceLabel } from '#shared/format/labels.ts'
import * as columns from '#server/platform/database/migrations/tables.ts'
import { requireKeys, countSecretsByKey } from '#server/platform/keys/keysInUse.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { findRotationRows, rotateSecretsJob } from '#server/platform/keys/rotateSecretsJob.ts'
import { rotateSecrets } from '#server/platform/keys/command.ts'
import { StartupError } from '#server/platform/settings.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { loadNewestEntries } from '#tests/api/support/stores.ts'

const connections = defineResource({
  name: 'connections',
  path: '/connections',
  title: { one: 'connection', many: 'connections' },
  about: 'What has a secret that it must have, and one that it may have.',
  permission: 'Sizes',
  fields: {
    name: text('Name', { max: 40 }),
    size: optional(integer('Size', { max: 9 })),
    password: secret('Password', { max: 80 }),
    apiKey: optional(secret('API key', { max: 80 })),
  },
  list: { columns: ['name', 'apiKey'], search: ['name'], sort: 'name' },
  api: { unique: [['name']] },
  relations: { label: 'name' },
})

const secretAreas = [...areas, { name: 'connections', resources: [connections] }]
const connectionColumns = {
  ...columns.recordColumns,
  name: columns.unique(columns.text),
  size: columns.optional(columns.integer),
  password: columns.secret,
  api_key: columns.secret,
  search_text: columns.searchText('name'),
}

const [k1, k2] = [createKey(), createKey()]
const unset = { set: false, hint: null, changedAt: null }
const matchSet = (hint: string | null) => ({ set: true, hint, changedAt: expect.any(String) })

describe.each(chooseDatabases('PostgreSQL'))('Secrets on $name', (database) => {
  const platform = usePlatform(database, {
    areas: secretAreas.slice(-1),
    secrets: new KeyRing([k2, k1]),
  })
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    await columns.createTable(db(), 'connections', connectionColumns)
    await sql`alter table connections add constraint nothing_odd check (name <> 'Odd')`.execute(
      db(),
    )
    call = await openSession(platform())
  })

  const create = (values: object = {}) =>
    call('POST', '/connections', { body: { name: randomUUID(), password: 'hunter2', ...values } })
  const createRecord = async (values: object = {}) => (await create(values)).body
  const change = (id: number, body: object, ifMatch = 1) =>
    call('PATCH', `/connections/${id}`, { body, ifMatch })
  const loadSealed = async (id: number) => {
    const { rows } = await sql<{ passwordSealed: string; apiKeySealed: string | null }>`
      select password_sealed, api_key_sealed from connections where id = ${id}`.execute(db())
    return rows[0] ?? { passwordSealed: '', apiKeySealed: null }
  }
  const decrypt = async (id: number, column: 'password' | 'apiKey') => {
    const place = { table: 'connections', column, id }
    return platform().platform.secrets.open(place, (await loadSealed(id))[`${column}Sealed`] ?? '')
  }

  describe('Generic calls', () => {
    test('a secret is saved and returned as set, with a hint if it is long enough', async () => {
      const body = await createRecord({ apiKey: '  a-long-key-of-9876 ' })
      expect(body).toMatchObject({ password: matchSet(null), apiKey: matchSet('9876'), version: 1 })
      expect(body).not.toHaveProperty('apiKeySealed')
      expect((await call('GET', `/connections/${body.id}`)).body).toEqual(body)
      const { data } = (await call('GET', `/connections?search=${body.name}`)).body
      expect(data).toEqual([body])
      expect(await decrypt(body.id, 'apiKey')).toBe('a-long-key-of-9876')
      expect(await decrypt(body.id, 'password')).toBe('hunter2')
      expect(await createRecord()).toMatchObject({ apiKey: unset })
    })

    test.each([
      ['elevenchars', null],
      ['twelve chars', 'hars'],
      ['\u{1f600}'.repeat(12), '\u{1f600}'.repeat(4)],
    ])('the secret %s has the hint %j', async (apiKey, hint) => {
      expect((await createRecord({ apiKey })).apiKey).toEqual(matchSet(hint))
    })

    test('a secret stays if left blank, is replaced by a new value, and is cleared with null', async () => {
      const { id, apiKey, password } = await createRecord({ apiKey: 'a-long-key-of-9876' })
      const before = await loadSealed(id)
      for (const same of ['', '  ', apiKey])
        expect((await change(id, { apiKey: same })).body).toMatchObject({ version: 1, apiKey })
      const renamed = await change(id, { name: randomUUID(), apiKey: '', password })
      expect(renamed.body).toMatchObject({ version: 2, apiKey, password })
      expect(await loadSealed(id)).toEqual(before)

      const other = await change(id, { apiKey: 'another-key-of-1234' }, 2)
      expect(other.body).toMatchObject({ version: 3, apiKey: matchSet('1234'), password })
      expect(await decrypt(id, 'apiKey')).toBe('another-key-of-1234')
      expect(await loadSealed(id)).toMatchObject({ passwordSealed: before.passwordSealed })

      expect((await change(id, { apiKey: null }, 3)).body).toMatchObject({
        version: 4,
        apiKey: unset,
      })
      expect((await loadSealed(id)).apiKeySealed).toBeNull()
      expect((await change(id, { apiKey: null }, 4)).body).toMatchObject({ version: 4 })
    })

    test("a required secret must be entered and can't be cleared", async () => {
      const missing = {
        status: 422,
        body: { fields: { password: 'Password is a required field' } },
      }
      for (const password of [null, '', ' ', unset])
        expect(await create({ password })).toMatchObject(missing)
      const { id } = await createRecord()
      expect(await change(id, { password: null })).toMatchObject(missing)
      expect((await change(id, { password: '' })).status).toBe(200)
    })

    test('changing a secret needs the secrets permission of its area in addition to write', async () => {
      const addCaller = async (...permissions: string[]) =>
        openSession(platform(), await platform().addAccount(permissions))
      const callAsWriter = await addCaller('Sizes:write', 'Colors:secrets')
      const buildRejection = (label: string) => ({
        status: 403,
        body: {
          code: 'forbidden',
          permission: 'Sizes:secrets',
          detail: `Changing the ${toMidSentenceLabel(label)} needs the permission Sizes:secrets.`,
        },
      })
      const body = { name: randomUUID(), password: 'hunter2' }
      const records = { body: { records: [body] } }
      expect(await callAsWriter('POST', '/connections', { body })).toMatchObject(
        buildRejection('Password'),
      )
      expect(await callAsWriter('POST', '/connections/many', records)).toMatchObject(
        buildRejection('Password'),
      )
      const { id, password, apiKey } = await createRecord({ apiKey: 'a-long-key-of-9876' })
      const update = (caller: Caller, values: object, ifMatch = 1) =>
        caller('PATCH', `/connections/${id}`, { body: values, ifMatch })
      for (const value of ['another-key-of-1234', null])
        expect(await update(callAsWriter, { apiKey: value })).toMatchObject(
          buildRejection('API key'),
        )
      const same = await update(callAsWriter, { name: randomUUID(), apiKey, password: '' })
      expect(same).toMatchObject({ status: 200, body: { version: 2, apiKey, password } })

      const callAsKeeper = await addCaller('Sizes:write', 'Sizes:secrets')
      expect((await update(callAsKeeper, { apiKey: null }, 2)).body).toMatchObject({
        apiKey: unset,
      })
      const whole = await addCaller('Sizes')
      expect((await whole('POST', '/connections', { body })).status).toBe(201)
    })

    test('the secrets of many records are each bound to their record', async () => {
      const records = ['one-of-many-1111', 'two-of-many-2222'].map((apiKey) => ({
        name: randomUUID(),
        password: apiKey,
        apiKey,
      }))
      const { status, body } = await call('POST', '/connections/many', { body: { records } })
      expect(status).toBe(201)
      for (const [at, { id, apiKey }] of body.data.entries()) {
        expect(apiKey).toEqual(matchSet(['1111', '2222'][at] ?? ''))
        expect(await decrypt(id, 'apiKey')).toBe(records[at]?.apiKey)
      }
    })

    test("secrets can't be sorted, filtered, or searched", async () => {
      const { name } = await createRecord({ apiKey: 'findable-key-5555' })
      for (const query of [
        'sort=apiKey',
        'filter[apiKey][eq]=x',
        'filter[apiKey][contains]=find',
        'sort=apiKeySealed',
      ])
        expect((await call('GET', `/connections?${query}`)).status).toBe(400)
      const { data } = (await call('GET', '/connections?search=findable')).body
      expect(data).toEqual([])
      expect((await call('GET', `/connections?search=${name}`)).body.data).toHaveLength(1)
      expect((await create({ apiKeySealed: 'x' })).status).toBe(422)
      expect((await change(1, { apiKeySealed: 'x' })).status).toBe(422)
    })

    test('a secret is logged only as changed', async () => {
      const { id } = await createRecord({ apiKey: 'first-key-of-1111' })
      expect((await loadNewestEntries(call, 1))[0].changes).toMatchObject({
        password: { after: 'changed' },
        apiKey: { after: 'changed' },
      })
      await change(id, { apiKey: 'second-key-of-1111' })
      expect((await loadNewestEntries(call, 1))[0].changes).toEqual({
        apiKey: { before: 'set', after: 'changed' },
      })
      const security = '/platformLogEntries?filter[stream][eq]=security&limit=1'
      expect((await call('GET', security)).body.data).toMatchObject([
        { event: 'connections.updated', changes: { apiKey: { after: 'changed' } } },
      ])
      await change(id, { apiKey: null }, 2)
      expect((await loadNewestEntries(call, 1))[0].changes).toEqual({
        apiKey: { before: 'set', after: null },
      })
      const { data } = (await call('GET', `/connections/${id}/history?limit=1`)).body
      expect(data[0]).toMatchObject({ before: {}, after: {}, hidden: ['apiKey'] })
    })
  })

  test("a secret copied to another record or field can't be decrypted", async () => {
    const [one, other] = [
      await createRecord({ apiKey: 'one-key-of-1111' }),
      await createRecord({ apiKey: 'other-key-of-2222' }),
    ]
    await sql`update connections set api_key_sealed = ${(await loadSealed(one.id)).apiKeySealed} where id = ${other.id}`.execute(
      db(),
    )
    await expect(decrypt(other.id, 'apiKey')).rejects.toThrow(
      `can't decrypt the secret connections.apiKey#${other.id}`,
    )
    await sql`update connections set api_key_sealed = password_sealed where id = ${one.id}`.execute(
      db(),
    )
    await expect(decrypt(one.id, 'apiKey')).rejects.toThrow(
      `can't decrypt the secret connections.apiKey#${one.id}`,
    )
    await sql`delete from connections`.execute(db())
  })

  test('a secret appears in no response, log line, or row, after any call', async () => {
    const canary = 'canary-in-a-coal-mine'
    const responses: unknown[] = []
    const send: Caller = async (...args) => {
      const answer = await call(...args)
      responses.push(answer.body, [...answer.headers])
      return answer
    }
    const [name, key] = [randomUUID(), randomUUID()]
    const whole = { name, password: canary, apiKey: canary }
    const { body } = await send('POST', '/connections', { body: whole, key })
    await send('POST', '/connections', { body: whole, key })
    await send('POST', '/connections', { body: { ...whole, name: 'other' }, key })
    await send('POST', '/connections', { body: whole })
    await send('POST', '/connections', { body: { ...whole, size: 10, apiKey: canary.repeat(9) } })
    await send('POST', '/connections', { body: { ...whole, name: 'Odd' } })
    await send('POST', '/connections', { body: `{"name": "${canary}", "password": ${canary}` })
    await send('POST', '/connections', { body: { ...whole, [canary.slice(0, 6)]: [canary] } })
    await send('POST', '/connections', {
      body: { ...whole, password: `${canary}\n`, apiKey: { a: canary } },
    })
    await send('POST', '/connections/many', { body: { records: [whole, whole] } })
    await send('POST', '/connections/many/check', {
      body: { records: [whole, { apiKey: canary }] },
    })
    const path = `/connections/${body.id}`
    await send('PATCH', path, {
      body: { name: 'Odd', password: `${canary}2`, apiKey: canary },
      ifMatch: 1,
    })
    await send('PATCH', path, { body: { apiKey: `${canary}3` }, ifMatch: 1 })
    await send('PATCH', path, { body: { apiKey: canary }, ifMatch: 1 })
    await send('PUT', path, { body: whole })
    for (const read of [
      path,
      `/connections?search=${name}`,
      '/audit?limit=100',
      '/openapi.json',
      `${path}/uses`,
      `${path}/history`,
    ])
      await send('GET', read)
    await send('DELETE', path)
    await send('GET', '/audit?limit=100')

    expect(responses.length).toBeGreaterThan(30)
    expect(JSON.stringify(responses)).toContain(name)
    expect(JSON.stringify(responses)).not.toContain(canary)
    expect(JSON.stringify(platform().log)).toContain('nothing_odd')
    expect(JSON.stringify(platform().log)).not.toContain(canary)
    const dump = await dumpDatabase()
    expect(dump).toContain(name)
    expect(dump).not.toContain(canary)
  })

  /** Returns every row of every table as text. */
  async function dumpDatabase(): Promise<string> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db())
    const tables = await Promise.all(
      rows.map(async ({ name }) => {
        const result = await sql<{
          text: string
        }>`select ${sql.ref(name)}::text as text from ${sql.table(name)}`.execute(db())
        return result.rows.map(({ text }) => text).join('\n')
      }),
    )
    return tables.join('\n')
  }

  describe('Keys', () => {
    /** Creates rows whose secrets are encrypted with this key ring, and returns their IDs. */
    async function insertSealedRows(ring: KeyRing, count: number): Promise<number[]> {
      const records = Array.from({ length: count }, () => ({ name: randomUUID(), password: 'x' }))
      const ids: number[] = []
      for (let from = 0; from < count; from += 100) {
        const body = { records: records.slice(from, from + 100) }
        const { data } = (await call('POST', '/connections/many', { body })).body
        ids.push(...data.map(({ id }: { id: number }) => id))
      }
      for (const id of ids) {
        const text = ring.seal({ table: 'connections', column: 'password', id }, `secret of ${id}`)
        await sql`update connections set password_sealed = ${text} where id = ${id}`.execute(db())
      }
      return ids
    }
    afterAll(async () => {
      await sql`delete from connections`.execute(db())
    })

    /** Rotates secrets like the command, and returns its output. */
    async function rotate(ring: KeyRing): Promise<string[]> {
      const output: string[] = []
      await rotateSecrets(db(), ring, (line) => output.push(line), secretAreas)
      return output
    }

    test('the key ring must contain the keys in use, under their names', async () => {
      await sql`delete from connections`.execute(db())
      await insertSealedRows(new KeyRing([k1]), 3)
      const requireRing = (...keys: { id: string; bytes: Buffer }[]) =>
        requireKeys(db(), new KeyRing(keys), secretAreas)
      await expect(requireRing(k1)).resolves.toBeUndefined()
      await expect(requireRing(k2, k1)).resolves.toBeUndefined()
      await expect(requireRing(k2)).rejects.toThrow(StartupError)
      await expect(requireRing(k2)).rejects.toThrow(
        `SECRET_KEYS is missing keys that are in use: ${k1.id} (3 secrets). Add them after the first key.`,
      )
      await expect(requireRing(k2, { ...createKey(), id: k1.id })).rejects.toThrow(
        `The key ${k1.id} can't decrypt secrets encrypted with a different key of the same name. Restore the original key.`,
      )
      // A damaged secret doesn't reveal its key.
      await sql`update connections set password_sealed = password_sealed || 'AA' where id = (select min(id) from connections)`.execute(
        db(),
      )
      await expect(requireRing(k1)).resolves.toBeUndefined()
    })

    test('rotation moves all secrets to the first key while writes continue', async () => {
      await sql`delete from connections`.execute(db())
      const ids = await insertSealedRows(new KeyRing([k1]), 450)
      expect(await countSecretsByKey(db(), secretAreas)).toEqual(new Map([[k1.id, 450]]))
      const ring = new KeyRing([k2, k1])
      const damaged = ids[7] ?? 0
      await sql`update connections set password_sealed = password_sealed || 'AA' where id = ${damaged}`.execute(
        db(),
      )

      const changed = ids.filter((_, at) => at % 9 === 0)
      const [, ...writes] = await Promise.all([
        rotate(ring),
        ...changed.map((id) => change(id, { password: `new secret of ${id}` })),
      ])
      expect(writes.map(({ status }) => status)).toEqual(changed.map(() => 200))
      // The rows of the job report how many secrets were moved and which can't be decrypted.
      const [job] = (await call('GET', '/jobs')).body.data
      expect(job).toMatchObject({
        kind: 'secrets.rotate',
        title: `Encrypt secrets with key ${k2.id}`,
        status: 'done',
        rows: { total: 3, waiting: 0, failed: 0, refused: 0 },
      })
      const { data } = (await call('GET', `/jobs/${job.id}/rows`)).body
      expect(data[0].sentence).toMatch(
        new RegExp(
          `^\\d+ secrets? (?:is|are) now encrypted with key ${k2.id}\\. These secrets can't be decrypted and were left unchanged: connections\\.password#${damaged}\\. Enter them again\\.$`,
        ),
      )
      expect(await countSecretsByKey(db(), secretAreas)).toEqual(
        new Map([
          [k1.id, 1],
          [k2.id, 449],
        ]),
      )
      const firstKeyOnly = new KeyRing([k2])
      for (const id of ids.filter((one) => one !== damaged)) {
        const place = { table: 'connections', column: 'password', id }
        const expectedSecret = changed.includes(id) ? `new secret of ${id}` : `secret of ${id}`
        expect(firstKeyOnly.open(place, (await loadSealed(id)).passwordSealed)).toBe(expectedSecret)
      }
      // Rotation doesn't change the record's version.
      const unchanged = ids.find((id) => !changed.includes(id))
      expect((await call('GET', `/connections/${unchanged}`)).body.version).toBe(1)
      await sql`delete from connections where id = ${damaged}`.execute(db())
      expect(await rotate(ring)).toEqual([`All secrets are encrypted with key ${k2.id}.`])
    })

    test("a platform with another first key doesn't continue the rotation", async () => {
      await sql`delete from connections`.execute(db())
      await insertSealedRows(new KeyRing([k1]), 1)
      // A rotation started with k3 first continues on a platform that has k2 first.
      const k3 = createKey()
      const rows = await findRotationRows(db(), new KeyRing([k3, k1]), secretAreas)
      const row = { id: 1, targetId: null, label: '', input: rows[0]?.input }
      const work = { platform: { secrets: new KeyRing([k2, k1, k3]) }, trx: db() } as never
      await expect(rotateSecretsJob.perform(work, row, undefined)).rejects.toMatchObject({
        problem: {
          detail: `This platform encrypts secrets with key ${k2.id} instead of key ${k3.id}. Put key ${k3.id} first in this platform's SECRET_KEYS.`,
        },
      })
      expect(await countSecretsByKey(db(), secretAreas)).toEqual(new Map([[k1.id, 1]]))
    })

    // The embedded database has one connection, so nothing can change in between.
    test.runIf(database.name === 'PostgreSQL')(
      'a secret that changes during its rotation is left unchanged',
      async () => {
        await sql`delete from connections`.execute(db())
        const [id = 0] = await insertSealedRows(new KeyRing([k1]), 1)
        const newerSecret = new KeyRing([k1]).seal(
          { table: 'connections', column: 'password', id },
          'written meanwhile',
        )
        const [isWritten, isRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const write = db()
          .transaction()
          .execute(async (trx) => {
            await sql`update connections set password_sealed = ${newerSecret} where id = ${id}`.execute(
              trx,
            )
            isWritten.resolve()
            await isRead.promise
          })
        await isWritten.promise
        const ring = new KeyRing([k2, k1])
        const seal = ring.seal.bind(ring)
        ring.seal = (...of) => {
          isRead.resolve()
          return seal(...of)
        }
        const [output] = await Promise.all([rotate(ring), write])
        expect(output).toContainEqual(
          expect.stringMatching(
            `^connections.password.* 0 secrets are now encrypted with key ${k2.id}.$`,
          ),
        )
        expect((await loadSealed(id)).passwordSealed).toBe(newerSecret)
      },
    )
  })
})
