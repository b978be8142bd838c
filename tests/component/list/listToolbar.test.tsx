import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openFilter } from '#tests/support/browser/filters.ts'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage, storeRecord } from '#tests/support/servers/storePlatform.ts'

const platformOfThree = () =>
  memoryPlatform(['Small', 'Medium', 'Large'].map((name, at) => sizeRecord(at + 1, name, name)))

async function openSizes(search = '', platform = platformOfThree()) {
  const shown = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return shown
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox')
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map(({ textContent }) => textContent)
const listed = (platform: MemoryPlatform) =>
  platform.requests.filter(({ method, path }) => method === 'GET' && path === '/sizes')

test('the search says no more than its box shows whole, and is called by what it searches', async () => {
  await renderConsole('/sizes', { platform: memoryPlatform([sizeRecord(1, 'Small', 'S')]) })
  await screen.findByRole('table')
  expect(field()).toHaveAttribute('placeholder', 'Search')
  expect(field()).toHaveAccessibleName('Search sizes')
})

describe('screens.md, "Every list": search as one types', () => {
  test('the list follows the field, which keeps focus and caret, in one entry of the history', async () => {
    const { user, address, router } = await openSizes('?sort=-name')
    await user.type(field(), 'larg')
    field().setSelectionRange(2, 2)
    await waitFor(() => expect(names()).toEqual(['Large']))
    expect(address()).toBe('/sizes?search=larg&sort=-name')
    expect(field()).toHaveFocus()
    expect(field().selectionStart).toBe(2)
    await user.type(field(), 'x')
    await waitFor(() => expect(address()).toBe('/sizes?search=largx&sort=-name'))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('what is typed in one go is asked for once', async () => {
    const { user, platform, address } = await openSizes()
    const before = listed(platform).length
    await user.type(field(), 'medium')
    await waitFor(() => expect(address()).toBe('/sizes?search=medium'))
    await waitFor(() => expect(names()).toEqual(['Medium']))
    expect(listed(platform)).toHaveLength(before + 1)
  })

  test('where the platform does not answer, rows alone give way: the search keeps what is typed on, until it is tried again', async () => {
    const { user, platform, address } = await openSizes()
    const alert = () => screen.findByRole('alert')
    platform.replies.set('GET /sizes', { status: 502 })
    await user.type(field(), 'lar')
    expect(await alert()).toHaveTextContent("The platform isn't responding.")
    expect(field()).toHaveFocus()
    await user.type(field(), 'g')
    await waitFor(() => expect(address()).toBe('/sizes?search=larg'))
    expect(field()).toHaveValue('larg')
    expect(field()).toHaveFocus()
    expect(screen.queryByText('0 sizes')).toBeNull()
    platform.replies.delete('GET /sizes')
    const again = () => screen.getByRole('link', { name: 'Try again' })
    await waitFor(() => expect(again()).toHaveAttribute('href', '/sizes?search=larg'))
    await user.click(again())
    await waitFor(() => expect(names()).toEqual(['Large']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a click elsewhere does not lose it', async () => {
    const { user, address } = await openSizes()
    await user.type(field(), 'larg')
    await user.click(screen.getByRole('link', { name: 'Name' }))
    await waitFor(() => expect(address()).toBe('/sizes?search=larg&sort=name'))
    expect(field()).toHaveValue('larg')
    await waitFor(() => expect(names()).toEqual(['Large']))
  })

  test('the field follows the address where that changes otherwise', async () => {
    const { router } = await openSizes('?search=small')
    expect(field()).toHaveValue('small')
    await router.navigate('/sizes?search=medium')
    await waitFor(() => expect(field()).toHaveValue('medium'))
    await router.navigate('/sizes')
    await waitFor(() => expect(field()).toHaveValue(''))
  })
})

describe('a chip', () => {
  test('leads to where its filter is changed', async () => {
    const { user, address } = await openSizes('?filter[group][eq]=youth&filter[name][eq]=Small')
    await user.click(screen.getByRole('link', { name: 'Group is Youth' }))
    const choice = screen.getByRole('combobox', { name: 'Group' })
    expect(choice).toBeVisible()
    expect(choice).toHaveFocus()
    await user.selectOptions(choice, 'Adult')
    fireEvent.submit(choice.closest('form') as HTMLFormElement)
    // What the menu has no input for stays as it is.
    await waitFor(() =>
      expect(address()).toBe('/sizes?filter[name][eq]=Small&filter[group][eq]=adult'),
    )
  })
})

describe('columns', () => {
  const path = '/preferences/columns.sizes'
  function remembering(value: string[] | null) {
    const platform = platformOfThree()
    const kept = { value }
    platform.replies.set(`GET ${path}`, () => ({ status: 200, body: kept }))
    platform.replies.set(`PUT ${path}`, ({ body }) => {
      kept.value = (body as typeof kept).value
      return { status: 200, body: kept }
    })
    return platform
  }

  test('are those that the operator chose, in their order, unless the address says others', async () => {
    const platform = remembering(['active', 'code'])
    const { router } = await openSizes('', platform)
    expect(heads()).toEqual(['Name', 'Active', 'Code', 'Actions'])
    await router.navigate('/sizes?columns=name,group')
    await waitFor(() => expect(heads()).toEqual(['Name', 'Group', 'Actions']))
  })

  test('are asked for beside the list, and once', async () => {
    const platform = remembering(null)
    const { router } = await openSizes('', platform)
    const asked = platform.requests.map((request) => request.path)
    expect(asked.slice(0, 3).toSorted()).toEqual([path, '/sizes', '/views'])
    await router.navigate('/sizes?sort=name')
    expect(platform.requests.filter((request) => request.path === path)).toHaveLength(1)
  })

  test.each([404, 403, 500])(
    'a platform that answers %i for them shows the usual ones',
    async (status) => {
      const platform = platformOfThree()
      platform.replies.set(`GET ${path}`, { status })
      await openSizes('', platform)
      expect(heads()).toContain('Print-on-demand size')
    },
  )

  test('are chosen and moved in a panel, and kept by the platform', async () => {
    const platform = remembering(null)
    const { user, address } = await openSizes('?search=s&columns=name,code', platform)
    const [choose] = screen.getAllByRole('link', { name: 'Columns' })
    await user.click(choose as HTMLElement)
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
    await waitFor(() => expect(heads()).toEqual(['Name', 'Group', 'Code', 'Created', 'Actions']))
    expect(platform.writes()).toMatchObject([
      { path, body: { value: ['name', 'group', 'code', 'createdAt'] } },
    ])
    expect(platform.writes()[0]?.idempotencyKey).toBeTruthy()
    // The choice counts, not what the address said before.
    await waitFor(() => expect(address()).toBe('/sizes?search=s'))
  })

  test('go back to the usual ones', async () => {
    const platform = remembering(['name'])
    const { user } = await openSizes('?choose', platform)
    await user.click(await screen.findByRole('button', { name: 'Reset columns' }))
    await waitFor(() => expect(heads()).toHaveLength(7))
    expect(platform.writes()).toMatchObject([{ path, body: { value: null } }])
  })
})

describe('status tabs', () => {
  async function openStores(search = '', counts?: object) {
    const platform = memoryPlatform()
    const body = { data: [storeRecord()], page: { ...noPage, total: 1 }, ...(counts && { counts }) }
    platform.replies.set('GET /stores', { status: 200, body })
    return renderConsole(`/stores${search}`, { platform })
  }
  const of = (total: number, totalIsCapped = false) => ({ total, totalIsCapped })
  const tabs = async () =>
    within(await screen.findByRole('navigation', { name: 'Views' })).getAllByRole('link')

  test('have counts and lead to the list of one status, whatever else is filtered', async () => {
    const counts = { draft: of(14), active: of(10_000, true), suspended: of(9) }
    const { platform } = await openStores(
      '?search=a&filter[status][eq]=draft&filter[plan][eq]=growth',
      counts,
    )
    const shown = await tabs()
    expect(shown.map(({ textContent }) => textContent?.trim())).toEqual([
      'All 10,023+',
      'Draft 14',
      'Active 10,000+',
      'Suspended 9',
      'Maintenance 0',
      'Archived 0',
    ])
    const [all, draft, active] = shown
    expect(draft).toHaveAttribute('aria-current', 'page')
    expect(all).toHaveAttribute('href', '/stores?search=a&filter[plan][eq]=growth')
    expect(active).toHaveAttribute(
      'href',
      '/stores?search=a&filter[plan][eq]=growth&filter[status][eq]=active',
    )
    // Told by its tab, it is no chip.
    const chips = within(screen.getByRole('list', { name: 'Filters' })).getAllByRole('listitem')
    expect(chips.map(({ textContent }) => textContent)).toEqual(['Plan is Growth'])
    expect(platform.requests.find(({ path }) => path === '/stores')?.search?.get('counts')).toBe(
      'status',
    )
  })

  test('have no number where there is none, but for the one that is shown', async () => {
    const counts = { draft: of(14), active: of(0), suspended: of(9), archived: of(0) }
    await openStores('?filter[status][eq]=archived', counts)
    const shown = await tabs()
    expect(shown.map(({ textContent }) => textContent?.trim())).toEqual([
      'All 23',
      'Draft 14',
      'Active',
      'Suspended 9',
      'Maintenance 0',
      'Archived 0',
    ])
    expect(shown[2]).toHaveAttribute('data-none')
    expect(shown[5]).not.toHaveAttribute('data-none')
  })

  test('stand without counts where the platform tells none', async () => {
    await openStores()
    expect((await tabs()).map(({ textContent }) => textContent?.trim()).slice(0, 2)).toEqual([
      'All',
      'Draft',
    ])
  })
})

test('the pager says where the page lies', async () => {
  const platform = platformOfThree()
  const page = { next: 'n', previous: 'p', total: 240, totalIsCapped: false, from: 51 }
  platform.replies.set('GET /sizes', { status: 200, body: { data: platform.sizes, page } })
  await openSizes('?after=x', platform)
  expect(screen.getByText('51-53 of 240')).toBeVisible()
})

test('which integration fails is chosen from those there are', async () => {
  const platform = memoryPlatform()
  const body = { data: [storeRecord()], page: { ...noPage, total: 1 } }
  platform.replies.set('GET /stores', { status: 200, body })
  const { user, address } = await renderConsole('/stores', { platform })
  await openFilter(user, 'Failing integrations')
  const choice = screen.getByRole('combobox', { name: 'Failing integrations includes' })
  await user.selectOptions(choice, 'SSO')
  fireEvent.submit(choice.closest('form') as HTMLFormElement)
  await waitFor(() => expect(address()).toBe('/stores?filter[failingIntegrations][has]=signOn'))
  expect(await screen.findByTitle('Failing integrations includes SSO')).toBeVisible()
})
