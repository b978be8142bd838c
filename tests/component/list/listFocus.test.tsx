import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openFilter } from '#tests/support/browser/filters.ts'
import { jobOf } from '#tests/support/jobs.ts'
import { buildPlan, buildPlanRow } from '#tests/support/plans.ts'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage } from '#tests/support/servers/storePlatform.ts'

const names = ['Small', 'Medium', 'Large']

/** Three sizes are on the page, of seven that match. */
async function openSizes(search = '') {
  const platform = memoryPlatform(names.map((name, at) => sizeRecord(at + 1, name, name)))
  const page = { ...noPage, total: 7 }
  platform.replies.set('GET /sizes', ({ search: asked }) => ({
    status: 200,
    body: asked?.get('search') ? { data: [], page: noPage } : { data: platform.sizes, page },
  }))
  const shown = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return shown
}

const link = (name: string) => screen.findByRole('link', { name })
/** It stands in the bar, and in its menu where it is narrow. */
const selectAll = async () =>
  (await screen.findAllByRole('link', { name: 'Select all 7' }))[0] as HTMLElement
const button = (name: string) => screen.findByRole('button', { name })
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const bar = () => screen.getByText(/selected$/).parentElement

describe('a filter that is applied leaves the focus at the button of the filters', () => {
  test.each(['Enter', 'Apply'])('by %s', async (by) => {
    const { user, address } = await openSizes()
    await openFilter(user, 'Name')
    const part = screen.getByText('Name', { selector: 'summary' }).closest('details')
    const inputs = within(part as HTMLElement)
    await user.type(inputs.getAllByRole('textbox')[0] as HTMLElement, 'Small')
    if (by === 'Enter') await user.keyboard('{Enter}')
    else await user.click(inputs.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(address()).toMatch(/^\/sizes\?filter\[name\]/))
    await waitFor(() => expect(screen.getByLabelText('Filter')).toHaveFocus())
  })
})

