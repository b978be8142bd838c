import { createStaticHandler, RouterContextProvider } from 'react-router'
import type { ActionFunction } from 'react-router'
import { expect, test } from 'vitest'
import { apiContext } from '#client/runtime/contexts.ts'
import { createListAction } from '#client/list/listAction.ts'
import { action as storesAction } from '#client/areas/stores/list/Stores.tsx'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'

const sizesAction = createListAction(sizes)

/** Sends a form to a list's action and returns the status and the platform's writes. */
async function submitForm(action: ActionFunction, address: string, form: Record<string, string>) {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, platform.api)
  const url = new URL(address, 'https://console.example')
  const { query } = createStaticHandler([{ path: url.pathname, action }])
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(form) })
  const result = await query(request, { requestContext })
  const status = result instanceof Response ? result.status : result.statusCode
  return { status, writes: platform.writes().map(({ method, path }) => `${method} ${path}`) }
}

const record = { name: 'Wide', code: 'wide', id: '1', version: '1', lines: 'Wide, wide', ids: '1' }

test.each([
  ['/stores', 'create'],
  ['/stores?create', 'create'],
  ['/stores?edit=1', 'edit'],
  ['/stores?delete=1', 'delete'],
  ['/stores?paste', 'paste'],
  ['/stores?reorder', 'reorder'],
  ['/stores?organisations', 'paste'],
  ['/stores?organisations&create', 'reorder'],
  ['/stores?defaults', 'create'],
  ['/stores?defaults', 'delete'],
  ['/sizes', 'toString'],
])(
  'a form to %s with the intent "%s" is rejected because the page doesn\'t have it',
  async (address, intent) => {
    const action = address.startsWith('/sizes') ? sizesAction : storesAction
    expect(await submitForm(action, address, { ...record, intent })).toEqual({
      status: 400,
      writes: [],
    })
  },
)

test.each([
  ['/sizes?delete=1', 'delete', 'DELETE /sizes/1'],
  ['/sizes?reorder', 'reorder', 'PUT /sizes/order'],
  ['/stores?organisations&delete=1', 'delete', 'DELETE /organisations/1'],
])('a form to %s with the intent "%s" is accepted', async (address, intent, write) => {
  const action = address.startsWith('/sizes') ? sizesAction : storesAction
  expect((await submitForm(action, address, { ...record, intent })).writes).toEqual([write])
})
