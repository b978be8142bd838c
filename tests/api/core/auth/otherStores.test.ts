import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { members } from '#shared/areas/members/members.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { buildCalls } from '#server/platform/areas/index.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Answered, Caller } from '#tests/api/support/calling.ts'
import { confirmed } from '#tests/api/support/confirmed.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'

/** In every name, code, and text of the other store. */
const marker = 'qz7x'
/** No record has it. */
const nobodys = 900_000_001
/** IDs of the other store's records begin here, so that none is a number of something else. */
const firstId = 770_001

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; items?: Schema }
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
const openapi = buildCalls(null, resources).find(({ path }) => path === '/openapi.json')
const paths = await readPaths()

async function readPaths() {
  if (openapi === undefined || !('handler' in openapi)) throw new Error('There is no API document')
  const { body } = await (openapi.handler as (...given: unknown[]) => Promise<{ body: unknown }>)(
    {},
    {} as Platform,
  )
  return (body as { paths: Record<string, Record<string, Operation>> }).paths
}

/** They end the session that the test uses. */
const endsSession = ['post /auth/logout', 'put /users/changePassword']
const calls = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      method,
      path,
      operation,
      resource: resources.find(({ name }) => path.split('/')[1] === name),
    })),
  )
  .filter(({ name }) => !endsSession.includes(name))

/** Views, whose rows follow from other tables. */
const views = ['creditLiabilities', 'logEntries', 'platformLogEntries']
const ofOneStore = resources.filter(({ name, scope }) => scope && !views.includes(name))
const ofSeveralStores = resources.filter(
  ({ name, fields }) => fields['storeIds'] && !['users', 'attentionItems'].includes(name),
)

/** With what the platform always writes itself. */
const whole = (resource: Resource): Resource => {
  const derived = Object.entries(resource.derived ?? {}).filter(([, { required }]) => required)
  return { ...resource, fields: { ...resource.fields, ...Object.fromEntries(derived) } }
}

/** A record's values with the marker in each text. */
const withMarker = (resource: Resource, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries({ ...sampleValues(whole(resource)), ...values }).map(([name, value]) =>
      ['text', 'longText'].includes(resource.fields[name]?.kind ?? '') &&
      !['unit', 'currency'].includes(name)
        ? [name, `${marker} ${name}`]
        : [name, value],
    ),
  )

/** A body of this shape whose IDs are all this one. */
function fill(schema: Schema, id: number): unknown {
  const { type, properties = {}, items = {} } = schema
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const kind = [type].flat()[0]
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, fill(one, id)]),
    )
  if (kind === 'array') return [fill(items, id)]
  return { integer: id, number: 1, boolean: true, string: 'some text' }[String(kind)]
}

