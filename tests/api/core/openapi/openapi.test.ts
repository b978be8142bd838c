import { flattenSchema } from '#tests/support/flattenSchema.ts'
import type { JsonSchema } from '#tests/support/flattenSchema.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { fullyWritableResources } from '#tests/api/support/records.ts'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessModes } from '#shared/areas/stores/storeDefaults.ts'
import { storeTypes } from '#shared/areas/stores/stores.ts'
import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { mapConcurrently } from '#server/platform/core/jobs/mapConcurrently.ts'
import { createDatabaseIfPossible } from '#tests/support/servers/newDatabase.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { createCaller } from '#tests/api/support/calling.ts'

const getName = (reference: string) => reference.split('/').at(-1) ?? ''

let platform: TestPlatform
let apiDocument: Description
type Parameter = { name: string; in: string; required?: boolean }
type Reference = { $ref: string }
type RequestBody = { content: Record<string, { schema: JsonSchema }> }
type Operation = {
  security: { token?: string[]; session?: string[] }[]
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody | Reference
  responses: Record<string, unknown>
}
type PathItem = { parameters?: (Parameter | Reference)[] } & Record<string, Operation>
type Description = {
  openapi: string
  paths: Record<string, PathItem>
  components: {
    parameters: Record<string, Parameter>
    requestBodies: Record<string, RequestBody>
    responses: Record<string, unknown>
    schemas: Record<string, JsonSchema>
  }
}

beforeAll(async () => {
  platform = await startTestPlatform({ databaseUrl: await createDatabaseIfPossible() })
  apiDocument = (await createCaller(platform)('GET', '/openapi.json')).body
})
afterAll(() => platform.stop())

const getOperations = () =>
  Object.entries(apiDocument.paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
      parameters: [...shared, ...(operation.parameters ?? [])],
    })),
  )

const getBodySchema = (path: string): JsonSchema => {
  const body = apiDocument.paths[path]?.['post']?.requestBody
  const { content } =
    body && '$ref' in body
      ? (apiDocument.components.requestBodies[getName(body.$ref)] ?? {})
      : (body ?? {})
  const { schema = {} } = content?.['application/json'] ?? {}
  return flattenSchema(schema, apiDocument.components.schemas)
}

test('the API document is OpenAPI 3.1 and public', () => {
  expect(apiDocument).toMatchObject({ openapi: '3.1.0', info: { title: 'Reference platform' } })
})

