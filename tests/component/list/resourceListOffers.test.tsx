import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform, sizeRecord, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { storePlatform } from '#tests/support/servers/storePlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

/** All Stores with one store. */
async function openStores(search: string, views: object[] = []) {
  const platform = storePlatform()
  platform.replies.set('GET /views', { status: 200, body: { data: views } })
  platform.replies.set('GET /stores', {
    status: 200,
    body: {
      data: [{ id: 5, ...stamp, name: 'Acme', code: 'acme', status: 'active' }],
      counts: { active: { total: 7, totalIsCapped: false } },
    },
  })
  const gone = { status: 404, body: { status: 404, code: 'not_found', title: 'Not found' } }
  platform.replies.set('GET /organisations', { status: 200, body: { data: [] } })
  platform.replies.set('GET /organisations/999', gone)
  platform.replies.set('GET /organisations/999/uses', gone)
  const shown = await renderConsole(`/stores${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return shown
}

test.each(['create', 'edit=5', 'delete=5', 'paste', 'reorder'])(
  'All Stores has no panel for ?%s, so none opens',
  async (asked) => {
    await openStores(`?${asked}`)
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
])('what All Stores%s shows can be kept as a view: %s', async (search, isToSave) => {
  await openStores(search)
  expect(screen.queryByRole('link', { name: 'Save view' }) !== null).toBe(isToSave)
})

test('beside a view that was kept, the tabs of the list lead to all of their kind, with their counts', async () => {
  const count = { total: 1, totalIsCapped: false }
  const failing = 'filter[failing][eq]=1&sort=-failedPayments7d'
  const view = { id: 1, name: 'Failing', address: failing, count, why: null }
  await openStores(`?${failing}`, [{ ...view, shared: false, mine: true, isDefault: false }])
  const tab = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name })
  expect(tab('Failing 1')).toHaveAttribute('aria-current', 'page')
  expect(tab('All 7')).toHaveAttribute('href', '/stores')
  expect(tab('Active 7')).toHaveAttribute('href', '/stores?filter[status][eq]=active')
})

test.each([
  ['suspend=999', 'Unknown store', "This store doesn't exist, or it was deleted."],
  [
    'organisations&edit=999',
    'Unknown organization',
    "This organization doesn't exist, or it was deleted.",
  ],
])('?%s is titled %s', async (asked, title, sentence) => {
  await openStores(`?${asked}`)
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByRole('link', { name: 'Back to the list' })).toBeVisible()
})

describe('where permissions are enforced, a list offers what its reader may do', () => {
  const offers = async (permissions: string[], facts = { enforcePermissions: true }) => {
    const platform = memoryPlatform([sizeRecord(1, 'Small', 'S')])
    await renderConsole('/sizes', { platform, permissions, facts })
    const words = ['New size', 'Paste rows', 'Reorder', 'Generate a run', 'Delete Small']
    await screen.findAllByText('Small')
    return words.filter((name) => screen.queryByRole('link', { name, hidden: true }))
  }
  const writing = ['New size', 'Paste rows', 'Reorder', 'Generate a run']

  test.each<[string[], string[]]>([
    [['Sizes'], [...writing, 'Delete Small']],
    [['Sizes', 'Sizes:read'], []],
    [['Sizes', 'Sizes:read', 'Sizes:write'], writing],
    [['Sizes', 'Sizes:read', 'Sizes:delete'], ['Delete Small']],
  ])('%j', async (permissions, expected) => {
    expect(await offers(permissions)).toEqual(expected)
  })

  test('and all where they are not', async () => {
    expect(await offers([], { enforcePermissions: false })).toEqual([...writing, 'Delete Small'])
  })
})