describe.each(usually('PostgreSQL'))('An account for one store, on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let all: Caller
  let limited: Caller
  let own: number
  let other: number
  let printful: number
  const theirs = new Map<string, number>()
  const shared = new Map<string, number>()

  const addOne = async (resource: Resource, values: Record<string, unknown>) => {
    const [record] = await insertRows(platform(), resource, [values])
    if (!record) throw new Error(`No record of ${resource.name} was made`)
    return record.id
  }

  beforeAll(async () => {
    all = await signedIn(platform())
    own = Number((await newStore(all, { type: 'points', code: 'ours' })).id)
    await sql`select setval(pg_get_serial_sequence('stores', 'id'), ${firstId})`.execute(db())
    const values = { name: `${marker} store`, code: `${marker}-code`, subdomain: `${marker}-sub` }
    const made = await newStore(all, { type: 'gift', defaultCurrency: 'GBP', ...values })
    expect(made.id, JSON.stringify(made)).toBeDefined()
    other = Number(made.id)
    expect(other).toBeGreaterThan(firstId)
    theirs.set('stores', other)
    for (const [at, resource] of ofOneStore.entries()) {
      const table = resource.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${firstId + 1000 * (at + 1)})`.execute(
        db(),
      )
      theirs.set(
        resource.name,
        await addOne(
          resource,
          withMarker(resource, {
            storeId: other,
            ...(resource.name === 'paymentAttempts' && { orderId: 1 }),
          }),
        ),
      )
    }
    for (const resource of ofSeveralStores)
      shared.set(
        resource.name,
        await addOne(resource, { ...sampleValues(resource), storeIds: [own, other] }),
      )
    printful = await addOne(printfulSetup, {
      ...sampleValues(printfulSetup),
      storeMap: [`11 = ours`, `12 = ${marker}-code`],
    })
    shared.set(printfulSetup.name, printful)
    limited = await signedIn(platform(), await platform().addAccount(everyRight, [own]))
  })

  const textOf = ({ body }: Answered) => (typeof body === 'string' ? body : JSON.stringify(body))
  /** An answer in which all IDs of the other store, and the one that no record has, read the same. */
  const withoutIds = (answer: Answered) => {
    const ids = [nobodys, ...theirs.values()].join('|')
    const text = textOf(answer).replaceAll(new RegExp(`\\b(${ids})\\b`, 'g'), '#')
    return [answer.status, text.replaceAll(/"requestId":"[^"]*"/g, '')]
  }

  type Request = { path: string; body?: unknown }

  /** What a call is asked with: each request with the other store's IDs, and the same with one that no record has. */
  function requestsOf({ path, operation, resource }: (typeof calls)[number]): [Request, Request][] {
    const at = (id: number) => path.replace('{id}', String(id)).replaceAll(/\{(\w+)\}/g, '1')
    const isTheirs = resource !== undefined && theirs.has(resource.name)
    const known = resource ? (theirs.get(resource.name) ?? shared.get(resource.name) ?? 1) : 1
    const paired = (make: (id: (name: string) => number) => Request): [Request, Request] => [
      make((name) => theirs.get(name) ?? other),
      make(() => nobodys),
    ]
    const pathFor = (id: (name: string) => number) => at(isTheirs ? id(resource.name) : known)
    const schema = operation.requestBody?.content['application/json']?.schema
    const isCreation = resource !== undefined && /^\/\w+(\/many(\/check)?)?$/.test(path)
    if (schema && isCreation) {
      const refers = Object.values(resource.fields).some(
        ({ target: to }) => to && theirs.has(to.name),
      )
      const isMany = path !== `/${resource.name}`
      const record = sampleValues(resource)
      const toBody = (values: object) => (isMany ? { records: [values] } : values)
      return refers
        ? [paired((id) => ({ path, body: toBody(withReferences(resource, record, id)) }))]
        : []
    }
    if (schema) {
      const bodies = [paired((id) => ({ path: pathFor(id), body: fill(schema, id('stores')) }))]
      const record = resource && sampleValues(resource)
      if (record)
        bodies.push(
          paired((id) => ({ path: pathFor(id), body: withReferences(resource, record, id) })),
        )
      return bodies
    }
    const queries = (operation.parameters ?? []).filter(
      ({ in: place, name }) =>
        place === 'query' && /Id(s)?$|\[eq\]$/.test(name) && /store|member|group/i.test(name),
    )
    return [
      paired((id) => ({ path: pathFor(id) })),
      ...queries.map(({ name }) =>
        paired((id) => ({
          path: `${pathFor(id)}?${new URLSearchParams({ [name]: String(id(toResource(name))) })}`,
        })),
      ),
    ]
  }
  const toResource = (name: string) =>
    /member/i.test(name) ? members.name : /group/i.test(name) ? 'memberGroups' : 'stores'

  /** Values with the other store's records in every reference. */
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

  test.each(calls)('$name tells nothing of another store', async (call) => {
    const { method, name } = call
    for (const [request, without] of requestsOf(call)) {
      const send = ({ path, body }: Request) =>
        limited(method, path, {
          ...(body === undefined ? {} : { body }),
          ifMatch: 999,
          leaves: true,
        })
      const answer = await send(request)
      const context = `${request.path} ${JSON.stringify(request.body ?? '')}`
      expect(textOf(answer).toLowerCase(), context).not.toContain(marker)
      expect(textOf(answer), context).not.toContain('counts in GBP')
      if (JSON.stringify(request) === JSON.stringify(without)) continue
      expect(withoutIds(answer), `${name} ${context}`).toEqual(withoutIds(await send(without)))
    }
  })

  test('finds nothing by the texts of another store', async () => {
    for (const { name, search, single } of resources) {
      if (single) continue
      for (const query of [
        `search=${marker}`,
        ...search.map((one) => `filter[${one}][contains]=${marker}`),
      ]) {
        const { body } = await limited('GET', `/${name}?${query}`)
        expect(body.data, `${name} ${query}`).toEqual([])
      }
    }
    const filter = encodeURIComponent(`12 = ${marker}-code`)
    const found = await limited('GET', `/printfulSetup?filter[storeMap][has]=${filter}`)
    expect(found.body.data ?? []).toEqual([])
  })

  test('reads its own lines of the map of stores, in the list, the record, the file, and the logs', async () => {
    const record = async (by: Caller) => (await by('GET', `/printfulSetup/${printful}`)).body
    const { version } = await record(all)
    const storeMap = [`11 = ours`, `12 = ${marker}-code`, `13 = ${marker}-code`]
    const change = { body: { storeMap }, ifMatch: version }
    const told = await all('PATCH', `/printfulSetup/${printful}`, change)
    const saved =
      told.status === 409 ? await confirmed(all, `/printfulSetup/${printful}`, change) : told
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect((await record(limited)).storeMap).toEqual(['11 = ours'])
    expect((await record(all)).storeMap).toEqual(storeMap)
    for (const path of [
      '/printfulSetup',
      '/printfulSetup/export?format=ndjson&columns=storeMap',
      `/printfulSetup/${printful}/history`,
      '/audit',
    ]) {
      expect(textOf(await all('GET', path)), path).toContain(`${marker}-code`)
      expect(textOf(await limited('GET', path)), path).not.toContain(marker)
    }
  })

  test("can't save a record that other stores have too, so that it takes none of them out", async () => {
    for (const { name } of [...ofSeveralStores, printfulSetup]) {
      const id = shared.get(name)
      const before = (await all('GET', `/${name}/${id}`)).body
      const seen = (await limited('GET', `/${name}/${id}`)).body
      const body = 'storeIds' in seen ? { storeIds: seen.storeIds } : { storeMap: seen.storeMap }
      const answer = await limited('PATCH', `/${name}/${id}`, { body, ifMatch: before.version })
      expect(answer.status, name).toBe(403)
      expect((await all('GET', `/${name}/${id}`)).body, name).toEqual(before)
    }
  })

  test.each(ofSeveralStores)('$name: only its own stores are named', async ({ name }) => {
    const { storeIds, labels } = (await limited('GET', `/${name}/${shared.get(name)}`))
      .body as AnyRecord
    expect(storeIds).toEqual([own])
    expect(Object.keys(labels ?? {}).filter((one) => one.startsWith('storeIds'))).toEqual([
      `storeIds.${own}`,
    ])
    const listed = await limited('GET', `/${name}?filter[storeIds][eq]=${other}`)
    expect(listed.body.data).toEqual([])
  })
})
