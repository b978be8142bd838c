import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integer, optional, secret, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { toPhrase } from '#shared/format/labels.ts'
import { resources } from '#shared/areas/index.ts'
import { addResourceTable } from '#server/platform/database/migrations/tables.ts'
import { requireKeys, countSecretsByKey } from '#server/platform/keys/keysInUse.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { findRotationRows, rotateSecretsJob } from '#server/platform/keys/rotateSecretsJob.ts'
import { rotateSecrets } from '#server/platform/keys/command.ts'
import { StartupError } from '#server/platform/settings.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newestEntries } from '#tests/api/support/stores.ts'

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
  columns: ['name', 'apiKey'],
  search: ['name'],
  sort: 'name',
  label: 'name',
  unique: [['name']],
})

const definitions = [...resources, connections]
const table = addResourceTable('connections', {
  text: ['name'],
  integer: ['size?'],
  secret: ['password', 'apiKey?'],
  unique: [['name']],
  search: ['name'],
})

const [k1, k2] = [createKey(), createKey()]
const unset = { set: false, hint: null, changedAt: null }
const setAs = (hint: string | null) => ({ set: true, hint, changedAt: expect.any(String) })

describe.each(usually('PostgreSQL'))('secrets on $name', (database) => {
  const platform = usePlatform(database, { definitions, secrets: new KeyRing([k2, k1]) })
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    await table.up(db())
    await sql`alter table connections add constraint nothing_odd check (name <> 'Odd')`.execute(
      db(),
    )
    call = await signedIn(platform())
  })

  const create = (values: object = {}) =>
    call('POST', '/connections', { body: { name: randomUUID(), password: 'hunter2', ...values } })
  const made = async (values: object = {}) => (await create(values)).body
  const change = (id: number, body: object, ifMatch = 1) =>
    call('PATCH', `/connections/${id}`, { body, ifMatch })
  const kept = async (id: number) => {
    const { rows } = await sql<{ passwordSealed: string; apiKeySealed: string | null }>`
      select password_sealed, api_key_sealed from connections where id = ${id}`.execute(db())
    return rows[0] ?? { passwordSealed: '', apiKeySealed: null }
  }
  const opened = async (id: number, column: 'password' | 'apiKey') => {
    const place = { table: 'connections', column, id }
    return platform().platform.secrets.open(place, (await kept(id))[`${column}Sealed`] ?? '')
  }

  describe('through the generic calls', () => {
    test('are written, and answered as set with a hint where that gives nothing away', async () => {
      const body = await made({ apiKey: '  a-long-key-of-9876 ' })
      expect(body).toMatchObject({ password: setAs(null), apiKey: setAs('9876'), version: 1 })
      expect(body).not.toHaveProperty('apiKeySealed')
      expect((await call('GET', `/connections/${body.id}`)).body).toEqual(body)
      const { data } = (await call('GET', `/connections?search=${body.name}`)).body
      expect(data).toEqual([body])
      expect(await opened(body.id, 'apiKey')).toBe('a-long-key-of-9876')
      expect(await opened(body.id, 'password')).toBe('hunter2')
      expect(await made()).toMatchObject({ apiKey: unset })
    })

    test.each([
      ['elevenchars', null],
      ['twelve chars', 'hars'],
      ['\u{1f600}'.repeat(12), '\u{1f600}'.repeat(4)],
    ])('%s is told by %j', async (apiKey, hint) => {
      expect((await made({ apiKey })).apiKey).toEqual(setAs(hint))
    })

    test('stay where nothing is given, are replaced by what is, and go for null', async () => {
      const { id, apiKey, password } = await made({ apiKey: 'a-long-key-of-9876' })
      const before = await kept(id)
      for (const same of ['', '  ', apiKey])
        expect((await change(id, { apiKey: same })).body).toMatchObject({ version: 1, apiKey })
      const named = await change(id, { name: randomUUID(), apiKey: '', password })
      expect(named.body).toMatchObject({ version: 2, apiKey, password })
      expect(await kept(id)).toEqual(before)

      const other = await change(id, { apiKey: 'another-key-of-1234' }, 2)
      expect(other.body).toMatchObject({ version: 3, apiKey: setAs('1234'), password })
      expect(await opened(id, 'apiKey')).toBe('another-key-of-1234')
      expect(await kept(id)).toMatchObject({ passwordSealed: before.passwordSealed })

      expect((await change(id, { apiKey: null }, 3)).body).toMatchObject({
        version: 4,
        apiKey: unset,
      })
      expect((await kept(id)).apiKeySealed).toBeNull()
      expect((await change(id, { apiKey: null }, 4)).body).toMatchObject({ version: 4 })
    })

    test('that are required are given once and not taken away', async () => {
      const missing = {
        status: 422,
        body: { fields: { password: 'Password is a required field' } },
      }
      for (const password of [null, '', ' ', unset])
        expect(await create({ password })).toMatchObject(missing)
      const { id } = await made()
      expect(await change(id, { password: null })).toMatchObject(missing)
      expect((await change(id, { password: '' })).status).toBe(200)
    })

    test('are set and taken away by who may handle those of the area, beside writing it', async () => {
      const held = async (...permissions: string[]) =>
        signedIn(platform(), await platform().addAccount(permissions))
      const writer = await held('Sizes:write', 'Colors:secrets')
      const refused = (label: string) => ({
        status: 403,
        body: {
          code: 'forbidden',
          permission: 'Sizes:secrets',
          detail: `Changing the ${toPhrase(label)} needs the permission Sizes:secrets.`,
        },
      })
      const body = { name: randomUUID(), password: 'hunter2' }
      const records = { body: { records: [body] } }
      expect(await writer('POST', '/connections', { body })).toMatchObject(refused('Password'))
      expect(await writer('POST', '/connections/many', records)).toMatchObject(refused('Password'))
      const { id, password, apiKey } = await made({ apiKey: 'a-long-key-of-9876' })
      const to = (caller: Caller, values: object, ifMatch = 1) =>
        caller('PATCH', `/connections/${id}`, { body: values, ifMatch })
      for (const value of ['another-key-of-1234', null])
        expect(await to(writer, { apiKey: value })).toMatchObject(refused('API key'))
      const same = await to(writer, { name: randomUUID(), apiKey, password: '' })
      expect(same).toMatchObject({ status: 200, body: { version: 2, apiKey, password } })

      const keeper = await held('Sizes:write', 'Sizes:secrets')
      expect((await to(keeper, { apiKey: null }, 2)).body).toMatchObject({ apiKey: unset })
      const whole = await held('Sizes')
      expect((await whole('POST', '/connections', { body })).status).toBe(201)
    })

    test('of many records are each bound to their own', async () => {
      const records = ['one-of-many-1111', 'two-of-many-2222'].map((apiKey) => ({
        name: randomUUID(),
        password: apiKey,
        apiKey,
      }))
      const { status, body } = await call('POST', '/connections/many', { body: { records } })
      expect(status).toBe(201)
      for (const [at, { id, apiKey }] of body.data.entries()) {
        expect(apiKey).toEqual(setAs(['1111', '2222'][at] ?? ''))
        expect(await opened(id, 'apiKey')).toBe(records[at]?.apiKey)
      }
    })

    test('are neither sorted by, nor filtered, nor searched', async () => {
      const { name } = await made({ apiKey: 'findable-key-5555' })
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

    test('are audited as changed', async () => {
      const { id } = await made({ apiKey: 'first-key-of-1111' })
      expect((await newestEntries(call, 1))[0].changes).toMatchObject({
        password: { after: 'changed' },
        apiKey: { after: 'changed' },
      })
      await change(id, { apiKey: 'second-key-of-1111' })
      expect((await newestEntries(call, 1))[0].changes).toEqual({
        apiKey: { before: 'set', after: 'changed' },
      })
      const security = '/platformLogEntries?filter[stream][eq]=security&limit=1'
      expect((await call('GET', security)).body.data).toMatchObject([
        { event: 'connections.updated', changes: { apiKey: { after: 'changed' } } },
      ])
      await change(id, { apiKey: null }, 2)
      expect((await newestEntries(call, 1))[0].changes).toEqual({
        apiKey: { before: 'set', after: null },
      })
      const { data } = (await call('GET', `/connections/${id}/history?limit=1`)).body
      expect(data[0]).toMatchObject({ before: {}, after: {}, hidden: ['apiKey'] })
    })
  })

  test('a secret that was put elsewhere by hand opens nowhere', async () => {
    const [one, other] = [
      await made({ apiKey: 'one-key-of-1111' }),
      await made({ apiKey: 'other-key-of-2222' }),
    ]
    await sql`update connections set api_key_sealed = ${(await kept(one.id)).apiKeySealed} where id = ${other.id}`.execute(
      db(),
    )
    await expect(opened(other.id, 'apiKey')).rejects.toThrow(
      `can't decrypt the secret connections.apiKey#${other.id}`,
    )
    await sql`update connections set api_key_sealed = password_sealed where id = ${one.id}`.execute(
      db(),
    )
    await expect(opened(one.id, 'apiKey')).rejects.toThrow(
      `can't decrypt the secret connections.apiKey#${one.id}`,
    )
    await sql`delete from connections`.execute(db())
  })

  test('is found in no answer, log line or row, whatever is done with it', async () => {
    const canary = 'canary-in-a-coal-mine'
    const said: unknown[] = []
    const ask: Caller = async (...of) => {
      const answer = await call(...of)
      said.push(answer.body, [...answer.headers])
      return answer
    }
    const [name, key] = [randomUUID(), randomUUID()]
    const whole = { name, password: canary, apiKey: canary }
    const { body } = await ask('POST', '/connections', { body: whole, key })
    await ask('POST', '/connections', { body: whole, key })
    await ask('POST', '/connections', { body: { ...whole, name: 'other' }, key })
    await ask('POST', '/connections', { body: whole })
    await ask('POST', '/connections', { body: { ...whole, size: 10, apiKey: canary.repeat(9) } })
    await ask('POST', '/connections', { body: { ...whole, name: 'Odd' } })
    await ask('POST', '/connections', { body: `{"name": "${canary}", "password": ${canary}` })
    await ask('POST', '/connections', { body: { ...whole, [canary.slice(0, 6)]: [canary] } })
    await ask('POST', '/connections', {
      body: { ...whole, password: `${canary}\n`, apiKey: { a: canary } },
    })
    await ask('POST', '/connections/many', { body: { records: [whole, whole] } })
    await ask('POST', '/connections/many/check', { body: { records: [whole, { apiKey: canary }] } })
    const path = `/connections/${body.id}`
    await ask('PATCH', path, {
      body: { name: 'Odd', password: `${canary}2`, apiKey: canary },
      ifMatch: 1,
    })
    await ask('PATCH', path, { body: { apiKey: `${canary}3` }, ifMatch: 1 })
    await ask('PATCH', path, { body: { apiKey: canary }, ifMatch: 1 })
    await ask('PUT', path, { body: whole })
    for (const read of [
      path,
      `/connections?search=${name}`,
      '/audit?limit=100',
      '/openapi.json',
      `${path}/uses`,
      `${path}/history`,
    ])
      await ask('GET', read)
    await ask('DELETE', path)
    await ask('GET', '/audit?limit=100')

    expect(said.length).toBeGreaterThan(30)
    expect(JSON.stringify(said)).toContain(name)
    expect(JSON.stringify(said)).not.toContain(canary)
    expect(JSON.stringify(platform().log)).toContain('nothing_odd')
    expect(JSON.stringify(platform().log)).not.toContain(canary)
    const dump = await dumpOf()
    expect(dump).toContain(name)
    expect(dump).not.toContain(canary)
  })

  /** Every row of every table as text. */
  async function dumpOf(): Promise<string> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db())
    const tables = await Promise.all(
      rows.map(async ({ name }) => {
        const held = await sql<{
          text: string
        }>`select ${sql.ref(name)}::text as text from ${sql.table(name)}`.execute(db())
        return held.rows.map(({ text }) => text).join('\n')
      }),
    )
    return tables.join('\n')
  }

  describe('keys', () => {
    /** Rows whose secrets were sealed by this ring. */
    async function sealedRows(ring: KeyRing, count: number): Promise<number[]> {
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

    /** Rotates as the command does; answers what it said. */
    async function rotate(ring: KeyRing): Promise<string[]> {
      const said: string[] = []
      await rotateSecrets(db(), ring, (line) => said.push(line), definitions)
      return said
    }

    test('that secrets were sealed with must be in the ring, under their names', async () => {
      await sql`delete from connections`.execute(db())
      await sealedRows(new KeyRing([k1]), 3)
      const demand = (...keys: { id: string; bytes: Buffer }[]) =>
        requireKeys(db(), new KeyRing(keys), definitions)
      await expect(demand(k1)).resolves.toBeUndefined()
      await expect(demand(k2, k1)).resolves.toBeUndefined()
      await expect(demand(k2)).rejects.toThrow(StartupError)
      await expect(demand(k2)).rejects.toThrow(
        `SECRET_KEYS is missing keys that are in use: ${k1.id} (3 secrets). Add them after the first key.`,
      )
      await expect(demand(k2, { ...createKey(), id: k1.id })).rejects.toThrow(
        `The key ${k1.id} can't decrypt secrets encrypted with a different key of the same name. Restore the original key.`,
      )
      // One that was damaged says nothing of its key.
      await sql`update connections set password_sealed = password_sealed || 'AA' where id = (select min(id) from connections)`.execute(
        db(),
      )
      await expect(demand(k1)).resolves.toBeUndefined()
    })

    test('are counted, and give way to the first one while writes go on', async () => {
      await sql`delete from connections`.execute(db())
      const ids = await sealedRows(new KeyRing([k1]), 450)
      expect(await countSecretsByKey(db(), definitions)).toEqual(new Map([[k1.id, 450]]))
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
      // A job, whose rows say how many each key gave up, and what does not open.
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
      expect(await countSecretsByKey(db(), definitions)).toEqual(
        new Map([
          [k1.id, 1],
          [k2.id, 449],
        ]),
      )
      const alone = new KeyRing([k2])
      for (const id of ids.filter((one) => one !== damaged)) {
        const place = { table: 'connections', column: 'password', id }
        const now = changed.includes(id) ? `new secret of ${id}` : `secret of ${id}`
        expect(alone.open(place, (await kept(id)).passwordSealed)).toBe(now)
      }
      // It is no change of a record.
      const unchanged = ids.find((id) => !changed.includes(id))
      expect((await call('GET', `/connections/${unchanged}`)).body.version).toBe(1)
      await sql`delete from connections where id = ${damaged}`.execute(db())
      expect(await rotate(ring)).toEqual([`All secrets are encrypted with key ${k2.id}.`])
    })

    test('are left by a platform that seals with another one', async () => {
      await sql`delete from connections`.execute(db())
      await sealedRows(new KeyRing([k1]), 1)
      // What was begun with k3 in front is gone on with where k2 is.
      const k3 = createKey()
      const rows = await findRotationRows(db(), new KeyRing([k3, k1]), definitions)
      const row = { id: 1, targetId: null, label: '', input: rows[0]?.input }
      const work = { platform: { secrets: new KeyRing([k2, k1, k3]) }, trx: db() } as never
      await expect(rotateSecretsJob.perform(work, row, undefined)).rejects.toMatchObject({
        problem: {
          detail: `This platform encrypts secrets with key ${k2.id} instead of key ${k3.id}. Put key ${k3.id} first in this platform's SECRET_KEYS.`,
        },
      })
      expect(await countSecretsByKey(db(), definitions)).toEqual(new Map([[k1.id, 1]]))
    })

    // The embedded database has one connection: nothing comes between.
    test.runIf(database.name === 'PostgreSQL')(
      'a secret that changes between being read and being sealed anew is left as it is',
      async () => {
        await sql`delete from connections`.execute(db())
        const [id = 0] = await sealedRows(new KeyRing([k1]), 1)
        const meanwhile = new KeyRing([k1]).seal(
          { table: 'connections', column: 'password', id },
          'written meanwhile',
        )
        const [isWritten, isRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const write = db()
          .transaction()
          .execute(async (trx) => {
            await sql`update connections set password_sealed = ${meanwhile} where id = ${id}`.execute(
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
        const [said] = await Promise.all([rotate(ring), write])
        expect(said).toContainEqual(
          expect.stringMatching(
            `^connections.password.* 0 secrets are now encrypted with key ${k2.id}.$`,
          ),
        )
        expect((await kept(id)).passwordSealed).toBe(meanwhile)
      },
    )
  })
})
