import { flattenSchema } from '#tests/support/flattenSchema.ts'
import type { JsonSchema } from '#tests/support/flattenSchema.ts'
import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { members } from '#shared/areas/members/members.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { ApiResult, Caller } from '#tests/api/support/calling.ts'
import { patchConfirmed } from '#tests/api/support/patchConfirmed.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

/** Occurs in every name, code, and text of the other store. */
const marker = 'qz7x'
/** An ID that no record has. */
const missingId = 900_000_001
/** IDs of the other store's records start here, so they equal no other number. */
const firstId = 770_001

/** These calls end the session that the test uses. */
const endsSession = ['post /auth/logout', 'put /users/changePassword']
const calls = buildCalls(areas)
  .map(({ method, path: route, body, query = [] }) => {
    const path = route.replace(/:(\w+)/g, '{$1}')
    return {
      name: `${method} ${path}`,
      method,
      path,
      schema: body as JsonSchema | undefined,
      query,
      resource: resources.find(({ name }) => path.split('/')[1] === name),
    }
  })
  .filter(({ name }) => !endsSession.includes(name))

/** Views, which take their rows from other tables. */
const views = ['creditLiabilities', 'logEntries', 'platformLogEntries']
const storeResources = resources.filter(
  ({ name, relations: { scope } }) => scope && !views.includes(name),
)
/** API keys are visible to their owner, and webhooks to accounts for all stores, or not at all. */
const unsharedResources = ['apiKeys', 'attentionItems', 'users', 'webhookSubscriptions']
const sharedResources = resources.filter(
  ({ name, fields }) => fields['storeIds'] && !unsharedResources.includes(name),
)

/** Adds the fields that the platform always writes itself. */
const withRequiredFields = (resource: Resource): Resource => {
  const derived = Object.entries(resource.derived ?? {}).filter(([, { required }]) => required)
  return { ...resource, fields: { ...resource.fields, ...Object.fromEntries(derived) } }
}

/** Returns a record's values with the marker in each text. */
const withMarker = (resource: Resource, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries({ ...buildSampleValues(withRequiredFields(resource)), ...values }).map(
      ([name, value]) =>
        ['text', 'longText'].includes(resource.fields[name]?.kind ?? '') &&
        !['unit', 'currency'].includes(name)
          ? [name, `${marker} ${name}`]
          : [name, value],
    ),
  )

/** Builds a body of this shape with this ID everywhere. */
function buildBody(schema: JsonSchema, id: number): unknown {
  const { type, properties = {}, items = {} } = flattenSchema(schema)
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const kind = [type].flat()[0]
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, buildBody(one, id)]),
    )
  if (kind === 'array') return [buildBody(items, id)]
  return { integer: id, number: 1, boolean: true, string: 'some text' }[String(kind)]
}

