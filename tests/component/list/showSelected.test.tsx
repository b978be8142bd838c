import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const sizes = [buildSize(1, 'Small', 'S'), buildSize(2, 'Large', 'L')]

async function open(search: string) {
  const platform = createMemoryPlatform(sizes)
  const view = await renderConsole(`/sizes?${search}`, { platform })
  await screen.findByRole('table')
  const getQueries = () =>
    platform.requests.filter(({ path }) => path === '/sizes').map(({ search: query }) => query)
  return { ...view, platform, getQueries }
}

describe('"Show selected"', () => {
  test("shows the selected rows, even if the page and search don't", async () => {
    const { getQueries } = await open('search=small&chosen=2,7&only=selected')
    const [query] = getQueries()
    expect(query?.get('ids')).toBe('2,7')
    expect(query?.get('search')).toBeNull()
  })

  test('shows all rows again and keeps the selection', async () => {
    const { user, address } = await open('search=small&chosen=1')
    const [link] = await screen.findAllByRole('link', { name: 'Show selected' })
    if (link) await user.click(link)
    await waitFor(() => expect(address()).toBe('/sizes?search=small&chosen=1&only=selected'))
    const [back] = await screen.findAllByRole('link', { name: 'Show all rows' })
    if (back) await user.click(back)
    await waitFor(() => expect(address()).toBe('/sizes?search=small&chosen=1'))
    expect(await screen.findByRole('checkbox', { name: 'Select Small' })).toBeChecked()
  })

  test("isn't offered while all rows are selected", async () => {
    await open('chosen=all')
    expect(screen.queryByRole('link', { name: 'Show selected' })).toBeNull()
  })
})

test('a selection is saved with a name from its bar', async () => {
  const { user, platform } = await open('chosen=1,2')
  platform.replies.set('POST /views', { status: 201, body: { id: 9 } })
  const [link] = await screen.findAllByRole('link', { name: 'Save selection...', hidden: true })
  if (link) await user.click(link)
  const panel = within(await screen.findByRole('dialog', { name: 'Views' }))
  const form = within(panel.getByRole('region', { name: 'Save selection (2)' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Pilot')
  await user.click(form.getByRole('button', { name: 'Save selection' }))
  await waitFor(() => expect(platform.requests.find(({ path }) => path === '/views')).toBeDefined())
  const saved = platform.requests.find(({ method, path }) => method === 'POST' && path === '/views')
  expect(saved?.body).toEqual({
    resource: 'sizes',
    name: 'Pilot',
    address: '',
    shared: false,
    selection: { ids: [1, 2] },
  })
})

const savedSelection = {
  id: 9,
  name: 'Pilot',
  address: 'selection=9',
  shared: false,
  mine: true,
  isDefault: false,
  count: { total: 2, totalIsCapped: false },
  why: null,
  saved: 40,
}

async function openWithSavedSelection(search: string) {
  const platform = createMemoryPlatform(sizes)
  platform.replies.set('GET /views', { status: 200, body: { data: [savedSelection] } })
  return { ...(await renderConsole(`/sizes?${search}`, { platform })), platform }
}

test('a saved selection says how many of its records are left', async () => {
  const { platform } = await openWithSavedSelection('selection=9')
  expect(
    await screen.findByText(
      "You can view 2 of 40 saved records. The others were deleted or aren't visible to you.",
    ),
  ).toBeVisible()
  expect(platform.requests.find(({ path }) => path === '/sizes')?.search?.get('selection')).toBe(
    '9',
  )
})

test('a saved selection is deleted only after a question with its name and number', async () => {
  const { user, platform } = await openWithSavedSelection('views')
  platform.replies.set('DELETE /views/9', { status: 204 })
  const panel = within(await screen.findByRole('dialog', { name: 'Views' }))
  const question = panel.getByText(
    "Delete Pilot? Its 40 records aren't deleted, but the selection can't be restored.",
  )
  expect(question).not.toBeVisible()
  await user.click(panel.getByLabelText('Delete view Pilot...'))
  expect(question).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Delete view Pilot' }))
  await waitFor(() =>
    expect(platform.requests.some(({ method }) => method === 'DELETE')).toBe(true),
  )
})
