import { everyRight } from '#tests/api/support/rights.ts'
import { writable } from '#tests/api/support/records.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessModes } from '#shared/areas/stores/storeDefaults.ts'
import { storeTypes } from '#shared/areas/stores/stores.ts'
import { createApp } from '#server/platform/app.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { visitor } from '#tests/api/support/calling.ts'

let platform: TestPlatform
let description: Description
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
  description = (await visitor(platform)('GET', '/openapi.json')).body
})
afterAll(() => platform.stop())

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('is an OpenAPI 3.1 document that anyone may read', () => {
  expect(description).toMatchObject({ openapi: '3.1.0', info: { title: 'Reference platform' } })
})

test('describes every route the app answers, and no other', () => {
  const routes = createApp(platform.platform).router.stack.flatMap(({ route }) =>
    route ? route.stack.map(({ method }) => `${method} ${route.path}`) : [],
  )
  const described = operations().map(
    ({ path, method }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect([...new Set(routes)].sort()).toEqual(described.sort())
  expect(described.length).toBeGreaterThan(15)
})

test('names each operation once, with a success and its refusals', () => {
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { operation } of operations()) {
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
    expect(statuses).toContain('500')
  }
})

test('names the right that each call needs, save those of whoever is signed in or not yet', () => {
  const rightsIn = ({ security }: Operation) => security.flatMap(({ token }) => token)
  for (const { operation } of operations())
    for (const right of rightsIn(operation)) expect(everyRight).toContain(right)
  const without = operations().filter(({ operation }) => rightsIn(operation).length === 0)
  expect(without.map(({ operation }) => operation.operationId).toSorted()).toEqual([
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

test('declares every parameter of a path, and requires it', () => {
  for (const { path, operation } of operations()) {
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
    const written = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(declared.map(({ name }) => name)).toEqual(written)
    expect(declared.every(({ required }) => required)).toBe(true)
  }
})

test('a choice that may be left empty may be null', () => {
  const create = description.paths['/stores']?.['post']
  const properties = {
    type: { enum: Object.keys(storeTypes) },
    access: { enum: [...Object.keys(accessModes), null] },
  }
  expect(create).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { properties } } } },
  })
})

test('refers only to schemas that it holds', () => {
  const references = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(0)
  for (const [, name = ''] of references)
    expect(Object.keys(description.components.schemas)).toContain(name)
})

test.each(writable)(
  'describes the fields of $name as its definition has them',
  ({ name, fields }) => {
    const create = description.paths[`/${name}`]?.['post']
    expect(create).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: Object.fromEntries(
                Object.entries(fields).map(([field, { label }]) => [field, { title: label }]),
              ),
              // A code that is left out is made of another field, and what a file says is read from it.
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
