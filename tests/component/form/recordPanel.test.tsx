import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const createPlatformWithTwoSizes = () =>
  createMemoryPlatform([buildSize(1, 'Small', 'S'), buildSize(2, 'Large', 'L', { chest: 112.5 })])

async function openPanel(search: string, platform: MemoryPlatform = createPlatformWithTwoSizes()) {
  const view = await renderConsole(`/sizes?${search}`, { platform })
  await screen.findByRole('dialog')
  return view
}

const getPanel = () => screen.getByRole('dialog', { name: /size|Delete|went wrong/ })
const withinPanel = () => within(getPanel())
const getField = (label: string | RegExp) => withinPanel().getByLabelText<HTMLInputElement>(label)
const getSaveButton = () => withinPanel().getByRole('button', { name: 'Save' })
const getUnsavedNote = () => withinPanel().getByText(/^Unsaved:/)
const getLeaveDialog = () =>
  screen.getByRole('dialog', { name: 'Leave without saving your changes?' })
/** Returns the drafts of this tab; session storage also has the visited pages. */
const getDrafts = () => Object.entries(sessionStorage).filter(([name]) => name !== 'visited')

/** Builds the server's reply to a rejected write. */
const buildError = (getUnsavedNote: number, code: string, more: object = {}) => ({
  status: getUnsavedNote,
  body: { status: getUnsavedNote, code, title: 'No', ...more },
})

describe('screens.md, "Every form": create and edit open in a panel, addressed by the URL', () => {
  test("a new record starts with the fields' initial values", async () => {
    await openPanel('create')
    expect(getPanel()).toHaveAccessibleName('New size')
    expect(getField('Name')).toHaveValue('')
    expect(getField('Group')).toHaveValue('adult')
    expect(withinPanel().getByRole('switch', { name: 'Active' })).toBeChecked()
  })

  test('a record shows its saved values', async () => {
    await openPanel('edit=2')
    expect(getPanel()).toHaveAccessibleName('Large, size')
    expect(getField('Name')).toHaveValue('Large')
    expect(getField('Chest')).toHaveValue('112.5')
  })

  test('the code of a new record follows its name until it is edited', async () => {
    const { user } = await openPanel('create')
    await user.type(getField('Name'), 'Tall')
    expect(getField('Code')).toHaveValue('tall')
    await user.type(getField('Name'), ' one')
    expect(getField('Code')).toHaveValue('tall-one')
    await user.clear(getField('Code'))
    await user.type(getField('Code'), 'T1')
    await user.type(getField('Name'), '!')
    expect(getField('Code')).toHaveValue('T1')
    // An empty code follows again.
    await user.clear(getField('Code'))
    await user.type(getField('Name'), 'Z')
    expect(getField('Code')).toHaveValue('tall-one')
  })

  test('the code of a saved record stays when its name changes', async () => {
    const { user } = await openPanel('edit=1')
    await user.clear(getField('Name'))
    await user.type(getField('Name'), 's')
    expect(getField('Code')).toHaveValue('S')
  })

  test('an empty code is sent as null for the platform to generate', async () => {
    const { user, platform } = await openPanel('create')
    await user.type(getField('Name'), 'Tall')
    await user.clear(getField('Code'))
    await user.click(getSaveButton())
    await screen.findByText('Created', { selector: 'p' })
    expect(platform.writes()[0]?.body).toMatchObject({ name: 'Tall', code: null })
  })

  test("a record that doesn't exist shows an error over the list", async () => {
    await openPanel('edit=99')
    expect(withinPanel().getByRole('alert')).toHaveTextContent(
      "This size doesn't exist, or it was deleted.",
    )
    expect(screen.getByRole('link', { name: 'Small' })).toBeVisible()
  })

  test('a forbidden record names the missing permission', async () => {
    const platform = createPlatformWithTwoSizes()
    platform.replies.set('GET /sizes/2', buildError(403, 'forbidden', { permission: 'Sizes' }))
    await openPanel('edit=2', platform)
    expect(withinPanel().getByRole('alert')).toHaveTextContent('You need Sizes.')
  })

  test('creating a record sends the typed values, closes the panel, and shows a message', async () => {
    const { user, platform, address } = await openPanel('create')
    await user.type(getField('Name'), ' Extra large ')
    await user.clear(getField('Code'))
    await user.type(getField('Code'), 'XL')
    await user.selectOptions(getField('Group'), 'youth')
    await user.type(getField('Waist'), '98.25')
    await user.click(withinPanel().getByRole('switch', { name: 'Active' }))
    await user.click(getSaveButton())
    await screen.findByText('Created', { selector: 'p' })
    expect(address()).toBe('/sizes')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(platform.writes()).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/sizes',
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: expect.objectContaining({
          name: 'Extra large',
          code: 'XL',
          group: 'youth',
          waist: 98.25,
          chest: null,
          active: false,
        }),
      }),
    ])
    expect(await screen.findByRole('link', { name: 'Extra large' })).toBeVisible()
  })

  test('saving sends only the changes with their version and keeps the view', async () => {
    const { user, platform, address } = await openPanel('search=l&limit=25&edit=2')
    await user.clear(getField('Name'))
    await user.type(getField('Name'), 'Big l')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(address()).toBe('/sizes?search=l&limit=25')
    expect(platform.writes()).toEqual([
      expect.objectContaining({
        method: 'PATCH',
        path: '/sizes/2',
        ifMatch: 1,
        body: { name: 'Big l' },
      }),
    ])
    expect(platform.sizes[1]).toMatchObject({ name: 'Big l', chest: 112.5 })
  })
})

