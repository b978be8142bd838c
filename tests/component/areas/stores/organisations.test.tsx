import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stamp } from '#tests/support/servers/memoryPlatform.ts'
import { emptyPage, createStorePlatform } from '#tests/support/servers/storePlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const buildOrganization = (id: number, name: string, stores: number): AnyRecord => ({
  ...stamp,
  id,
  name,
  country: 'AT',
  contactEmail: null,
  notes: null,
  stores,
})
const uses = [{ kind: 'store', count: 12, examples: ['Acme Rewards'] }]

async function open(address: string) {
  const platform = createStorePlatform()
  const data = [buildOrganization(3, 'Acme Group', 12), buildOrganization(4, 'Zephyr Mills', 0)]
  const setReply = (path: string, body: unknown) =>
    platform.replies.set(`GET ${path}`, { status: 200, body })
  setReply('/organisations', { data, page: { ...emptyPage, total: 2 } })
  for (const one of data) {
    setReply(`/organisations/${one.id}`, one)
    setReply(`/organisations/${one.id}/uses`, { data: one.id === 3 ? uses : [] })
  }
  setReply('/stores', { data: [], page: emptyPage })
  return renderConsole(address, { platform })
}

test('the menu opens the organization list, which links back and to the stores of each', async () => {
  const { user } = await open('/stores')
  await user.click(screen.getByRole('link', { name: 'Organizations' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  const trail = screen.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(within(trail).getByText('Organizations')).toHaveAttribute('aria-current', 'page')
  expect(within(trail).getByRole('link', { name: 'All Stores' })).toHaveAttribute('href', '/stores')
  expect(screen.getByRole('link', { name: '12 stores in Acme Group' })).toHaveAttribute(
    'href',
    '/stores?filter[organisationId][eq]=3',
  )
  await user.click(within(trail).getByRole('link', { name: 'All Stores' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'All Stores' })).toBeVisible()
})

test('searching stays in the organization list', async () => {
  const { user, platform } = await open('/stores?organisations')
  await user.type(await screen.findByRole('searchbox', { name: 'Search organizations' }), 'zeph')
  await user.keyboard('{Enter}')
  const findLastRequest = () =>
    platform.requests.findLast(({ path }) => ['/organisations', '/stores'].includes(path))
  await waitFor(() => expect(findLastRequest()?.search?.get('search')).toBe('zeph'))
  expect(findLastRequest()?.path).toBe('/organisations')
})

test('an organization is created in a panel of the list', async () => {
  const { user, platform } = await open('/stores?organisations&create')
  platform.replies.set('POST /organisations', {
    status: 201,
    body: buildOrganization(5, 'New one', 0),
  })
  const name = await screen.findByLabelText(/^Name/, { selector: '#field-name' })
  await user.type(name, 'New one')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(name).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  expect(platform.writes()).toMatchObject([
    { path: '/organisations', body: { name: 'New one', country: null } },
  ])
})

test('an organization used only by the platform default links there instead of being deleted', async () => {
  const platform = createStorePlatform()
  const single = { kind: 'platform default', count: 1, examples: [], to: '/stores?defaults' }
  const setReply = (path: string, body: unknown) =>
    platform.replies.set(`GET ${path}`, { status: 200, body })
  setReply('/organisations', { data: [], page: emptyPage })
  setReply('/organisations/4', buildOrganization(4, 'Zephyr Mills', 0))
  setReply('/organisations/4/uses', { data: [single] })
  await renderConsole('/stores?organisations&delete=4', { platform })
  const link = await screen.findByRole('link', { name: 'Used as the platform default' })
  expect(link).toHaveAttribute('href', '/stores?defaults')
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test("an organization with stores can't be deleted", async () => {
  const { platform } = await open('/stores?organisations&delete=3')
  expect(await screen.findByText(/12 .*store.*Acme Rewards/i)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  expect(platform.writes()).toEqual([])
})
