import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openFilter } from '#tests/support/browser/filters.ts'
import { buildJob } from '#tests/support/jobs.ts'
import { buildPlan, buildPlanRow } from '#tests/support/plans.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const names = ['Small', 'Medium', 'Large']

/** Shows three sizes of seven that match. */
async function openSizes(search = '') {
  const platform = createMemoryPlatform(names.map((name, at) => buildSize(at + 1, name, name)))
  const page = { ...emptyPage, total: 7 }
  platform.replies.set('GET /sizes', ({ search: params }) => ({
    status: 200,
    body: params?.get('search') ? { data: [], page: emptyPage } : { data: platform.sizes, page },
  }))
  const view = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return view
}

const findLink = (name: string) => screen.findByRole('link', { name })
/** The link is in the bar and, on narrow screens, in its menu. */
const findSelectAllLink = async () =>
  (await screen.findAllByRole('link', { name: 'Select all 7' }))[0] as HTMLElement
const findButton = (name: string) => screen.findByRole('button', { name })
const getCheckbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const getSelectionBar = () => screen.getByText(/^\d.* selected$/).parentElement

describe('Applying a filter moves the focus to the filter button', () => {
  test.each(['Enter', 'Apply'])('by %s', async (by) => {
    const { user, address } = await openSizes()
    await openFilter(user, 'Name')
    const section = screen.getByText('Name', { selector: 'summary' }).closest('details')
    const inputs = within(section as HTMLElement)
    await user.type(inputs.getAllByRole('textbox')[0] as HTMLElement, 'Small')
    if (by === 'Enter') await user.keyboard('{Enter}')
    else await user.click(inputs.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(address()).toMatch(/^\/sizes\?filter\[name\]/))
    await waitFor(() => expect(screen.getByLabelText('Filter')).toHaveFocus())
  })
})

