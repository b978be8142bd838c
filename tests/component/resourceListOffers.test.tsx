import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stamp } from '#tests/support/memoryPlatform.ts'
import { storePlatform } from '#tests/support/storePlatform.ts'
import { renderConsole } from '#tests/support/renderConsole.tsx'

/** All Stores with one store. */
async function openStores(search: string) {
  const platform = storePlatform()
  platform.replies.set('GET /stores', {
    status: 200,
    body: { data: [{ id: 5, ...stamp, name: 'Acme', code: 'acme', status: 'active' }] },
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
  ['suspend=999', 'No such store', 'This store does not exist, or no longer exists.'],
  [
    'organisations&edit=999',
    'No such organisation',
    'This organisation does not exist, or no longer exists.',
  ],
])('?%s is titled %s', async (asked, title, sentence) => {
  await openStores(`?${asked}`)
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByRole('link', { name: 'Back to the list' })).toBeVisible()
})
