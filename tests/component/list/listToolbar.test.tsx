import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openFilter } from '#tests/support/browser/filters.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

const createPlatformWithThreeSizes = () =>
  createMemoryPlatform(
    ['Small', 'Medium', 'Large'].map((name, at) => buildSize(at + 1, name, name)),
  )

async function openSizes(search = '', platform = createPlatformWithThreeSizes()) {
  const view = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return view
}

const getSearchBox = () => screen.getByRole<HTMLInputElement>('searchbox')
const getRowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
const getHeadings = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map(({ textContent }) => textContent)
const getListRequests = (platform: MemoryPlatform) =>
  platform.requests.filter(({ method, path }) => method === 'GET' && path === '/sizes')

test('the search box has a short placeholder and names what it searches', async () => {
  await renderConsole('/sizes', { platform: createMemoryPlatform([buildSize(1, 'Small', 'S')]) })
  await screen.findByRole('table')
  expect(getSearchBox()).toHaveAttribute('placeholder', 'Search')
  expect(getSearchBox()).toHaveAccessibleName('Search sizes')
})

describe('screens.md, "Every list": search as you type', () => {
  test('the list follows the search box, which keeps the focus and caret in one history entry', async () => {
    const { user, address, router } = await openSizes('?sort=-name')
    await user.type(getSearchBox(), 'larg')
    getSearchBox().setSelectionRange(2, 2)
    await waitFor(() => expect(getRowNames()).toEqual(['Large']))
    expect(address()).toBe('/sizes?search=larg&sort=-name')
    expect(getSearchBox()).toHaveFocus()
    expect(getSearchBox().selectionStart).toBe(2)
    await user.type(getSearchBox(), 'x')
    await waitFor(() => expect(address()).toBe('/sizes?search=largx&sort=-name'))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('quick typing sends one request', async () => {
    const { user, platform, address } = await openSizes()
    const before = getListRequests(platform).length
    await user.type(getSearchBox(), 'medium')
    await waitFor(() => expect(address()).toBe('/sizes?search=medium'))
    await waitFor(() => expect(getRowNames()).toEqual(['Medium']))
    expect(getListRequests(platform)).toHaveLength(before + 1)
  })

  test('a failed search keeps the search box and its focus until a retry succeeds', async () => {
    const { user, platform, address } = await openSizes()
    const alert = () => screen.findByRole('alert')
    platform.replies.set('GET /sizes', { status: 502 })
    await user.type(getSearchBox(), 'lar')
    expect(await alert()).toHaveTextContent("The platform isn't responding.")
    expect(getSearchBox()).toHaveFocus()
    await user.type(getSearchBox(), 'g')
    await waitFor(() => expect(address()).toBe('/sizes?search=larg'))
    expect(getSearchBox()).toHaveValue('larg')
    expect(getSearchBox()).toHaveFocus()
    expect(screen.queryByText('0 sizes')).toBeNull()
    platform.replies.delete('GET /sizes')
    const getRetryLink = () => screen.getByRole('link', { name: 'Try again' })
    await waitFor(() => expect(getRetryLink()).toHaveAttribute('href', '/sizes?search=larg'))
    await user.click(getRetryLink())
    await waitFor(() => expect(getRowNames()).toEqual(['Large']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('clicking elsewhere keeps the search', async () => {
    const { user, address } = await openSizes()
    await user.type(getSearchBox(), 'larg')
    await user.click(screen.getByRole('link', { name: 'Name' }))
    await waitFor(() => expect(address()).toBe('/sizes?search=larg&sort=name'))
    expect(getSearchBox()).toHaveValue('larg')
    await waitFor(() => expect(getRowNames()).toEqual(['Large']))
  })

  test('the search box follows other changes of the URL', async () => {
    const { router } = await openSizes('?search=small')
    expect(getSearchBox()).toHaveValue('small')
    await router.navigate('/sizes?search=medium')
    await waitFor(() => expect(getSearchBox()).toHaveValue('medium'))
    await router.navigate('/sizes')
    await waitFor(() => expect(getSearchBox()).toHaveValue(''))
  })
})

describe('A filter chip', () => {
  test('opens its filter for editing', async () => {
    const { user, address } = await openSizes('?filter[group][eq]=youth&filter[name][eq]=Small')
    await user.click(screen.getByRole('link', { name: 'Group is Youth' }))
    const choice = screen.getByRole('combobox', { name: 'Group' })
    expect(choice).toBeVisible()
    expect(choice).toHaveFocus()
    await user.selectOptions(choice, 'Adult')
    fireEvent.submit(choice.closest('form') as HTMLFormElement)
    // The menu has no input for the other filter, so it stays as it is.
    await waitFor(() =>
      expect(address()).toBe('/sizes?filter[name][eq]=Small&filter[group][eq]=adult'),
    )
  })
})

describe('Columns', () => {
  const path = '/preferences/columns.sizes'
  function createPlatformWithColumns(value: string[] | null) {
    const platform = createPlatformWithThreeSizes()
    const preference = { value }
    platform.replies.set(`GET ${path}`, () => ({ status: 200, body: preference }))
    platform.replies.set(`PUT ${path}`, ({ body }) => {
      preference.value = (body as typeof preference).value
      return { status: 200, body: preference }
    })
    return platform
  }

  test("use the operator's saved order unless the URL has others", async () => {
    const platform = createPlatformWithColumns(['active', 'code'])
    const { router } = await openSizes('', platform)
    expect(getHeadings()).toEqual(['Name', 'Active', 'Code', 'Actions'])
    await router.navigate('/sizes?columns=name,group')
    await waitFor(() => expect(getHeadings()).toEqual(['Name', 'Group', 'Actions']))
  })

  test('load once, together with the list', async () => {
    const platform = createPlatformWithColumns(null)
    const { router } = await openSizes('', platform)
    const paths = platform.requests.map((request) => request.path)
    expect(paths.slice(0, 3).toSorted()).toEqual([path, '/sizes', '/views'])
    await router.navigate('/sizes?sort=name')
    expect(platform.requests.filter((request) => request.path === path)).toHaveLength(1)
  })

  test.each([404, 403, 500])(
    'a platform that replies %i for them shows the default ones',
    async (status) => {
      const platform = createPlatformWithThreeSizes()
      platform.replies.set(`GET ${path}`, { status })
      await openSizes('', platform)
      expect(getHeadings()).toContain('Print-on-demand size')
    },
  )

  test('are chosen and moved in a panel and saved on the platform', async () => {
    const platform = createPlatformWithColumns(null)
    const { user, address } = await openSizes('?search=s&columns=name,code', platform)
    const [columnsLink] = screen.getAllByRole('link', { name: 'Columns' })
    await user.click(columnsLink as HTMLElement)
    const panel = within(await screen.findByRole('dialog', { name: 'Columns' }))
    expect(panel.queryByRole('checkbox', { name: 'Name' })).toBeNull()
    expect(panel.getByRole('link', { name: 'Cancel' })).toHaveAttribute(
      'href',
      '/sizes?search=s&columns=name,code',
    )
    await user.click(panel.getByRole('checkbox', { name: 'Created' }))
    await user.click(panel.getByRole('button', { name: 'Move Code down' }))
    await user.click(panel.getByRole('checkbox', { name: 'Group' }))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(getHeadings()).toEqual(['Name', 'Group', 'Code', 'Created', 'Actions']),
    )
    expect(platform.writes()).toMatchObject([
      { path, body: { value: ['name', 'group', 'code', 'createdAt'] } },
    ])
    expect(platform.writes()[0]?.idempotencyKey).toBeTruthy()
    // The saved choice replaces the columns in the URL.
    await waitFor(() => expect(address()).toBe('/sizes?search=s'))
  })

  test('can be reset to the defaults', async () => {
    const platform = createPlatformWithColumns(['name'])
    const { user } = await openSizes('?choose', platform)
    await user.click(await screen.findByRole('button', { name: 'Reset columns' }))
    await waitFor(() => expect(getHeadings()).toHaveLength(7))
    expect(platform.writes()).toMatchObject([{ path, body: { value: null } }])
  })
})

describe('Status tabs', () => {
  async function openStores(search = '', counts?: object) {
    const platform = createMemoryPlatform()
    const body = {
      data: [buildStore()],
      page: { ...emptyPage, total: 1 },
      ...(counts && { counts }),
    }
    platform.replies.set('GET /stores', { status: 200, body })
    return renderConsole(`/stores${search}`, { platform })
  }
  const buildCount = (total: number, totalIsCapped = false) => ({ total, totalIsCapped })
  const findTabs = async () =>
    within(await screen.findByRole('navigation', { name: 'Views' })).getAllByRole('link')

  test('have counts and link to one status, keeping other filters', async () => {
    const counts = {
      draft: buildCount(14),
      active: buildCount(10_000, true),
      suspended: buildCount(9),
    }
    const { platform } = await openStores(
      '?search=a&filter[status][eq]=draft&filter[plan][eq]=growth',
      counts,
    )
    const tabs = await findTabs()
    expect(tabs.map(({ textContent }) => textContent?.trim())).toEqual([
      'All 10,023+',
      'Draft 14',
      'Active 10,000+',
      'Suspended 9',
      'Maintenance 0',
      'Archived 0',
    ])
    const [all, draft, active] = tabs
    expect(draft).toHaveAttribute('aria-current', 'page')
    expect(all).toHaveAttribute('href', '/stores?search=a&filter[plan][eq]=growth')
    expect(active).toHaveAttribute(
      'href',
      '/stores?search=a&filter[plan][eq]=growth&filter[status][eq]=active',
    )
    // The active tab replaces the chip of its filter.
    const chips = within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('listitem')
    expect(chips.map(({ textContent }) => textContent)).toEqual(['Plan is Growth'])
    expect(platform.requests.find(({ path }) => path === '/stores')?.search?.get('counts')).toBe(
      'status',
    )
  })

  test('hide a zero count, except on the active tab', async () => {
    const counts = {
      draft: buildCount(14),
      active: buildCount(0),
      suspended: buildCount(9),
      archived: buildCount(0),
    }
    await openStores('?filter[status][eq]=archived', counts)
    const tabs = await findTabs()
    expect(tabs.map(({ textContent }) => textContent?.trim())).toEqual([
      'All 23',
      'Draft 14',
      'Active',
      'Suspended 9',
      'Maintenance 0',
      'Archived 0',
    ])
    expect(tabs[2]).toHaveAttribute('data-none')
    expect(tabs[5]).not.toHaveAttribute('data-none')
  })

  test('have no counts if the platform returns none', async () => {
    await openStores()
    expect((await findTabs()).map(({ textContent }) => textContent?.trim()).slice(0, 2)).toEqual([
      'All',
      'Draft',
    ])
  })
})

test('the pager shows the range of the page', async () => {
  const platform = createPlatformWithThreeSizes()
  const page = { next: 'n', previous: 'p', total: 240, totalIsCapped: false, from: 51 }
  platform.replies.set('GET /sizes', { status: 200, body: { data: platform.sizes, page } })
  await openSizes('?after=x', platform)
  expect(screen.getByText('51–53 of 240')).toBeVisible()
})

test('failing integrations are filtered by a choice of kinds', async () => {
  const platform = createMemoryPlatform()
  const body = { data: [buildStore()], page: { ...emptyPage, total: 1 } }
  platform.replies.set('GET /stores', { status: 200, body })
  const { user, address } = await renderConsole('/stores', { platform })
  await openFilter(user, 'Failing integration types')
  const choice = screen.getByRole('combobox', { name: 'Failing integration types includes' })
  await user.selectOptions(choice, 'SSO')
  fireEvent.submit(choice.closest('form') as HTMLFormElement)
  await waitFor(() => expect(address()).toBe('/stores?filter[failingIntegrations][has]=signOn'))
  expect(await screen.findByTitle('Failing integration types includes SSO')).toBeVisible()
})
