import { beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { resources } from '#shared/resources/index.ts'
import { callsOf } from '#server/platform/app.ts'
import { signedIn, visitor } from './support/calling.ts'
import type { Caller } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'

const guarded = callsOf().flatMap((call) =>
  call.kind === 'open' ? [] : [{ ...call, name: `${call.method} ${call.path}` }],
)
const needing = guarded.flatMap(({ needs, ...call }) =>
  needs === 'signedIn' ? [] : [{ ...call, needs }],
)
const target = (path: string) => path.replace(':id', '1')

describe.each(databases)('who may call on $name', (database) => {
  const platform = usePlatform(database)
  let without: Record<string, Caller>
  beforeAll(async () => {
    const keys = Object.keys(permissions)
    const callers = keys.map(async (key) => {
      const account = await platform().addAccount(keys.filter((other) => other !== key))
      return [key, await signedIn(platform(), account)]
    })
    without = Object.fromEntries(await Promise.all(callers))
  })

  test.each(guarded)('$name: nobody who is not signed in', async ({ method, path }) => {
    const answer = await visitor(platform())(method, target(path))
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed_out' } })
  })

  test.each(needing)('$name: nobody without $needs', async ({ method, path, needs }) => {
    const answer = await without[needs]?.(method, target(path))
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', permission: needs } })
  })

  test.each(needing.filter(({ kind }) => kind === 'read'))(
    '$name: whoever has $needs and nothing else',
    async ({ method, path, needs }) => {
      const call = await signedIn(platform(), await platform().addAccount([needs]))
      // Some read what is in a body, and there is none.
      expect([200, 400, 404, 415]).toContain((await call(method, target(path))).status)
    },
  )
})

/** What every resource is offered by (shared/engine/recordCalls.ts). */
const generic = ['', '/many', '/many/check', '/order', '/:id', '/:id/history', '/:id/uses']
const ofResources = new Map<string, string>(
  resources.flatMap(({ name, permission }) =>
    generic.map((rest) => [`/${name}${rest}`, permission] as const),
  ),
)

test('the generic calls of each resource need the permission of its definition', () => {
  const found = needing.filter(({ path }) => ofResources.has(path))
  expect(new Set(found.map(({ path }) => path.split('/')[1]))).toEqual(
    new Set(resources.map(({ name }) => name)),
  )
  for (const { name, path, needs } of found) expect(needs, name).toBe(ofResources.get(path))
})

test('the other calls need the permissions that their screens name', () => {
  const others = needing.filter(({ path }) => !ofResources.has(path))
  expect(Object.fromEntries(others.map(({ path, needs }) => [path, needs]))).toEqual({
    '/stores/available': 'storesRead',
    '/stores/:id/status': 'storesRead',
    '/stores/:id/deletion': 'storesRead',
    '/stores/:id/duplicate': 'storesRead',
    '/stores/:id/readiness': 'storesRead',
    '/stores/:id/domain': 'storesRead',
    '/stores/:id/domain/verification': 'storesRead',
    '/stores/:id/figures': 'storesRead',
    '/stores/:id/logs': 'storesRead',
    '/stores/:id/credits': 'storesRead',
    '/stores/:id/credits/entries': 'storesRead',
    '/stores/:id/integrations': 'storesRead',
    '/audit': 'dashboardRead',
    '/dashboard': 'ordersRead',
  })
})
