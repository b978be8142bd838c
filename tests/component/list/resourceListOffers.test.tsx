import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, buildSize, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { createStorePlatform } from '#tests/support/servers/storePlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

/** Opens All Stores with one store. */
async function openStores(search: string, views: object[] = []) {
  const platform = createStorePlatform()
  platform.replies.set('GET /views', { status: 200, body: { data: views } })
  platform.replies.set('GET /stores', {
    status: 200,
    body: {
      data: [{ id: 5, ...stamp, name: 'Acme', code: 'acme', status: 'active' }],
      counts: { active: { total: 7, totalIsCapped: false } },
    },
  })
  const notFound = { status: 404, body: { status: 404, code: 'not_found', title: 'Not found' } }
  platform.replies.set('GET /organisations', { status: 200, body: { data: [] } })
  platform.replies.set('GET /organisations/999', notFound)
  platform.replies.set('GET /organisations/999/uses', notFound)
  const view = await renderConsole(`/stores${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return view
}

test.each(['create', 'edit=5', 'delete=5', 'paste', 'reorder'])(
  'All Stores ignores ?%s because it has no such panel',
  async (query) => {
    await openStores(`?${query}`)
    expect(screen.getByRole('link', { name: 'Acme' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'New store' })).toHaveAttribute(
      'href',
      '/stores/create',
    )
  },
)

test.each([
  ['?search=ac', true],
  ['?sort=-name', true],
  ['?filter[status][eq]=active&search=ac', true],
  ['?filter[status][eq]=active', false],
  ['', false],
])('the view of All Stores%s can be saved: %s', async (search, canSave) => {
  await openStores(search)
  expect(screen.queryByRole('link', { name: 'Save view' }) !== null).toBe(canSave)
})

test('a saved view shows its count, and the status tabs still link to all stores', async () => {
  const count = { total: 1, totalIsCapped: false }
  const failingQuery = 'filter[failing][eq]=1&sort=-failedPayments7d'
  const view = { id: 1, name: 'Failing', address: failingQuery, count, why: null }
  await openStores(`?${failingQuery}`, [{ ...view, shared: false, mine: true, isDefault: false }])
  const getTab = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name })
  expect(getTab('Failing 1')).toHaveAttribute('aria-current', 'page')
  expect(getTab('All 7')).toHaveAttribute('href', '/stores')
  expect(getTab('Active 7')).toHaveAttribute('href', '/stores?filter[status][eq]=active')
})

test.each([
  ['suspend=999', 'Unknown store', "This store doesn't exist, or it was deleted."],
  [
    'organisations&edit=999',
    'Unknown organization',
    "This organization doesn't exist, or it was deleted.",
  ],
])('?%s has the title "%s"', async (query, title, sentence) => {
  await openStores(`?${query}`)
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByRole('link', { name: 'Back to the list' })).toBeVisible()
})

describe("A list offers what the operator's permissions allow", () => {
  const loadActions = async (permissions: string[], facts = { enforcePermissions: true }) => {
    const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
    await renderConsole('/sizes', { platform, permissions, facts })
    const actions = ['New size', 'Paste rows', 'Reorder', 'Generate a run', 'Delete Small']
    await screen.findAllByText('Small')
    return actions.filter((name) => screen.queryByRole('link', { name, hidden: true }))
  }
  const writeActions = ['New size', 'Paste rows', 'Reorder', 'Generate a run']

  test.each<[string[], string[]]>([
    [['Sizes'], [...writeActions, 'Delete Small']],
    [['Sizes', 'Sizes:read'], []],
    [['Sizes', 'Sizes:read', 'Sizes:write'], writeActions],
    [['Sizes', 'Sizes:read', 'Sizes:delete'], ['Delete Small']],
  ])('with %j', async (permissions, expected) => {
    expect(await loadActions(permissions)).toEqual(expected)
  })

  test("offers everything if permissions aren't enforced", async () => {
    expect(await loadActions([], { enforcePermissions: false })).toEqual([
      ...writeActions,
      'Delete Small',
    ])
  })
})
