import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { insertReferred, insertRows, sampleValues, writable } from '#tests/api/support/records.ts'
import { newStore } from '#tests/api/support/stores.ts'

type Entry = {
  event: string
  actor: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  hidden: string[]
}

describe.each(usually('PGlite'))('the history of a record on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })

  describe.each(writable)('$name', (resource) => {
    const path = `/${resource.name}`
    const { label } = resource
    beforeAll(() => insertReferred(platform(), resource))

    test('tells each change, newest first: who, when, and its fields before and after', async () => {
      const { body: made } = await call('POST', path, { body: sampleValues(resource) })
      const at = `${path}/${made.id}`
      const { body: changed } = await call('PATCH', at, {
        ifMatch: 1,
        body: { [label]: `${sampleValues(resource)[label]}` },
      })
      const { status, body } = await call('GET', `${at}/history`)
      expect(status).toBe(200)
      const [last, first, ...more]: Entry[] = body.data
      expect(more).toEqual([])
      expect(last).toMatchObject({
        event: `${resource.name}.updated`,
        actor: platform().operator.email,
        time: changed.updatedAt,
        before: { [label]: made[label] },
        after: { [label]: changed[label] },
        hidden: [],
      })
      expect(Object.keys(last?.after ?? {}).filter((name) => name !== 'labels')).toEqual([label])
      expect(first).toMatchObject({
        event: `${resource.name}.created`,
        after: { [label]: made[label] },
      })
      expect(body.page).toMatchObject({ next: null, previous: null, total: 2 })
    })

    test('is told a page at a time', async () => {
      const { body: made } = await call('POST', path, { body: sampleValues(resource) })
      const at = `${path}/${made.id}`
      await call('PATCH', at, {
        ifMatch: 1,
        body: { [label]: `${sampleValues(resource)[label]}` },
      })
      const { body: page } = await call('GET', `${at}/history?limit=1`)
      expect(page.data).toHaveLength(1)
      const { body: rest } = await call('GET', `${at}/history?limit=1&after=${page.page.next}`)
      expect(rest.data.map(({ event }: Entry) => event)).toEqual([`${resource.name}.created`])
      expect(rest.page.next).toBeNull()
    })

    test('of no record is not found; what it does not know is refused', async () => {
      expect((await call('GET', `${path}/2000000000/history`)).status).toBe(404)
      const { body: made } = await call('POST', path, { body: sampleValues(resource) })
      const at = `${path}/${made.id}/history`
      for (const query of ['?limit=0', '?limit=x', '?after=x', '?other=1'])
        expect((await call('GET', at + query)).status).toBe(400)
    })
  })

  test('what a record refers to is told by what it is called', async () => {
    const [one, other] = await insertRows(platform(), stores, [storeRow('one'), storeRow('other')])
    const row = { ...sampleValues(memberGroups), storeId: one?.id }
    const [made] = await insertRows(platform(), memberGroups, [row])
    await logged('memberGroups', made?.id ?? 0, {
      storeId: { before: one?.id, after: other?.id },
      notOfTheDefinition: { before: 1, after: 2 },
    })
    const { body } = await call('GET', `/memberGroups/${made?.id}/history?limit=1`)
    expect(body.data[0]).toMatchObject({
      before: { storeId: one?.id, labels: { storeId: one?.['name'] } },
      after: { storeId: other?.id, labels: { storeId: other?.['name'] } },
    })
    expect(JSON.stringify(body)).not.toContain('notOfTheDefinition')
  })

  test('of what may be a secret only that it changed', async () => {
    const { body: made } = await call('POST', '/colors', {
      body: { name: 'Sand', code: 'SND', hex: '#AABBCC', active: true },
    })
    await logged('colors', made.id, {
      name: { before: '[redacted]', after: '[redacted]' },
      code: { before: 'A', after: 'B' },
    })
    const { body } = await call('GET', `/colors/${made.id}/history?limit=1`)
    expect(body.data[0]).toMatchObject({ before: { code: 'A' }, after: { code: 'B' } })
    expect(body.data[0].hidden).toEqual(['name'])
    expect(JSON.stringify(body)).not.toContain('redacted')
  })

  const storeRow = (name: string) => ({
    ...Object.fromEntries(
      Object.entries(sampleValues(stores)).filter(([, value]) => value !== null),
    ),
    name,
    status: 'draft',
  })

  /** An entry behind the API's back: what a definition no longer has, or never told. */
  const logged = (type: string, id: number, changes: object) =>
    sql`insert into audit (time, actor, event, target_type, target_id, request_id, ip, changes)
      values ('2100-01-01T00:00:00.000Z', 'test', ${`${type}.updated`}, ${type}, ${id}, 'r', '', ${JSON.stringify(changes)})`.execute(
      platform().platform.db,
    )
})

describe.each(usually('PGlite'))('the changes of all records on $name', (database) => {
  const platform = usePlatform(database)

  type Told = { event: string; targetType: string | null; ip: string | null; changes: object }
  const toldTo = async (...rights: string[]): Promise<Told[]> => {
    const account = await platform().addAccount(['dashboardRead:read', ...rights])
    const read = await signedIn(platform(), account)
    const { status, body } = await read('GET', '/audit?limit=100')
    expect(status).toBe(200)
    return body.data
  }

  test('are told as far as one may read: records by their right, security and addresses by that to read users', async () => {
    const call = await signedIn(platform())
    await newStore(call)
    await call('POST', '/sizes', { body: sampleValues(sizes) })
    await call('POST', '/userGroups', { body: sampleValues(userGroups) })
    await call('POST', '/views', {
      body: { resource: 'sizes', name: 'Mine', address: 'sort=name', shared: false },
    })
    const kinds = (entries: Told[]) => new Set(entries.map(({ targetType }) => targetType))
    const rightOf = { sizes: 'Sizes:read', stores: 'storesRead:read' }
    for (const [kind, right] of Object.entries(rightOf)) {
      const entries = await toldTo(right)
      expect(kinds(entries)).toEqual(new Set([kind]))
      expect(entries.map(({ ip }) => ip)).toEqual(entries.map(() => null))
    }
    expect(await toldTo()).toEqual([])
    // Groups are of the security stream.
    expect(await toldTo('usersGroups:read')).toEqual([])
    const ofAccounts = await toldTo('usersGroups:read', 'users:read')
    expect(kinds(ofAccounts)).toEqual(new Set(['userGroups', 'views', null]))
    expect(ofAccounts.find(({ event }) => event === 'auth.signedIn')?.ip).toMatch(/127\.0\.0\.1/)
    expect(kinds(await toldTo('users:read')).has('userGroups')).toBe(false)
  })
})
