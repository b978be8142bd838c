import { toReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#shared/engine/api.ts'
import { searchOptions, resolveReferences } from '#shared/engine/fields/references.ts'
import { allWrites } from '#shared/engine/resourceOptions.ts'
import { resources } from '#shared/areas/index.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { buildSampleValues } from '#tests/api/support/records.ts'

describe.each(chooseDatabases('PGlite'))('References and derived columns on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let acme: { id: number; name: string }
  let other: { id: number; name: string }
  const newStore = async (values: object) =>
    (await call('POST', '/stores', { body: { ...buildSampleValues(stores), ...values } })).body
  const loadNames = async (query: string) => {
    const { status, body } = await call('GET', `/stores?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map(({ name }: { name: string }) => name)
  }

  beforeAll(async () => {
    call = await openSession(platform())
    const createOrganisation = async (name: string) =>
      (
        await call('POST', '/organisations', {
          body: { ...buildSampleValues(organisations), name },
        })
      ).body
    acme = await createOrganisation('Acme 50%')
    other = await createOrganisation('Other')
    await newStore({ name: 'First', organisationId: acme.id, tags: ['vip', 'pilot'] })
    await newStore({ name: 'Second', organisationId: other.id, tags: ['vip'] })
    await newStore({ name: 'Third', organisationId: null, tags: [] })
  })

  test('a record includes the labels of its references, in lists and alone', async () => {
    const { body } = await call('GET', '/stores?sort=name')
    expect(body.data.map(({ labels }: { labels: object }) => labels)).toEqual([
      { organisationId: 'Acme 50%' },
      { organisationId: 'Other' },
      {},
    ])
    const first = await call('GET', `/stores/${body.data[0].id}`)
    expect(first.body.labels).toEqual({ organisationId: 'Acme 50%' })
  })

  test('a list can be filtered by part of a label, by ID, and by a list entry', async () => {
    expect(await loadNames('filter[organisationId][contains]=50%25')).toEqual(['First'])
    expect(await loadNames(`filter[organisationId][eq]=${other.id}`)).toEqual(['Second'])
    expect(await loadNames('filter[tags][has]=vip&sort=name')).toEqual(['First', 'Second'])
    expect(await loadNames('filter[tags][has]=vi')).toEqual([])
  })

  test('an exact filter finds a record by its whole label among many that contain it', async () => {
    const records = Array.from({ length: 101 }, (_, at) => ({
      ...buildSampleValues(organisations),
      name: `A company of Zed ${at}`,
    }))
    await call('POST', '/organisations/many', { body: { records } })
    const zed = { ...buildSampleValues(organisations), name: 'Zed' }
    const { id } = (await call('POST', '/organisations', { body: zed })).body
    const matches = (await call('GET', '/organisations?filter[name][eq]=Zed')).body.data
    expect(matches.map((record: { id: number }) => record.id)).toEqual([id])
    expect((await call('GET', '/organisations?filter[name][eq]=zed')).body.data).toEqual([])
  })

  test('an ambiguous store name is rejected until the operator chooses one', async () => {
    for (const code of ['twin-one', 'twin-two']) await newStore({ name: 'Twin', code })
    const api: Api = {
      send: async ({ method, path, search }) => call(method, `${path}?${search ?? ''}`),
    }
    const fields = { storeId: memberGroups.fields.storeId }
    const { errors, choices } = await resolveReferences(api, fields, { storeId: 'Twin' })
    expect(errors).toEqual({ storeId: 'Store: 2 records are named "Twin". Choose one of them.' })
    const [one, two] = choices['storeId'] ?? []
    expect([one?.detail, two?.detail].toSorted()).toEqual(['twin-one', 'twin-two'])
    expect(one?.value).not.toBe(two?.value)
    const options = await searchOptions(api, toReferenceTarget(stores), 'twin')
    expect(options.map(({ value }) => value)).toEqual([one?.value, two?.value])
    expect((await resolveReferences(api, fields, { storeId: 'twin' })).errors).toEqual({
      storeId: 'Store: 2 records are named "twin". Choose one of them.',
    })
  })

  test('rejects a reference to a missing record at its field', async () => {
    const body = { ...buildSampleValues(stores), organisationId: 2_000_000 }
    expect(await call('POST', '/stores', { body })).toMatchObject({
      status: 422,
      body: {
        fields: {
          organisationId: "Organization: this record doesn't exist, or it was deleted.",
        },
      },
    })
  })

  test('rejects writes to derived fields', async () => {
    const body = { ...buildSampleValues(stores), status: 'active', members: 9 }
    const { status, body: answer } = await call('POST', '/stores', { body })
    expect(status).toBe(422)
    expect(Object.keys(answer.fields).sort()).toEqual(['members', 'status'])
  })

  /** Resources that have a call of their own for creating a record, which returns a secret. */
  const createdWithSecret = ['apiKeys', 'webhookSubscriptions']
  test.each(resources.filter(({ api: { writes } }) => writes.length < allWrites.length))(
    "the writes that $name doesn't support aren't offered",
    async ({ name, api: { writes, single } }) => {
      const calls = {
        create: ['POST', `/${name}`],
        change: ['PATCH', `/${name}/1`],
        delete: ['DELETE', `/${name}/1`],
      } as const
      for (const write of allWrites) {
        if (writes.includes(write)) continue
        if (write === 'create' && createdWithSecret.includes(name)) continue
        // Its owner changes it with a call of its own.
        if (write === 'change' && name === 'apiKeys') continue
        const [method, path] = calls[write]
        expect((await call(method, path, { body: {}, ifMatch: 1 })).status).toBe(404)
      }
      if (single) expect((await call('GET', `/${name}`)).status).toBe(404)
    },
  )
})