describe('screens.md, "Every form": the panel over its list', () => {
  const buildUrl = (search: string) => `/sizes${search}`
  const createPlatformWithThreeSizes = () =>
    createMemoryPlatform([
      buildSize(1, 'Small', 'S'),
      buildSize(2, 'Medium', 'M'),
      buildSize(3, 'Large', 'L'),
    ])

  test('links to the previous and next record and keeps the focus on the link', async () => {
    const { user, ...view } = await openPanel('limit=25&edit=2', createPlatformWithThreeSizes())
    await waitFor(() => expect(getPanel()).toHaveAccessibleName('Medium, size'))
    await user.click(withinPanel().getByRole('link', { name: 'Next: Large' }))
    await waitFor(() => expect(getPanel()).toHaveAccessibleName('Large, size'))
    expect(view.address()).toBe(buildUrl('?limit=25&edit=3'))
    expect(getField('Name')).toHaveValue('Large')
    const edge = withinPanel().getByRole('link', { name: 'Next: None' })
    expect(edge).toHaveFocus()
    expect(edge).toHaveAttribute('aria-disabled', 'true')
    await user.click(withinPanel().getByRole('link', { name: 'Previous: Medium' }))
    await waitFor(() => expect(getPanel()).toHaveAccessibleName('Medium, size'))
  })

  test('closing moves the focus to the row of the last record shown', async () => {
    const { user } = await renderConsole('/sizes', { platform: createPlatformWithThreeSizes() })
    await user.click(screen.getByRole('link', { name: 'Small' }))
    await user.click(await screen.findByRole('link', { name: 'Next: Medium' }))
    await waitFor(() => expect(getPanel()).toHaveAccessibleName('Medium, size'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Medium' })).toHaveFocus())
  })

  test('continues onto the next page, which loads only on demand', async () => {
    const platform = createMemoryPlatform([buildSize(1, 'Small', 'S'), buildSize(9, 'Wide', 'W')])
    const pages = {
      '': { data: [buildSize(1, 'Small', 'S')], next: 'later', previous: null },
      later: {
        data: [9, 10].map((id) => buildSize(id, `No ${id}`, 'W')),
        next: null,
        previous: 'b',
      },
      b: {
        data: [buildSize(4, 'Four', 'F'), buildSize(1, 'Small', 'S')],
        next: 'later',
        previous: null,
      },
    }
    platform.replies.set('GET /sizes', ({ search }) => {
      const { data, ...page } = pages[(search?.get('after') ?? '') as keyof typeof pages]
      return { status: 200, body: { data, page: { ...page, total: 4, totalIsCapped: false } } }
    })
    const getListRequests = () =>
      platform.requests.flatMap(({ path, search }) =>
        path === '/sizes' ? [[search?.get('after'), search?.get('limit')]] : [],
      )
    const { user, ...view } = await openPanel('limit=25&edit=1', platform)
    const next = withinPanel().getByRole('link', { name: 'Next: on the next page' })
    expect(next).toHaveAttribute('href', '/sizes?limit=25&after=later&edit=first')
    platform.requests.length = 0
    platform.replies.set('GET /sizes/9', { status: 200, body: buildSize(9, 'No 9', 'W') })
    await user.click(next)
    await waitFor(() => expect(getPanel()).toHaveAccessibleName('No 9, size'))
    expect(view.address()).toBe('/sizes?limit=25&after=later&edit=9')
    expect(getListRequests()).toEqual([
      ['later', '1'],
      ['later', '25'],
    ])
    expect(withinPanel().getByRole('link', { name: 'Next: No 10' })).toHaveFocus()
    await user.click(withinPanel().getByRole('link', { name: 'Previous: on the previous page' }))
    await waitFor(() => expect(getPanel()).toHaveAccessibleName('Small, size'))
    expect(view.address()).toBe('/sizes?limit=25&after=b&edit=1')
  })

  test('opens no panel on a page that has become empty', async () => {
    const platform = createMemoryPlatform([])
    const { address: getAddress } = await renderConsole('/sizes?edit=last', { platform })
    await waitFor(() => expect(getAddress()).toBe('/sizes'))
  })

  test('a click outside closes it but asks first about unsaved changes', async () => {
    const { user, ...view } = await openPanel('edit=2', createPlatformWithThreeSizes())
    await user.type(getField('Name'), 'r')
    fireEvent.click(getPanel())
    await user.click(within(getLeaveDialog()).getByRole('button', { name: 'Stay' }))
    expect(view.address()).toBe(buildUrl('?edit=2'))
    await user.click(withinPanel().getByRole('button', { name: 'Discard' }))
    const backdrop = getPanel().querySelector('a[aria-hidden]')
    expect(backdrop).toHaveAttribute('href', '/sizes')
    fireEvent.click(getPanel())
    await waitFor(() => expect(view.address()).toBe('/sizes'))
  })

  test('closing moves the focus to the row of the record', async () => {
    const { user } = await openPanel('edit=2', createPlatformWithThreeSizes())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Medium' })).toHaveFocus())
  })

  test('saving moves the focus to the row of the new record', async () => {
    const { user } = await renderConsole('/sizes', { platform: createPlatformWithThreeSizes() })
    await user.keyboard('jn')
    await waitFor(() => expect(getField('Name')).toHaveFocus())
    await user.keyboard('Tall')
    await user.type(getField('Code'), 'T{Control>}s{/Control}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Tall' })).toHaveFocus())
  })

  test('deleting moves the focus to the next row, or to the heading if none is left', async () => {
    const platform = createPlatformWithThreeSizes()
    const { user } = await openPanel('delete=2', platform)
    await user.click(withinPanel().getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Large' })).toHaveFocus())
    cleanup()
    platform.sizes.splice(1)
    const { user: secondUser } = await openPanel('delete=1', platform)
    await secondUser.click(withinPanel().getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  test('Save and add another keeps the panel and starts at its first field', async () => {
    const { user, platform, ...view } = await openPanel('create', createPlatformWithThreeSizes())
    await user.type(getField('Name'), 'Tall')
    await user.type(getField('Code'), 'T')
    await user.click(withinPanel().getByRole('button', { name: 'Save and add another' }))
    await waitFor(() => expect(getField('Name')).toHaveValue(''))
    expect(view.address()).toBe(buildUrl('?create'))
    expect(withinPanel().queryByText(/^Unsaved/)).toBeNull()
    await waitFor(() => expect(getField('Name')).toHaveFocus())
    await user.type(getField('Name'), 'Taller')
    await user.type(getField('Code'), 'TT')
    await user.click(getSaveButton())
    await waitFor(() => expect(view.address()).toBe('/sizes'))
    expect(platform.sizes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Tall', 'Taller']),
    )
    expect(new Set(platform.writes().map((write) => write.idempotencyKey)).size).toBe(2)
  })

  test('Enter in a field saves and closes', async () => {
    const { user, ...view } = await openPanel('create', createPlatformWithThreeSizes())
    await user.type(getField('Code'), 'T')
    await user.type(getField('Name'), 'Tall{Enter}')
    await waitFor(() => expect(view.address()).toBe('/sizes'))
  })

  test("many fields are grouped under headings, and an edited record can't add another", async () => {
    await openPanel('edit=2', createPlatformWithThreeSizes())
    const groups = withinPanel()
      .getAllByRole('group')
      .map((group) => group.querySelector('legend'))
    expect(groups.map((legend) => legend?.textContent)).toEqual([
      'General',
      'Measurements',
      'Availability',
    ])
    expect(withinPanel().queryByRole('button', { name: 'Save and add another' })).toBeNull()
  })
})

describe('spec.md section 5: validation runs on blur and on change, not on input', () => {
  test('on blur', async () => {
    const { user } = await openPanel('create')
    await user.click(getField('Name'))
    expect(getField('Name')).toBeValid()
    await user.tab()
    expect(getField('Name')).toBeInvalid()
    expect(getField('Name')).toHaveAccessibleDescription('Name is a required field')
    expect(getField('Code')).toBeValid()
  })

  test('on change, not on input, stopping at the first failing rule', async () => {
    const { user } = await openPanel('create')
    await user.type(getField('Code'), 'FAR TOO LONG')
    expect(getField('Code')).toBeValid()
    fireEvent.change(getField('Code'))
    await waitFor(() => expect(getField('Code')).toBeInvalid())
    expect(getField('Code')).toHaveAccessibleDescription(/^Code must be at most 8 characters/)
    await user.clear(getField('Code'))
    await user.type(getField('Code'), 'XL')
    expect(getField('Code')).toBeInvalid()
    await user.tab()
    expect(getField('Code')).toBeValid()
  })

  test('choices and numbers are validated like texts', async () => {
    const { user } = await openPanel('create')
    await user.type(getField('Chest'), 'wide')
    await user.tab()
    expect(getField('Chest')).toHaveAccessibleDescription('Chest must be a number')
    expect(getField('Chest')).toHaveValue('wide')
  })

  test('an invalid form sends nothing, shows all errors, and focuses the first invalid field', async () => {
    const { user, platform } = await openPanel('create')
    await user.type(getField('Code'), 'XL')
    await user.click(getSaveButton())
    await waitFor(() => expect(getField('Name')).toHaveFocus())
    expect(getField('Name')).toHaveAccessibleDescription('Name is a required field')
    expect(platform.writes()).toEqual([])
  })
})

describe('The bar of unsaved changes', () => {
  test('lists changed fields until they have their saved values again', async () => {
    const { user } = await openPanel('edit=2')
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
    await user.type(getField('Position'), '0')
    await user.clear(getField('Name'))
    await user.tab()
    expect(getUnsavedNote()).toHaveTextContent('Unsaved: Name, Position')
    await user.type(getField('Name'), 'Large')
    await user.tab()
    expect(getUnsavedNote()).toHaveTextContent('Unsaved: Position')
    await user.clear(getField('Position'))
    await user.type(getField('Position'), '2')
    await user.tab()
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
  })

  test('lists a switch only while it differs from its saved value', async () => {
    const { user } = await openPanel('edit=2')
    await user.click(withinPanel().getByRole('switch', { name: 'Active' }))
    expect(getUnsavedNote()).toHaveTextContent('Unsaved: Active')
    await user.click(withinPanel().getByRole('switch', { name: 'Active' }))
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
  })

  test('says that there are no changes, unless a draft is offered', async () => {
    const { user } = await openPanel('edit=2')
    expect(withinPanel().getByRole('status')).toHaveTextContent('No unsaved changes')
    expect(getSaveButton()).toHaveAttribute('data-calm')
    await user.type(getField('Name'), 'r')
    expect(withinPanel().queryByText('No unsaved changes')).toBeNull()
    expect(getSaveButton()).not.toHaveAttribute('data-calm')
    cleanup()
    await openPanel('edit=2')
    await withinPanel().findByRole('button', { name: 'Restore' })
    expect(withinPanel().queryByText('No unsaved changes')).toBeNull()
  })

  test('says nothing for a new record', async () => {
    await openPanel('create')
    expect(withinPanel().queryByText('No unsaved changes')).toBeNull()
  })

  test('Discard restores the saved values', async () => {
    const { user } = await openPanel('edit=2')
    await user.clear(getField('Name'))
    await user.tab()
    expect(getField('Name')).toBeInvalid()
    await user.click(withinPanel().getByRole('button', { name: 'Discard' }))
    expect(getField('Name')).toHaveValue('Large')
    expect(getField('Name')).toBeValid()
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
    expect(getDrafts()).toEqual([])
  })

  test('Ctrl+S saves, including the value still being typed', async () => {
    const { user, platform } = await openPanel('edit=2')
    await user.clear(getField('Name'))
    await user.type(getField('Name'), 'Big')
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Saved')
    expect(platform.sizes[1]).toMatchObject({ name: 'Big' })
  })
})

describe('A rejected write keeps what was typed', () => {
  async function saveWithReply(reply: { status: number; body?: unknown }) {
    const platform = createPlatformWithTwoSizes()
    platform.replies.set('PATCH /sizes/2', reply)
    const view = await openPanel('edit=2', platform)
    await view.user.clear(getField('Code'))
    await view.user.type(getField('Code'), 'S')
    await view.user.click(getSaveButton())
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    await withinPanel().findByRole('button', { name: 'Save' })
    return view
  }

  test('a 422 shows the error at its field, which gets the focus', async () => {
    const { user } = await saveWithReply(
      buildError(422, 'invalid', { fields: { code: 'Code is already used in this Group' } }),
    )
    await waitFor(() => expect(getField('Code')).toBeInvalid())
    expect(getField('Code')).toHaveAccessibleDescription(/^Code is already used in this Group/)
    expect(getField('Code')).toHaveValue('S')
    await waitFor(() => expect(getField('Code')).toHaveFocus())
    expect(getSaveButton()).toBeEnabled()
    await user.type(getField('Code'), '1')
    await user.tab()
    expect(getField('Code')).toBeValid()
  })

  test('a duplicate value links to the other record until it changes', async () => {
    const { user } = await saveWithReply(
      buildError(422, 'invalid', {
        fields: { code: 'Code is already used in this Group' },
        existing: { code: { id: 1, label: 'Small' } },
      }),
    )
    const link = await withinPanel().findByRole('link', { name: 'Open Small' })
    expect(link).toHaveAttribute('href', '/sizes?edit=1')
    await user.type(getField('Code'), '1')
    await user.tab()
    expect(withinPanel().queryByRole('link', { name: 'Open Small' })).toBeNull()
  })

  test.each([
    [buildError(502, 'unreachable'), "The platform isn't responding. Try again in a moment."],
    [buildError(500, 'internal', { requestId: 'r-42' }), 'Request r-42'],
    [buildError(403, 'forbidden', { permission: 'Sizes' }), 'You need Sizes.'],
    [{ status: 403 }, "You don't have permission to do this."],
    [buildError(404, 'not_found'), "This size doesn't exist, or it was deleted."],
    [{ status: 405 }, "This platform doesn't support sizes."],
  ])('%j says what happened: %s', async (reply, sentence) => {
    await saveWithReply(reply)
    expect(await withinPanel().findByRole('alert')).toHaveTextContent(sentence)
    expect(getField('Code')).toHaveValue('S')
    expect(getUnsavedNote()).toHaveTextContent('Unsaved: Code')
    expect(getSaveButton()).toBeEnabled()
  })

  test('a 409 says who changed the record, and saving again overwrites it with their version', async () => {
    const current = buildSize(2, 'Large', 'LL', { version: 5 })
    const { user, platform } = await saveWithReply(buildError(409, 'conflict', { current }))
    const alert = await withinPanel().findByRole('alert')
    expect(alert).toHaveTextContent(
      'other@example.com changed this record on 03/09/2025 04:05 PM, after you opened it.',
    )
    expect(alert.querySelector('time')).toHaveAttribute('datetime', current.updatedAt)
    expect(getField('Code')).toHaveValue('S')
    platform.replies.clear()
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 5])
    expect(platform.writes()[1]?.body).toEqual({ code: 'S' })
    expect(platform.sizes[1]).toMatchObject({ code: 'S' })
  })

  test('a field changed by both shows both values, and theirs can be used', async () => {
    const current = buildSize(2, 'Large', 'LL', { version: 5 })
    const { user, platform } = await saveWithReply(buildError(409, 'conflict', { current }))
    const conflict = within(await withinPanel().findByRole('alert'))
    expect(conflict.getByText('Your code').nextSibling).toHaveTextContent('S')
    expect(conflict.getByText('Their code').nextSibling).toHaveTextContent('LL')
    await user.tab()
    expect(conflict.getByRole('button', { name: 'Use theirs for code' })).toHaveFocus()
    await user.click(conflict.getByRole('button', { name: 'Use theirs for code' }))
    expect(getField('Code')).toHaveValue('LL')
    expect(screen.queryByText('Their code')).toBeNull()
    const alert = withinPanel().getByRole('alert')
    expect(alert).toHaveTextContent("The form now shows their values, so there's nothing left")
    expect(alert).not.toHaveTextContent('Save again to keep your changes')
    platform.replies.clear()
    await user.type(getField('Name'), 'r')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(platform.writes()[1]).toMatchObject({ ifMatch: 5, body: { name: 'Larger' } })
  })

  test('changes of different fields are merged without asking', async () => {
    const current = buildSize(2, 'Larger', 'L', { version: 5 })
    const platform = createPlatformWithTwoSizes()
    const replies = [buildError(409, 'conflict', { current })]
    platform.replies.set('PATCH /sizes/2', () => {
      const reply = replies.shift()
      if (!reply) platform.replies.clear()
      return Promise.resolve(reply ?? { status: 200, body: current })
    })
    const { user } = await openPanel('edit=2', platform)
    await user.clear(getField('Code'))
    await user.type(getField('Code'), 'S')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(platform.writes().map(({ ifMatch, body }) => ({ ifMatch, body }))).toEqual([
      { ifMatch: 1, body: { code: 'S' } },
      { ifMatch: 5, body: { code: 'S' } },
    ])
  })

  test('reloading the list updates an open form, which then saves on the loaded version', async () => {
    const { user, platform, address } = await openPanel('edit=2')
    platform.replies.set('GET /sizes/2', {
      status: 200,
      body: buildSize(2, 'Theirs', 'T', { version: 7 }),
    })
    await user.click(screen.getByRole('link', { name: 'Code' }))
    await waitFor(() => expect(address()).toBe('/sizes?sort=code&edit=2'))
    await waitFor(() => expect(getField('Name')).toHaveValue('Theirs'))
    await user.type(getField('Name'), 'r')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(platform.writes()).toMatchObject([{ ifMatch: 7, body: { name: 'Theirsr' } }])
  })

  test('after a 409, Discard shows their values', async () => {
    const current = buildSize(2, 'Large', 'LL', { version: 5 })
    const { user } = await saveWithReply(buildError(409, 'conflict', { current }))
    await withinPanel().findByRole('alert')
    await user.click(withinPanel().getByRole('button', { name: 'Discard' }))
    expect(getField('Code')).toHaveValue('LL')
  })
})

test('while saving, the button is disabled and shows "Processing", and a second submit does nothing', async () => {
  const platform = createPlatformWithTwoSizes()
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
  platform.replies.set('PATCH /sizes/2', () => promise)
  const { user } = await openPanel('edit=2', platform)
  await user.type(getField('Name'), 'r{Enter}')
  expect(await withinPanel().findByRole('button', { name: 'Processing' })).toBeDisabled()
  fireEvent.submit(getField('Name').form ?? getPanel())
  resolve({ status: 200, body: buildSize(2, 'Larger', 'L') })
  await screen.findByText('Saved')
  expect(platform.writes()).toHaveLength(1)
})

describe('Unsaved changes are guarded', () => {
  async function typeName() {
    const view = await openPanel('edit=2')
    await view.user.type(getField('Name'), 'r')
    await view.user.tab()
    return view
  }

  test('in-app navigation asks, and staying keeps what was typed', async () => {
    const { user, address } = await typeName()
    await user.click(screen.getByRole('link', { name: 'Stickers' }))
    await user.click(within(getLeaveDialog()).getByRole('button', { name: 'Stay' }))
    expect(screen.getAllByRole('dialog')).toEqual([getPanel()])
    expect(address()).toBe('/sizes?edit=2')
    expect(getField('Name')).toHaveValue('Larger')
  })

  test('in-app navigation asks, and leaving discards the changes and their draft', async () => {
    const { user, address } = await typeName()
    await user.click(screen.getByRole('link', { name: 'Stickers' }))
    await user.click(within(getLeaveDialog()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
    expect(getDrafts()).toEqual([])
  })

  test('Escape does nothing while saving, and the reply decides whether the panel closes', async () => {
    const platform = createPlatformWithTwoSizes()
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof buildError>>()
    platform.replies.set('PATCH /sizes/2', () => promise)
    const { user, address } = await openPanel('edit=2', platform)
    await user.type(getField('Name'), 'r')
    await user.click(getSaveButton())
    await user.keyboard('{Escape}')
    expect(address()).toBe('/sizes?edit=2')
    resolve(buildError(502, 'unreachable'))
    expect(await withinPanel().findByRole('alert')).toBeVisible()
    expect(getField('Name')).toHaveValue('Larger')
  })

  test('Escape asks before closing the panel, and Escape again stays', async () => {
    const { user, address } = await typeName()
    await user.click(getField('Code'))
    await user.keyboard('{Escape}')
    expect(getLeaveDialog()).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('dialog')).toEqual([getPanel()])
    expect(address()).toBe('/sizes?edit=2')
  })

  test('closing the tab asks', async () => {
    const isClosingPrevented = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const { user } = await typeName()
    expect(isClosingPrevented()).toBe(true)
    await user.click(withinPanel().getByRole('button', { name: 'Discard' }))
    expect(isClosingPrevented()).toBe(false)
  })

  test('signing out asks first and proceeds only once confirmed', async () => {
    const { user, platform, reload } = await typeName()
    platform.replies.set('POST /auth/logout', { status: 204 })
    await user.click(screen.getByLabelText(/User menu$/))
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await user.click(within(getLeaveDialog()).getByRole('button', { name: 'Stay' }))
    expect(platform.writes()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await user.click(within(getLeaveDialog()).getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(platform.writes().map(({ path }) => path)).toEqual(['/auth/logout'])
  })

  test("an untouched form doesn't block navigation", async () => {
    const { user, address } = await openPanel('edit=2')
    await user.click(screen.getByRole('link', { name: 'Stickers' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
  })
})

describe("Unsaved changes are saved as a draft in the tab's session storage", () => {
  const getDraftOffer = () =>
    withinPanel().queryByText('You have unsaved changes from an earlier visit.')

  /** Types into a form whose session then expires, which reloads the page. */
  async function leaveDraft(platform = createPlatformWithTwoSizes()) {
    const { user, actors } = await openPanel('edit=2', platform)
    await user.type(getField('Name'), 'r')
    await user.tab()
    act(() => actors.session.send({ type: 'session.expired' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    cleanup()
  }

  test('a draft has only the changed fields, for this operator and record', async () => {
    await leaveDraft()
    expect(getDrafts()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('Restore puts a draft into the form', async () => {
    await leaveDraft()
    const { user } = await openPanel('edit=2')
    expect(getField('Name')).toHaveValue('Large')
    await user.click(await withinPanel().findByRole('button', { name: 'Restore' }))
    expect(getField('Name')).toHaveValue('Larger')
    expect(getUnsavedNote()).toHaveTextContent('Unsaved: Name')
    expect(getDraftOffer()).not.toBeInTheDocument()
    expect(getDrafts()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('a draft is merged with what is typed while it is offered', async () => {
    await leaveDraft()
    const { user } = await openPanel('edit=2')
    await user.type(getField('Code'), '1')
    expect(getDraftOffer()).toBeVisible()
    expect(getDrafts()).toEqual([['draft.7.sizes.2', '{"name":"Larger","code":"L1"}']])
    await user.clear(getField('Code'))
    await user.type(getField('Code'), 'L')
    expect(getDrafts()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('a draft is saved on each keystroke', async () => {
    const { user } = await openPanel('edit=2')
    await user.type(getField('Name'), 'r')
    expect(getField('Name')).toHaveFocus()
    expect(getUnsavedNote()).toHaveTextContent('Unsaved: Name')
    expect(getDrafts()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('Discard removes a draft', async () => {
    await leaveDraft()
    const { user } = await openPanel('edit=2')
    await user.click(await withinPanel().findByRole('button', { name: 'Discard' }))
    expect(getField('Name')).toHaveValue('Large')
    expect(getDraftOffer()).not.toBeInTheDocument()
    expect(getDrafts()).toEqual([])
  })

  test("a draft isn't offered on another record", async () => {
    await leaveDraft()
    await openPanel('edit=1')
    expect(getDraftOffer()).not.toBeInTheDocument()
  })

  test('saving removes a draft', async () => {
    const { user } = await openPanel('edit=2')
    await user.type(getField('Name'), 'r')
    await user.tab()
    expect(getDrafts()).toHaveLength(1)
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(getDrafts()).toEqual([])
  })

  test('a save without changes keeps a draft', async () => {
    await leaveDraft()
    const { user, platform } = await openPanel('edit=2')
    await withinPanel().findByRole('button', { name: 'Restore' })
    await user.click(getSaveButton())
    expect(await screen.findByText(/^Nothing changed in/)).toHaveTextContent(
      'Nothing changed in Large',
    )
    expect(platform.writes()).toEqual([])
    expect(getDrafts()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('a session that expires during a save keeps a draft', async () => {
    const platform = createPlatformWithTwoSizes()
    platform.replies.set('PATCH /sizes/2', { status: 401 })
    const { user, reload } = await openPanel('edit=2', platform)
    await user.type(getField('Name'), 'r')
    await user.click(getSaveButton())
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(getDrafts()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })
})
