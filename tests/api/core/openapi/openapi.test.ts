import { allPermissions } from '#tests/api/support/rights.ts'
import { fullyWritableResources } from '#tests/api/support/records.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessModes } from '#shared/areas/stores/storeDefaults.ts'
import { storeTypes } from '#shared/areas/stores/stores.ts'
import { createApp } from '#server/platform/app.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { createCaller } from '#tests/api/support/calling.ts'

let platform: TestPlatform
let apiDocument: Description
type Operation = {
  security: { token: string[] }[]
  operationId: string
  parameters: { name: string; in: string; required?: boolean }[]
  responses: Record<string, unknown>
}
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

beforeAll(async () => {
  platform = await startTestPlatform()
  apiDocument = (await createCaller(platform)('GET', '/openapi.json')).body
})
afterAll(() => platform.stop())

const getOperations = () =>
  Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the API document is OpenAPI 3.1 and public', () => {
  expect(apiDocument).toMatchObject({ openapi: '3.1.0', info: { title: 'Reference platform' } })
})

test('the API document describes exactly the routes of the app', () => {
  const routes = createApp(platform.platform).router.stack.flatMap(({ route }) =>
    route ? route.stack.map(({ method }) => `${method} ${route.path}`) : [],
  )
  const described = getOperations().map(
    ({ path, method }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect([...new Set(routes)].sort()).toEqual(described.sort())
  expect(described.length).toBeGreaterThan(15)
})

test('each operation has a unique ID, one success response, and a 500', () => {
  const ids = getOperations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operation } of getOperations()) {
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
    expect(statuses).toContain('500')
  }
})

test('each call has the permission it needs, except open calls and those for any signed-in account', () => {
  const getPermissions = ({ security }: Operation) => security.flatMap(({ token }) => token)
  for (const { operation } of getOperations())
    for (const permission of getPermissions(operation)) expect(allPermissions).toContain(permission)
  const unrestricted = getOperations().filter(
    ({ operation }) => getPermissions(operation).length === 0,
  )
  expect(unrestricted.map(({ operation }) => operation.operationId).toSorted()).toEqual([
    'delete /views/:id',
    'get /files/:id',
    'get /files/:id/thumbnail',
    'get /integrations/expiries',
    'get /jobs',
    'get /jobs/:id',
    'get /jobs/:id/events',
    'get /jobs/:id/rows',
    'get /jobs/:id/rows/export',
    'get /openapi.json',
    'get /permissions',
    'get /plans/:id',
    'get /plans/:id/export',
    'get /preferences/:name',
    'get /users/roles/details',
    'get /views',
    'patch /views/:id',
    'post /auth/devices/check',
    'post /auth/login',
    'post /auth/logout',
    'post /files',
    'post /invitations/accept',
    'post /invitations/check',
    'post /jobs/:id/cancel',
    'post /jobs/:id/retry',
    'post /jobs/:id/undo',
    'post /views',
    'put /preferences/:name',
    'put /users/changePassword',
  ])
})

test('every path parameter is declared and required', () => {
  for (const { path, operation } of getOperations()) {
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(declared.map(({ name }) => name)).toEqual(pathParameters)
    expect(declared.every(({ required }) => required)).toBe(true)
  }
})

test('an optional select accepts null', () => {
  const create = apiDocument.paths['/stores']?.['post']
  const properties = {
    type: { enum: Object.keys(storeTypes) },
    access: { enum: [...Object.keys(accessModes), null] },
  }
  expect(create).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { properties } } } },
  })
})

test('every schema reference resolves', () => {
  const references = [...JSON.stringify(apiDocument).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(0)
  for (const [, name = ''] of references)
    expect(Object.keys(apiDocument.components.schemas)).toContain(name)
})

test.each(fullyWritableResources)(
  'the fields of $name match its definition',
  ({ name, fields }) => {
    const create = apiDocument.paths[`/${name}`]?.['post']
    expect(create).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: Object.fromEntries(
                Object.entries(fields).map(([field, { label }]) => [field, { title: label }]),
              ),
              // A missing code is derived from another field, and some fields are read from the
              // file.
              required: Object.keys(fields).filter(
                (field) =>
                  fields[field]?.required &&
                  !fields[field].derivedFrom &&
                  !fields[field].derivedFromFile,
              ),
              additionalProperties: false,
            },
          },
        },
      },
    })
  },
)