test('the API document describes exactly the calls of all areas, and the platform answers each', async () => {
  const described = getOperations().map(
    ({ path, method }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  const calls = buildCalls(areas)
  expect(described.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort())

  const call = createCaller(platform)
  const unanswered: string[] = []
  await mapConcurrently(4, calls, async ({ method, path }) => {
    const { body } = await call(method.toUpperCase(), path.replaceAll(/:\w+/g, '1'))
    if (body?.code === 'not_offered') unanswered.push(`${method} ${path}`)
  })
  expect(unanswered).toEqual([])
})

test('paths of calls ignore case, as in Express, and an unknown one is not offered', async () => {
  const call = createCaller(platform)
  expect((await call('GET', '/Sizes/1/')).body.code).toBe('signed_out')
  for (const path of ['/sizesx', '/sizes/1/nothing', '//sizes', '/constructor', '/'])
    expect((await call('GET', path)).body.code, path).toBe('not_offered')
})

test('each operation has one success response, and a response for any error', () => {
  for (const { operation } of getOperations()) {
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
    expect(statuses).toContain('default')
  }
})

test('each call has the permission it needs, except open calls and those for any signed-in account', () => {
  const getPermissions = ({ security }: Operation) =>
    security.flatMap(({ token, session = [] }) => token ?? session)
  for (const { operation } of getOperations())
    for (const permission of getPermissions(operation)) expect(allPermissions).toContain(permission)
  const unrestricted = getOperations().filter(
    ({ operation }) => getPermissions(operation).length === 0,
  )
  const names = unrestricted.map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted()).toEqual([
    'delete /account/passkeys/{id}',
    'delete /account/sessions',
    'delete /account/sessions/{id}',
    'delete /account/totp',
    'delete /comments/{id}',
    'delete /views/{id}',
    'get /account',
    'get /account/factors',
    'get /account/securityEvents',
    'get /account/sessions',
    'get /apiKeys/own',
    'get /apiKeys/{id}/details',
    'get /auth/providers',
    'get /calendarFeed/events',
    'get /comments',
    'get /files/{id}',
    'get /files/{id}/thumbnail',
    'get /integrations/expiries',
    'get /jobs',
    'get /jobs/{id}',
    'get /jobs/{id}/events',
    'get /jobs/{id}/rows',
    'get /jobs/{id}/rows/export',
    'get /notificationPreferences',
    'get /openapi.json',
    'get /permissions',
    'get /plans/{id}',
    'get /plans/{id}/export',
    'get /preferences/{name}',
    'get /search',
    'get /users/roles/details',
    'get /views',
    'patch /account',
    'patch /account/passkeys/{id}',
    'patch /apiKeys/{id}',
    'patch /notificationPreferences',
    'patch /views/{id}',
    'post /account/passkeys',
    'post /account/passkeys/options',
    'post /account/recoveryCodes',
    'post /account/totp',
    'post /account/totp/confirmation',
    'post /alertLinks/check',
    'post /alertLinks/respond',
    'post /apiKeys',
    'post /apiKeys/{id}/revoke',
    'post /apiKeys/{id}/rotate',
    'post /auth/devices/check',
    'post /auth/login',
    'post /auth/logout',
    'post /auth/passkey',
    'post /auth/passkey/options',
    'post /auth/providers/callback',
    'post /auth/providers/{id}/start',
    'post /auth/secondFactor',
    'post /auth/stepUp',
    'post /auth/stepUp/options',
    'post /comments',
    'post /digests/unsubscribe',
    'post /files',
    'post /invitations/accept',
    'post /invitations/check',
    'post /jobs/{id}/cancel',
    'post /jobs/{id}/retry',
    'post /jobs/{id}/undo',
    'post /plans',
    'post /views',
    'put /comments/{id}',
    'put /preferences/{name}',
    'put /users/changePassword',
  ])
})

test('every path parameter is declared and required', () => {
  for (const { path, parameters } of getOperations()) {
    const declared = parameters
      .map((one) => ('$ref' in one ? apiDocument.components.parameters[getName(one.$ref)] : one))
      .filter((parameter) => parameter?.in === 'path')
    const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(declared.map((parameter) => parameter?.name)).toEqual(pathParameters)
    expect(declared.every((parameter) => parameter?.required)).toBe(true)
  }
})

test('an optional select accepts null', () => {
  const properties = {
    type: { enum: Object.keys(storeTypes) },
    access: { enum: [...Object.keys(accessModes), null] },
  }
  expect(getBodySchema('/stores')).toMatchObject({ properties })
})

test('every reference resolves, and every component is used', () => {
  const references = JSON.stringify(apiDocument).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)
  const names = new Set([...references].map(([, kind = '', name = '']) => `${kind} ${name}`))
  expect(names.size).toBeGreaterThan(100)
  const { parameters, requestBodies, responses, schemas } = apiDocument.components
  const defined = Object.entries({ parameters, requestBodies, responses, schemas }).flatMap(
    ([kind, parts]) => Object.keys(parts).map((name) => `${kind} ${name}`),
  )
  expect([...names].toSorted()).toEqual(defined.toSorted())
})

test.each(fullyWritableResources)(
  'the fields of $name match its definition',
  ({ name, fields }) => {
    expect(getBodySchema(`/${name}`)).toMatchObject({
      properties: Object.fromEntries(
        Object.entries(fields).map(([field, { label }]) => [field, { title: label }]),
      ),
      // A missing code is derived from another field, and some fields are read from the file.
      required: Object.keys(fields).filter(
        (field) =>
          fields[field]?.required && !fields[field].derivedFrom && !fields[field].derivedFromFile,
      ),
      unevaluatedProperties: false,
    })
  },
)

test('a client that has the document gets 304 until it changes', async () => {
  const load = async (headers: Record<string, string>) => {
    const {
      statusCode,
      headers: received,
      body,
    } = await request(`${platform.url}/openapi.json`, {
      headers,
    })
    return { status: statusCode, etag: received.etag, length: (await body.text()).length }
  }
  const first = await load({})
  expect(first).toMatchObject({ status: 200, etag: expect.stringMatching(/^"[\w-]{43}"$/) })
  const ifNoneMatch = { 'If-None-Match': String(first.etag) }
  expect(await load(ifNoneMatch)).toEqual({ status: 304, etag: first.etag, length: 0 })
  expect(await load({ 'If-None-Match': '"another"' })).toEqual(first)
})

test('the API document stays small: shared parts are written once', () => {
  expect(JSON.stringify(apiDocument).length / getOperations().length).toBeLessThanOrEqual(858)
})