describe('a bulk change', () => {
  test('of nothing says that nothing is chosen, and asks for nothing', async () => {
    await openSizes('?bulk=change&field=group')
    const panel = within(await screen.findByRole('dialog'))
    expect(await panel.findByRole('alert')).toHaveTextContent('No records are selected.')
    expect(panel.queryByRole('button', { name: 'Preview changes' })).toBeNull()
  })

  const expiresAt = '2026-11-22T09:00:00.000Z'
  const plan = {
    id: 3,
    expiresAt,
    counts: { changes: 1, unchanged: 0, refused: 0, total: 1 },
    first: [],
    warns: [],
    refused: [],
    reaches: [],
  }
  const planned = buildPlan({
    id: 3,
    expiresAt,
    reaches: ['Stores that sell it.'],
    data: [buildPlanRow({ label: 'Small', before: { group: 'adult' }, after: { group: 'youth' } })],
  })

  test('has the focus at the start of each of its steps', async () => {
    vi.stubGlobal('EventSource', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { user, platform } = await openSizes('?chosen=1&bulk=change&field=group')
    const job = jobOf({ title: 'Change Group for 1 size' })
    platform.replies.set('POST /sizes/bulk/plan', { status: 200, body: plan })
    platform.replies.set('GET /plans/3', { status: 200, body: planned })
    platform.replies.set('POST /sizes/bulk', { status: 202, body: job })
    platform.replies.set('GET /jobs/7', { status: 200, body: job })
    platform.replies.set('GET /jobs/7/rows', { status: 200, body: { data: [] } })
    const panel = within(await screen.findByRole('dialog'))
    await user.selectOptions(await panel.findByRole('combobox', { name: 'Group' }), 'Youth')
    await user.click(await button('Preview changes'))
    const figures = await screen.findByRole('group', { name: 'Preview of changes' })
    await waitFor(() => expect(figures).toHaveFocus())
    // Back and again.
    await user.click(await link('Back'))
    const field = await screen.findByRole('combobox', { name: 'Field to change' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.click(await button('Preview changes'))
    await user.click(await button('Change Group for 1 size'))
    const ended = await screen.findByText('Finished.')
    await waitFor(() => expect(ended.parentElement).toHaveFocus())
  })

  test('says in its plan what a second operator has to approve', async () => {
    const { user, platform } = await openSizes('?chosen=1&bulk=change&field=group')
    const note = "1 of 3 groups needs a second operator's approval."
    platform.replies.set('POST /sizes/bulk/plan', { status: 200, body: plan })
    platform.replies.set('GET /plans/3', { status: 200, body: { ...planned, warns: [note] } })
    const panel = within(await screen.findByRole('dialog'))
    await user.selectOptions(await panel.findByRole('combobox', { name: 'Group' }), 'Youth')
    await user.click(await button('Preview changes'))
    expect(await screen.findByText(note)).toBeVisible()
  })

  test('keeps the focus in the choice of a field, which follows the address', async () => {
    const { user, router, address } = await openSizes('?chosen=1&bulk=change')
    const choice = await screen.findByRole('combobox', { name: 'Field to change' })
    choice.focus()
    for (const [label, name] of [
      ['Group', 'group'],
      ['Active', 'active'],
    ] as const) {
      await user.selectOptions(choice, label)
      await waitFor(() => expect(address()).toContain(`field=${name}`))
      await screen.findByRole('dialog', { name: `Change ${label} for 1 size` })
      expect(choice).toHaveFocus()
      expect(choice).toHaveValue(name)
    }
    await router.navigate('/sizes?chosen=1&bulk=change&field=group')
    await waitFor(() => expect(choice).toHaveValue('group'))
  })
})

describe('what is pressed and goes leaves the focus', () => {
  test('at the bar of what is selected, by "Select all"', async () => {
    const { user } = await openSizes()
    await user.click(box('Small'))
    await user.click(await selectAll())
    expect(screen.getByText('7 selected')).toHaveFocus()
  })

  test('at the search, by "Clear search"', async () => {
    const { user, address } = await openSizes('?search=zzzz')
    await user.click(await link('Clear search'))
    await waitFor(() => expect(address()).toBe('/sizes'))
    await screen.findByRole('table')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  test('at the heading of the views, by deleting one; a view that is renamed keeps it', async () => {
    const view = { shared: false, mine: true, isDefault: false, count: null, why: null }
    const platform = memoryPlatform([sizeRecord(1, 'Small', 'S')])
    let views = ['Thick', 'Thin'].map((name, at) => ({
      ...view,
      id: at + 1,
      name,
      address: `search=${name}`,
    }))
    platform.replies.set('GET /views', () => ({ status: 200, body: { data: views } }))
    platform.replies.set('PATCH /views/2', () => {
      views = views.map((one) => (one.id === 2 ? { ...one, name: 'Slim' } : one))
      return { status: 200, body: views[1] }
    })
    platform.replies.set('DELETE /views/1', () => {
      views = views.slice(1)
      return { status: 204 }
    })
    const { user } = await renderConsole('/sizes?views', { platform })
    const name = await screen.findByRole('textbox', { name: 'Name for Thin' })
    await user.clear(name)
    await user.type(name, 'Slim{Enter}')
    const renamed = await screen.findByRole('textbox', { name: 'Name for Slim' })
    await waitFor(() => expect(renamed).toHaveFocus())
    await user.click(await button('Delete view Thick'))
    await waitFor(() => expect(screen.queryByText('Delete view Thick')).toBeNull())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Saved views' })).toHaveFocus())
    platform.replies.set('POST /views', { status: 201, body: { id: 3 } })
    await user.click(await button('Undo the change to Thick'))
    await screen.findByText('Undid the change to Thick')
    const body = { resource: 'sizes', name: 'Thick', address: 'search=Thick', shared: false }
    expect(platform.writes().at(-1)).toMatchObject({ method: 'POST', path: '/views', body })
  })
})

describe('the bar of what is selected', () => {
  const said = /on this page (is|are) selected/

  test('says that one of all was unticked and only this page is left, until something else is ticked', async () => {
    const { user } = await openSizes()
    await user.click(box('Small'))
    await user.click(await selectAll())
    expect(screen.queryByText(said)).toBeNull()
    await user.click(box('Medium'))
    expect(screen.getByText('2 selected')).toBeVisible()
    const sentence = screen.getByText(said)
    expect(sentence).toHaveTextContent('Only 2 rows on this page are selected')
    expect(sentence).toHaveAttribute('role', 'status')
    await user.click(box('Medium'))
    expect(screen.queryByText(said)).toBeNull()
  })

  test('says of each action that it first asks', async () => {
    const { user } = await openSizes()
    await user.click(box('Small'))
    await selectAll()
    const links = within(bar() as HTMLElement).getAllByRole('link')
    const actions = links.filter((one) => one.getAttribute('href')?.includes('bulk='))
    expect(actions.length).toBeGreaterThan(1)
    for (const action of actions) expect(action).toHaveTextContent(/\.{3}$/)
  })

  test('is not there while no row is, and keeps what is selected', async () => {
    const { user, router } = await openSizes()
    await user.click(box('Small'))
    expect(bar()).not.toHaveAttribute('inert')
    expect(bar()).toHaveAttribute('data-shown')
    await user.type(screen.getByRole('searchbox'), 'zzzz')
    await link('Clear search')
    expect(bar()).toHaveAttribute('inert')
    expect(bar()).not.toHaveAttribute('data-shown')
    await router.navigate('/sizes')
    await waitFor(() => expect(box('Small')).toBeChecked())
    expect(bar()).not.toHaveAttribute('inert')
  })
})
