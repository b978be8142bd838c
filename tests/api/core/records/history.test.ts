import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import {
  insertReferences,
  insertRows,
  buildSampleValues,
  fullyWritableResources,
} from '#tests/api/support/records.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Entry = {
  event: string
  actor: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  hidden: string[]
}

describe.each(chooseDatabases('PGlite'))('Record history on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  describe.each(fullyWritableResources)('$name', (resource) => {
    const path = `/${resource.name}`
    const { label } = resource.relations
    beforeAll(() => insertReferences(platform(), resource))

    test('history lists each change newest first, with actor, time, and changed fields', async () => {
      const { body: created } = await call('POST', path, { body: buildSampleValues(resource) })
      const url = `${path}/${created.id}`
      const { body: changed } = await call('PATCH', url, {
        ifMatch: 1,
        body: { [label]: `${buildSampleValues(resource)[label]}` },
      })
      const { status, body } = await call('GET', `${url}/history`)
      expect(status).toBe(200)
      const [last, first, ...more]: Entry[] = body.data
      expect(more).toEqual([])
      expect(last).toMatchObject({
        event: `${resource.name}.updated`,
        actor: platform().operator.email,
        time: changed.updatedAt,
        before: { [label]: created[label] },
        after: { [label]: changed[label] },
        hidden: [],
      })
      expect(Object.keys(last?.after ?? {}).filter((name) => name !== 'labels')).toEqual([label])
      expect(first).toMatchObject({
        event: `${resource.name}.created`,
        after: { [label]: created[label] },
      })
      expect(body.page).toMatchObject({ next: null, previous: null, total: 2 })
    })

    test('history is paged', async () => {
      const { body: created } = await call('POST', path, { body: buildSampleValues(resource) })
      const url = `${path}/${created.id}`
      await call('PATCH', url, {
        ifMatch: 1,
        body: { [label]: `${buildSampleValues(resource)[label]}` },
      })
      const { body: page } = await call('GET', `${url}/history?limit=1`)
      expect(page.data).toHaveLength(1)
      const { body: rest } = await call('GET', `${url}/history?limit=1&after=${page.page.next}`)
      expect(rest.data.map(({ event }: Entry) => event)).toEqual([`${resource.name}.created`])
      expect(rest.page.next).toBeNull()
    })

    test('a missing record is a 404, and an unknown parameter is rejected', async () => {
      expect((await call('GET', `${path}/2000000000/history`)).status).toBe(404)
      const { body: created } = await call('POST', path, { body: buildSampleValues(resource) })
      const url = `${path}/${created.id}/history`
      for (const query of ['?limit=0', '?limit=x', '?after=x', '?other=1'])
        expect((await call('GET', url + query)).status).toBe(400)
    })
  })

  test('references appear with the names of their records', async () => {
    const [one, other] = await insertRows(platform(), stores, [
      buildStoreRow('one'),
      buildStoreRow('other'),
    ])
    const row = { ...buildSampleValues(memberGroups), storeId: one?.id }
    const [created] = await insertRows(platform(), memberGroups, [row])
    await insertLogEntry('memberGroups', created?.id ?? 0, {
      storeId: { before: one?.id, after: other?.id },
      notOfTheDefinition: { before: 1, after: 2 },
    })
    const { body } = await call('GET', `/memberGroups/${created?.id}/history?limit=1`)
    expect(body.data[0]).toMatchObject({
      before: { storeId: one?.id, labels: { storeId: one?.['name'] } },
      after: { storeId: other?.id, labels: { storeId: other?.['name'] } },
    })
    expect(JSON.stringify(body)).not.toContain('notOfTheDefinition')
  })

  test('a redacted value is listed only as changed', async () => {
    const { body: created } = await call('POST', '/colors', {
      body: { name: 'Sand', code: 'SND', hex: '#AABBCC', active: true },
    })
    await insertLogEntry('colors', created.id, {
      name: { before: '[redacted]', after: '[redacted]' },
      code: { before: 'A', after: 'B' },
    })
    const { body } = await call('GET', `/colors/${created.id}/history?limit=1`)
    expect(body.data[0]).toMatchObject({ before: { code: 'A' }, after: { code: 'B' } })
    expect(body.data[0].hidden).toEqual(['name'])
    expect(JSON.stringify(body)).not.toContain('redacted')
  })

  const buildStoreRow = (name: string) => ({
    ...Object.fromEntries(
      Object.entries(buildSampleValues(stores)).filter(([, value]) => value !== null),
    ),
    name,
    status: 'draft',
  })

  /**
   * Inserts an entry directly: with a field that the definition doesn't have, or a redacted value.
   */
  const insertLogEntry = (type: string, id: number, changes: object) =>
    sql`insert into audit (time, actor, event, target_type, target_id, request_id, ip, changes)
      values ('2100-01-01T00:00:00.000Z', 'test', ${`${type}.updated`}, ${type}, ${id}, 'r', '', ${JSON.stringify(changes)})`.execute(
      platform().platform.db,
    )
})

describe.each(chooseDatabases('PGlite'))('The log of all records on $name', (database) => {
  const platform = usePlatform(database)

  type LogEntry = { event: string; targetType: string | null; ip: string | null; changes: object }
  const loadEntriesWith = async (...permissions: string[]): Promise<LogEntry[]> => {
    const account = await platform().addAccount(['dashboardRead:read', ...permissions])
    const read = await openSession(platform(), account)
    const { status, body } = await read('GET', '/audit?limit=100')
    expect(status).toBe(200)
    return body.data
  }

  test('entries need the permission to read their records; security entries and IP addresses need users:read', async () => {
    const call = await openSession(platform())
    await createStore(call)
    await call('POST', '/sizes', { body: buildSampleValues(sizes) })
    await call('POST', '/userGroups', { body: buildSampleValues(userGroups) })
    await call('POST', '/views', {
      body: { resource: 'sizes', name: 'Mine', address: 'sort=name', shared: false },
    })
    const getTargetTypes = (entries: LogEntry[]) =>
      new Set(entries.map(({ targetType }) => targetType))
    const permissionsByType = { sizes: 'Sizes:read', stores: 'storesRead:read' }
    for (const [kind, permission] of Object.entries(permissionsByType)) {
      const entries = await loadEntriesWith(permission)
      expect(getTargetTypes(entries)).toEqual(new Set([kind]))
      expect(entries.map(({ ip }) => ip)).toEqual(entries.map(() => null))
    }
    expect(await loadEntriesWith()).toEqual([])
    // User groups belong to the security stream.
    expect(await loadEntriesWith('usersGroups:read')).toEqual([])
    const accountEntries = await loadEntriesWith('usersGroups:read', 'users:read')
    expect(getTargetTypes(accountEntries)).toEqual(new Set(['userGroups', 'views', null]))
    expect(accountEntries.find(({ event }) => event === 'auth.signedIn')?.ip).toMatch(
      /127\.0\.0\.1/,
    )
    expect(getTargetTypes(await loadEntriesWith('users:read')).has('userGroups')).toBe(false)
  })

  test('sign-ins are left out on request, because they change no record', async () => {
    const call = await openSession(platform())
    const loadEvents = async (search: string): Promise<string[]> => {
      const { body } = await call('GET', `/audit?limit=100${search}`)
      return body.data.map(({ event }: LogEntry) => event)
    }
    const isSignIn = (event: string) => event.startsWith('auth.')
    const allEvents = await loadEvents('')
    expect(allEvents.some(isSignIn)).toBe(true)
    expect(await loadEvents('&changesOnly=1')).toEqual(allEvents.filter((one) => !isSignIn(one)))
  })
})