describe('A bulk change', () => {
  test('without a selection says so and has no form', async () => {
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
  const planPage = buildPlan({
    id: 3,
    expiresAt,
    reaches: ['Stores that sell it.'],
    data: [buildPlanRow({ label: 'Small', before: { group: 'adult' }, after: { group: 'youth' } })],
  })

  test('moves the focus to the start of each step', async () => {
    vi.stubGlobal('EventSource', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { user, platform } = await openSizes('?chosen=1&bulk=change&field=group')
    const job = buildJob({ title: 'Change Group for 1 size' })
    platform.replies.set('POST /sizes/bulk/plan', { status: 200, body: plan })
    platform.replies.set('GET /plans/3', { status: 200, body: planPage })
    platform.replies.set('POST /sizes/bulk', { status: 202, body: job })
    platform.replies.set('GET /jobs/7', { status: 200, body: job })
    platform.replies.set('GET /jobs/7/rows', { status: 200, body: { data: [] } })
    const panel = within(await screen.findByRole('dialog'))
    await user.selectOptions(await panel.findByRole('combobox', { name: 'Group' }), 'Youth')
    await user.click(await findButton('Preview changes'))
    const preview = await screen.findByRole('group', { name: 'Preview of changes' })
    await waitFor(() => expect(preview).toHaveFocus())
    // Goes back and previews again.
    await user.click(await findLink('Back'))
    const field = await screen.findByRole('combobox', { name: 'Field to change' })
    await waitFor(() => expect(field).toHaveFocus())
    await user.click(await findButton('Preview changes'))
    await user.click(await findButton('Change Group for 1 size'))
    const finished = await screen.findByText('Finished.')
    await waitFor(() => expect(finished.parentElement).toHaveFocus())
  })

  test('shows in its plan what a second operator has to approve', async () => {
    const { user, platform } = await openSizes('?chosen=1&bulk=change&field=group')
    const note = "1 of 3 groups needs a second operator's approval."
    platform.replies.set('POST /sizes/bulk/plan', { status: 200, body: plan })
    platform.replies.set('GET /plans/3', { status: 200, body: { ...planPage, warns: [note] } })
    const panel = within(await screen.findByRole('dialog'))
    await user.selectOptions(await panel.findByRole('combobox', { name: 'Group' }), 'Youth')
    await user.click(await findButton('Preview changes'))
    expect(await screen.findByText(note)).toBeVisible()
  })

  test('keeps the focus in the field select, which follows the URL', async () => {
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

describe('The focus after a pressed element disappears', () => {
  test('is in the selection bar after "Select all"', async () => {
    const { user } = await openSizes()
    await user.click(getCheckbox('Small'))
    await user.click(await findSelectAllLink())
    expect(screen.getByText('7 selected')).toHaveFocus()
  })

  test('is in the search box after "Clear search"', async () => {
    const { user, address } = await openSizes('?search=zzzz')
    await user.click(await findLink('Clear search'))
    await waitFor(() => expect(address()).toBe('/sizes'))
    await screen.findByRole('table')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  test('is at the heading after deleting a view, and stays in a renamed view', async () => {
    const view = { shared: false, mine: true, isDefault: false, count: null, why: null }
    const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
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
    const renamedInput = await screen.findByRole('textbox', { name: 'Name for Slim' })
    await waitFor(() => expect(renamedInput).toHaveFocus())
    await user.click(await findButton('Delete view Thick'))
    await waitFor(() => expect(screen.queryByText('Delete view Thick')).toBeNull())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Saved views' })).toHaveFocus())
    platform.replies.set('POST /views', { status: 201, body: { id: 3 } })
    await user.click(await findButton('Undo the change to Thick'))
    await screen.findByText('Undid the change to Thick')
    const body = { resource: 'sizes', name: 'Thick', address: 'search=Thick', shared: false }
    expect(platform.writes().at(-1)).toMatchObject({ method: 'POST', path: '/views', body })
  })
})

describe('The selection bar', () => {
  const pageOnly = /on this page (is|are) selected/

  test('says that only this page is selected after one of all is cleared, until the next change', async () => {
    const { user } = await openSizes()
    await user.click(getCheckbox('Small'))
    await user.click(await findSelectAllLink())
    expect(screen.queryByText(pageOnly)).toBeNull()
    await user.click(getCheckbox('Medium'))
    expect(screen.getByText('2 selected')).toBeVisible()
    const sentence = screen.getByText(pageOnly)
    expect(sentence).toHaveTextContent('Only 2 rows on this page are selected')
    expect(sentence).toHaveAttribute('role', 'status')
    await user.click(getCheckbox('Medium'))
    expect(screen.queryByText(pageOnly)).toBeNull()
  })

  test('marks each action with an ellipsis because it asks first', async () => {
    const { user } = await openSizes()
    await user.click(getCheckbox('Small'))
    await findSelectAllLink()
    const links = within(getSelectionBar() as HTMLElement).getAllByRole('link')
    const actions = links.filter((link) => link.getAttribute('href')?.includes('bulk='))
    expect(actions.length).toBeGreaterThan(1)
    for (const action of actions) expect(action).toHaveTextContent(/\.{3}$/)
  })

  test('is hidden while no row is shown, and keeps the selection', async () => {
    const { user, router } = await openSizes()
    await user.click(getCheckbox('Small'))
    expect(getSelectionBar()).not.toHaveAttribute('inert')
    expect(getSelectionBar()).toHaveAttribute('data-shown')
    await user.type(screen.getByRole('searchbox'), 'zzzz')
    await findLink('Clear search')
    expect(getSelectionBar()).toHaveAttribute('inert')
    expect(getSelectionBar()).not.toHaveAttribute('data-shown')
    await router.navigate('/sizes')
    await waitFor(() => expect(getCheckbox('Small')).toBeChecked())
    expect(getSelectionBar()).not.toHaveAttribute('inert')
  })
})