describe.each(chooseDatabases('PostgreSQL'))(
  'An account limited to one store, on $name',
  (database) => {
    const platform = usePlatform(database)
    const db = () => platform().platform.db
    let callAsOperator: Caller
    let callAsLimited: Caller
    let ownStore: number
    let otherStore: number
    let printful: number
    const otherIds = new Map<string, number>()
    const sharedIds = new Map<string, number>()

    const insertRecord = async (resource: Resource, values: Record<string, unknown>) => {
      const [record] = await insertRows(platform(), resource, [values])
      if (!record) throw new Error(`No record of ${resource.name} was made`)
      return record.id
    }

    beforeAll(async () => {
      callAsOperator = await openSession(platform())
      ownStore = Number((await createStore(callAsOperator, { type: 'points', code: 'ours' })).id)
      await sql`select setval(pg_get_serial_sequence('stores', 'id'), ${firstId})`.execute(db())
      const values = { name: `${marker} store`, code: `${marker}-code`, subdomain: `${marker}-sub` }
      const created = await createStore(callAsOperator, {
        type: 'gift',
        defaultCurrency: 'GBP',
        ...values,
      })
      expect(created.id, JSON.stringify(created)).toBeDefined()
      otherStore = Number(created.id)
      expect(otherStore).toBeGreaterThan(firstId)
      otherIds.set('stores', otherStore)
      for (const [at, resource] of storeResources.entries()) {
        const table = resource.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${firstId + 1000 * (at + 1)})`.execute(
          db(),
        )
        otherIds.set(
          resource.name,
          await insertRecord(
            resource,
            withMarker(resource, {
              storeId: otherStore,
              ...(resource.name === 'paymentAttempts' && { orderId: 1 }),
            }),
          ),
        )
      }
      for (const resource of sharedResources)
        sharedIds.set(
          resource.name,
          await insertRecord(resource, {
            ...buildSampleValues(resource),
            storeIds: [ownStore, otherStore],
          }),
        )
      printful = await insertRecord(printfulSetup, {
        ...buildSampleValues(printfulSetup),
        storeMap: [`11 = ours`, `12 = ${marker}-code`],
      })
      sharedIds.set(printfulSetup.name, printful)
      callAsLimited = await openSession(
        platform(),
        await platform().addAccount(allPermissions, [ownStore]),
      )
    })

    const getText = ({ body }: ApiResult) =>
      typeof body === 'string' ? body : JSON.stringify(body)
    /** Replaces the other store's IDs and the missing ID so that answers can be compared. */
    const maskIds = (answer: ApiResult) => {
      const ids = [missingId, ...otherIds.values()].join('|')
      const text = getText(answer).replaceAll(new RegExp(`\\b(${ids})\\b`, 'g'), '#')
      return [answer.status, text.replaceAll(/"requestId":"[^"]*"/g, '')]
    }

    type Request = { path: string; body?: unknown }

    /** Builds pairs of requests: with the other store's IDs, and with an ID that no record has. */
    function buildRequests({
      path,
      schema,
      query,
      resource,
    }: (typeof calls)[number]): [Request, Request][] {
      const buildPath = (id: number) =>
        path.replace('{id}', String(id)).replaceAll(/\{(\w+)\}/g, '1')
      const hasOtherId = resource !== undefined && otherIds.has(resource.name)
      const knownId = resource
        ? (otherIds.get(resource.name) ?? sharedIds.get(resource.name) ?? 1)
        : 1
      const buildPair = (build: (id: (name: string) => number) => Request): [Request, Request] => [
        build((name) => otherIds.get(name) ?? otherStore),
        build(() => missingId),
      ]
      const buildPathFor = (id: (name: string) => number) =>
        buildPath(hasOtherId ? id(resource.name) : knownId)
      const isCreation = resource !== undefined && /^\/\w+(\/many(\/check)?)?$/.test(path)
      if (schema && isCreation) {
        const hasReferences = Object.values(resource.fields).some(
          ({ target: to }) => to && otherIds.has(to.name),
        )
        const isMany = path !== `/${resource.name}`
        const record = buildSampleValues(resource)
        const toBody = (values: object) => (isMany ? { records: [values] } : values)
        return hasReferences
          ? [buildPair((id) => ({ path, body: toBody(withReferences(resource, record, id)) }))]
          : []
      }
      if (schema) {
        const bodies = [
          buildPair((id) => ({ path: buildPathFor(id), body: buildBody(schema, id('stores')) })),
        ]
        const record = resource && buildSampleValues(resource)
        if (record)
          bodies.push(
            buildPair((id) => ({
              path: buildPathFor(id),
              body: withReferences(resource, record, id),
            })),
          )
        return bodies
      }
      const queries = query.filter(
        ({ name }) => /Id(s)?$|\[eq\]$/.test(name) && /store|member|group/i.test(name),
      )
      return [
        buildPair((id) => ({ path: buildPathFor(id) })),
        ...queries.map(({ name }) =>
          buildPair((id) => ({
            path: `${buildPathFor(id)}?${new URLSearchParams({ [name]: String(id(toResource(name))) })}`,
          })),
        ),
      ]
    }
    const toResource = (name: string) =>
      /member/i.test(name) ? members.name : /group/i.test(name) ? 'memberGroups' : 'stores'

    /** Returns the values with an ID of the other store in every reference. */
    const withReferences = (
      resource: Resource,
      values: Record<string, unknown>,
      id: (name: string) => number,
    ) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          const { kind, target: to } = resource.fields[name] ?? {}
          if (kind === 'reference' && to) return [name, id(to.name)]
          return kind === 'references' && to ? [name, [id(to.name)]] : [name, value]
        }),
      )

    test.each(calls)('$name reveals nothing about another store', async (call) => {
      const { method, name } = call
      for (const [request, baseline] of buildRequests(call)) {
        const send = ({ path, body }: Request) =>
          callAsLimited(method, path, {
            ...(body === undefined ? {} : { body }),
            ifMatch: 999,
            closesStream: true,
          })
        const answer = await send(request)
        const context = `${request.path} ${JSON.stringify(request.body ?? '')}`
        expect(getText(answer).toLowerCase(), context).not.toContain(marker)
        expect(getText(answer), context).not.toContain('counts in GBP')
        if (JSON.stringify(request) === JSON.stringify(baseline)) continue
        expect(maskIds(answer), `${name} ${context}`).toEqual(maskIds(await send(baseline)))
      }
    })

    test("can't find records by texts of another store", async () => {
      for (const {
        name,
        list: { search },
        api: { single },
      } of resources) {
        if (single) continue
        for (const query of [
          `search=${marker}`,
          ...search.map((one) => `filter[${one}][contains]=${marker}`),
        ]) {
          const { body } = await callAsLimited('GET', `/${name}?${query}`)
          expect(body.data, `${name} ${query}`).toEqual([])
        }
      }
      const filter = encodeURIComponent(`12 = ${marker}-code`)
      const response = await callAsLimited('GET', `/printfulSetup?filter[storeMap][has]=${filter}`)
      expect(response.body.data ?? []).toEqual([])
    })

    test("can't tell a store that it doesn't see from one that doesn't exist, by any comparison", async () => {
      const count = async (name: string, filter: string) => {
        const { status, body } = await callAsLimited('GET', `/${name}?${filter}`)
        expect(status, `${name} ${JSON.stringify(body)}`).toBe(200)
        return body.page.total
      }
      for (const param of ['filter', 'any[1]'])
        for (const op of ['eq', 'in', 'not'])
          for (const { name } of sharedResources)
            expect(
              await count(name, `${param}[storeIds][${op}]=${otherStore}`),
              `${name} ${param} ${op}`,
            ).toBe(await count(name, `${param}[storeIds][${op}]=${missingId}`))
      const ofOther = encodeURIComponent(`12 = ${marker}-code`)
      const ofNone = encodeURIComponent('12 = nobody')
      for (const op of ['has', 'in', 'not'])
        expect(await count('printfulSetup', `filter[storeMap][${op}]=${ofOther}`), op).toBe(
          await count('printfulSetup', `filter[storeMap][${op}]=${ofNone}`),
        )
      for (const value of ['0', '1'])
        expect(await count('printfulSetup', `filter[storeMap][empty]=${value}`)).toBe(0)
    })

    test('sees only its own lines of the store map in the list, record, export, and logs', async () => {
      const loadRecord = async (callAs: Caller) =>
        (await callAs('GET', `/printfulSetup/${printful}`)).body
      const { version } = await loadRecord(callAsOperator)
      const storeMap = [`11 = ours`, `12 = ${marker}-code`, `13 = ${marker}-code`]
      const change = { body: { storeMap }, ifMatch: version }
      const firstResponse = await callAsOperator('PATCH', `/printfulSetup/${printful}`, change)
      const saved =
        firstResponse.status === 409
          ? await patchConfirmed(callAsOperator, `/printfulSetup/${printful}`, change)
          : firstResponse
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      expect((await loadRecord(callAsLimited)).storeMap).toEqual(['11 = ours'])
      expect((await loadRecord(callAsOperator)).storeMap).toEqual(storeMap)
      for (const path of [
        '/printfulSetup',
        '/printfulSetup/export?format=ndjson&columns=storeMap',
        `/printfulSetup/${printful}/history`,
        '/audit',
      ]) {
        expect(getText(await callAsOperator('GET', path)), path).toContain(`${marker}-code`)
        expect(getText(await callAsLimited('GET', path)), path).not.toContain(marker)
      }
    })

    test("can't save a record shared with other stores, which would remove them from it", async () => {
      for (const { name } of [...sharedResources, printfulSetup]) {
        const id = sharedIds.get(name)
        const before = (await callAsOperator('GET', `/${name}/${id}`)).body
        const visible = (await callAsLimited('GET', `/${name}/${id}`)).body
        const body =
          'storeIds' in visible ? { storeIds: visible.storeIds } : { storeMap: visible.storeMap }
        const answer = await callAsLimited('PATCH', `/${name}/${id}`, {
          body,
          ifMatch: before.version,
        })
        expect(answer.status, name).toBe(403)
        expect((await callAsOperator('GET', `/${name}/${id}`)).body, name).toEqual(before)
      }
    })

    test.each(sharedResources)('sees only its own stores in $name', async ({ name }) => {
      const { storeIds, labels } = (await callAsLimited('GET', `/${name}/${sharedIds.get(name)}`))
        .body as AnyRecord
      expect(storeIds).toEqual([ownStore])
      expect(Object.keys(labels ?? {}).filter((one) => one.startsWith('storeIds'))).toEqual([
        `storeIds.${ownStore}`,
      ])
      const filtered = await callAsLimited('GET', `/${name}?filter[storeIds][eq]=${otherStore}`)
      expect(filtered.body.data).toEqual([])
    })
  },
)
