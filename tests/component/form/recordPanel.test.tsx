import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const platformOfTwo = () =>
  memoryPlatform([sizeRecord(1, 'Small', 'S'), sizeRecord(2, 'Large', 'L', { chest: 112.5 })])

async function openPanel(search: string, platform: MemoryPlatform = platformOfTwo()) {
  const shown = await renderConsole(`/sizes?${search}`, { platform })
  await screen.findByRole('dialog')
  return shown
}

const panel = () => screen.getByRole('dialog', { name: /size|Delete|went wrong/ })
const inPanel = () => within(panel())
const field = (label: string | RegExp) => inPanel().getByLabelText<HTMLInputElement>(label)
const save = () => inPanel().getByRole('button', { name: 'Save' })
const status = () => inPanel().getByText(/^Unsaved:/)
const leaving = () => screen.getByRole('dialog', { name: 'Leave without saving your changes?' })
/** The drafts of this tab; what was visited stands beside them. */
const kept = () => Object.entries(sessionStorage).filter(([name]) => name !== 'visited')

/** What the server answers to a write that it refuses. */
const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { status, code, title: 'No', ...more },
})

describe('screens.md, "Every form": create and edit open in a panel, addressed by the URL', () => {
  test('a new record starts with what its fields say', async () => {
    await openPanel('create')
    expect(panel()).toHaveAccessibleName('New size')
    expect(field('Name')).toHaveValue('')
    expect(field('Group')).toHaveValue('adult')
    expect(inPanel().getByRole('switch', { name: 'Active' })).toBeChecked()
  })

  test('a record shows what is saved', async () => {
    await openPanel('edit=2')
    expect(panel()).toHaveAccessibleName('Large, size')
    expect(field('Name')).toHaveValue('Large')
    expect(field('Chest')).toHaveValue('112.5')
  })

  test('the code of a new record follows its name until somebody writes another one', async () => {
    const { user } = await openPanel('create')
    await user.type(field('Name'), 'Tall')
    expect(field('Code')).toHaveValue('tall')
    await user.type(field('Name'), ' one')
    expect(field('Code')).toHaveValue('tall-one')
    await user.clear(field('Code'))
    await user.type(field('Code'), 'T1')
    await user.type(field('Name'), '!')
    expect(field('Code')).toHaveValue('T1')
    // An empty code follows again.
    await user.clear(field('Code'))
    await user.type(field('Name'), 'Z')
    expect(field('Code')).toHaveValue('tall-one')
  })

  test('the code of a saved record stays when its name changes', async () => {
    const { user } = await openPanel('edit=1')
    await user.clear(field('Name'))
    await user.type(field('Name'), 's')
    expect(field('Code')).toHaveValue('S')
  })

  test('a code that is left empty is for the platform to make', async () => {
    const { user, platform } = await openPanel('create')
    await user.type(field('Name'), 'Tall')
    await user.clear(field('Code'))
    await user.click(save())
    await screen.findByText('Created', { selector: 'p' })
    expect(platform.writes()[0]?.body).toMatchObject({ name: 'Tall', code: null })
  })

  test('a record that does not exist is said to be gone, and the list stands', async () => {
    await openPanel('edit=99')
    expect(inPanel().getByRole('alert')).toHaveTextContent(
      "This size doesn't exist, or it was deleted.",
    )
    expect(screen.getByRole('link', { name: 'Small' })).toBeVisible()
  })

  test('a record that may not be read names the permission', async () => {
    const platform = platformOfTwo()
    platform.replies.set('GET /sizes/2', refusal(403, 'forbidden', { permission: 'Sizes' }))
    await openPanel('edit=2', platform)
    expect(inPanel().getByRole('alert')).toHaveTextContent('You need Sizes.')
  })

  test('creates what was typed, closes, and says so', async () => {
    const { user, platform, address } = await openPanel('create')
    await user.type(field('Name'), ' Extra large ')
    await user.clear(field('Code'))
    await user.type(field('Code'), 'XL')
    await user.selectOptions(field('Group'), 'youth')
    await user.type(field('Waist'), '98.25')
    await user.click(inPanel().getByRole('switch', { name: 'Active' }))
    await user.click(save())
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

  test('saves a change with the version it is based on, and goes back to the same view', async () => {
    const { user, platform, address } = await openPanel('search=l&limit=25&edit=2')
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Big l')
    await user.click(save())
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
  const address = (search: string) => `/sizes${search}`
  const three = () =>
    memoryPlatform([
      sizeRecord(1, 'Small', 'S'),
      sizeRecord(2, 'Medium', 'M'),
      sizeRecord(3, 'Large', 'L'),
    ])

  test('leads to the previous and the next record of the list, and keeps the focus there', async () => {
    const { user, ...shown } = await openPanel('limit=25&edit=2', three())
    await waitFor(() => expect(panel()).toHaveAccessibleName('Medium, size'))
    await user.click(inPanel().getByRole('link', { name: 'Next: Large' }))
    await waitFor(() => expect(panel()).toHaveAccessibleName('Large, size'))
    expect(shown.address()).toBe(address('?limit=25&edit=3'))
    expect(field('Name')).toHaveValue('Large')
    const edge = inPanel().getByRole('link', { name: 'Next: None' })
    expect(edge).toHaveFocus()
    expect(edge).toHaveAttribute('aria-disabled', 'true')
    await user.click(inPanel().getByRole('link', { name: 'Previous: Medium' }))
    await waitFor(() => expect(panel()).toHaveAccessibleName('Medium, size'))
  })

  test('closed after going on, the focus is on the row of the record that was shown last', async () => {
    const { user } = await renderConsole('/sizes', { platform: three() })
    await user.click(screen.getByRole('link', { name: 'Small' }))
    await user.click(await screen.findByRole('link', { name: 'Next: Medium' }))
    await waitFor(() => expect(panel()).toHaveAccessibleName('Medium, size'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Medium' })).toHaveFocus())
  })

  test('goes on over the edge of the page, which is read when one goes there', async () => {
    const platform = memoryPlatform([sizeRecord(1, 'Small', 'S'), sizeRecord(9, 'Wide', 'W')])
    const pages = {
      '': { data: [sizeRecord(1, 'Small', 'S')], next: 'later', previous: null },
      later: {
        data: [9, 10].map((id) => sizeRecord(id, `No ${id}`, 'W')),
        next: null,
        previous: 'b',
      },
      b: {
        data: [sizeRecord(4, 'Four', 'F'), sizeRecord(1, 'Small', 'S')],
        next: 'later',
        previous: null,
      },
    }
    platform.replies.set('GET /sizes', ({ search }) => {
      const { data, ...page } = pages[(search?.get('after') ?? '') as keyof typeof pages]
      return { status: 200, body: { data, page: { ...page, total: 4, totalIsCapped: false } } }
    })
    const lists = () =>
      platform.requests.flatMap(({ path, search }) =>
        path === '/sizes' ? [[search?.get('after'), search?.get('limit')]] : [],
      )
    const { user, ...shown } = await openPanel('limit=25&edit=1', platform)
    const next = inPanel().getByRole('link', { name: 'Next: on the next page' })
    expect(next).toHaveAttribute('href', '/sizes?limit=25&after=later&edit=first')
    platform.requests.length = 0
    platform.replies.set('GET /sizes/9', { status: 200, body: sizeRecord(9, 'No 9', 'W') })
    await user.click(next)
    await waitFor(() => expect(panel()).toHaveAccessibleName('No 9, size'))
    expect(shown.address()).toBe('/sizes?limit=25&after=later&edit=9')
    expect(lists()).toEqual([
      ['later', '1'],
      ['later', '25'],
    ])
    expect(inPanel().getByRole('link', { name: 'Next: No 10' })).toHaveFocus()
    await user.click(inPanel().getByRole('link', { name: 'Previous: on the previous page' }))
    await waitFor(() => expect(panel()).toHaveAccessibleName('Small, size'))
    expect(shown.address()).toBe('/sizes?limit=25&after=b&edit=1')
  })

  test('on a page that has become empty no panel opens', async () => {
    const platform = memoryPlatform([])
    const { address: at } = await renderConsole('/sizes?edit=last', { platform })
    await waitFor(() => expect(at()).toBe('/sizes'))
  })

  test('a click beside it closes it, and asks first where work is unsaved', async () => {
    const { user, ...shown } = await openPanel('edit=2', three())
    await user.type(field('Name'), 'r')
    fireEvent.click(panel())
    await user.click(within(leaving()).getByRole('button', { name: 'Stay' }))
    expect(shown.address()).toBe(address('?edit=2'))
    await user.click(inPanel().getByRole('button', { name: 'Discard' }))
    const dim = panel().querySelector('a[aria-hidden]')
    expect(dim).toHaveAttribute('href', '/sizes')
    fireEvent.click(panel())
    await waitFor(() => expect(shown.address()).toBe('/sizes'))
  })

  test('closed, the focus is on the row of its record, never on nothing', async () => {
    const { user } = await openPanel('edit=2', three())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Medium' })).toHaveFocus())
  })

  test('saved, the focus is on the row of what was saved or made, wherever it was before', async () => {
    const { user } = await renderConsole('/sizes', { platform: three() })
    await user.keyboard('jn')
    await waitFor(() => expect(field('Name')).toHaveFocus())
    await user.keyboard('Tall')
    await user.type(field('Code'), 'T{Control>}s{/Control}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Tall' })).toHaveFocus())
  })

  test('a record that was deleted leaves the focus to the row after it, the only one to the heading', async () => {
    const platform = three()
    const { user } = await openPanel('delete=2', platform)
    await user.click(inPanel().getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Large' })).toHaveFocus())
    cleanup()
    platform.sizes.splice(1)
    const { user: alone } = await openPanel('delete=1', platform)
    await alone.click(inPanel().getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  test('Save and add another keeps the panel, which begins anew at its first field', async () => {
    const { user, platform, ...shown } = await openPanel('create', three())
    await user.type(field('Name'), 'Tall')
    await user.type(field('Code'), 'T')
    await user.click(inPanel().getByRole('button', { name: 'Save and add another' }))
    await waitFor(() => expect(field('Name')).toHaveValue(''))
    expect(shown.address()).toBe(address('?create'))
    expect(inPanel().queryByText(/^Unsaved/)).toBeNull()
    await waitFor(() => expect(field('Name')).toHaveFocus())
    await user.type(field('Name'), 'Taller')
    await user.type(field('Code'), 'TT')
    await user.click(save())
    await waitFor(() => expect(shown.address()).toBe('/sizes'))
    expect(platform.sizes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Tall', 'Taller']),
    )
    expect(new Set(platform.writes().map((write) => write.idempotencyKey)).size).toBe(2)
  })

  test('Enter in a field saves and closes: adding another is a choice of its own', async () => {
    const { user, ...shown } = await openPanel('create', three())
    await user.type(field('Code'), 'T')
    await user.type(field('Name'), 'Tall{Enter}')
    await waitFor(() => expect(shown.address()).toBe('/sizes'))
  })

  test('eight fields and more stand under headings, an edited record offers no other', async () => {
    await openPanel('edit=2', three())
    const groups = inPanel()
      .getAllByRole('group')
      .map((group) => group.querySelector('legend'))
    expect(groups.map((legend) => legend?.textContent)).toEqual([
      'General',
      'Measurements',
      'Availability',
    ])
    expect(inPanel().queryByRole('button', { name: 'Save and add another' })).toBeNull()
  })
})

describe('spec.md section 5: validation runs on blur and on change, not on input', () => {
  test('on blur', async () => {
    const { user } = await openPanel('create')
    await user.click(field('Name'))
    expect(field('Name')).toBeValid()
    await user.tab()
    expect(field('Name')).toBeInvalid()
    expect(field('Name')).toHaveAccessibleDescription('Name is a required field')
    expect(field('Code')).toBeValid()
  })

  test('on change and not on input, stopping at the first failing rule', async () => {
    const { user } = await openPanel('create')
    await user.type(field('Code'), 'FAR TOO LONG')
    expect(field('Code')).toBeValid()
    fireEvent.change(field('Code'))
    await waitFor(() => expect(field('Code')).toBeInvalid())
    expect(field('Code')).toHaveAccessibleDescription(/^Code must be at most 8 characters/)
    await user.clear(field('Code'))
    await user.type(field('Code'), 'XL')
    expect(field('Code')).toBeInvalid()
    await user.tab()
    expect(field('Code')).toBeValid()
  })

  test('a choice and a number are checked like a text', async () => {
    const { user } = await openPanel('create')
    await user.type(field('Chest'), 'wide')
    await user.tab()
    expect(field('Chest')).toHaveAccessibleDescription('Chest must be a number')
    expect(field('Chest')).toHaveValue('wide')
  })

  test('a refused submit sends nothing, says all, and puts the focus on the first bad field', async () => {
    const { user, platform } = await openPanel('create')
    await user.type(field('Code'), 'XL')
    await user.click(save())
    await waitFor(() => expect(field('Name')).toHaveFocus())
    expect(field('Name')).toHaveAccessibleDescription('Name is a required field')
    expect(platform.writes()).toEqual([])
  })
})

describe('a bar says what would be saved', () => {
  test('and no longer does when it is as it was', async () => {
    const { user } = await openPanel('edit=2')
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
    await user.type(field('Position'), '0')
    await user.clear(field('Name'))
    await user.tab()
    expect(status()).toHaveTextContent('Unsaved: Name, Position')
    await user.type(field('Name'), 'Large')
    await user.tab()
    expect(status()).toHaveTextContent('Unsaved: Position')
    await user.clear(field('Position'))
    await user.type(field('Position'), '2')
    await user.tab()
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
  })

  test('a switch that was turned counts, and turned back does not', async () => {
    const { user } = await openPanel('edit=2')
    await user.click(inPanel().getByRole('switch', { name: 'Active' }))
    expect(status()).toHaveTextContent('Unsaved: Active')
    await user.click(inPanel().getByRole('switch', { name: 'Active' }))
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
  })

  test('says so where nothing is, unless unsaved work is on offer', async () => {
    const { user } = await openPanel('edit=2')
    expect(inPanel().getByRole('status')).toHaveTextContent('No unsaved changes')
    expect(save()).toHaveAttribute('data-calm')
    await user.type(field('Name'), 'r')
    expect(inPanel().queryByText('No unsaved changes')).toBeNull()
    expect(save()).not.toHaveAttribute('data-calm')
    cleanup()
    await openPanel('edit=2')
    await inPanel().findByRole('button', { name: 'Restore' })
    expect(inPanel().queryByText('No unsaved changes')).toBeNull()
  })

  test('nothing is said of a new record that has only begun', async () => {
    await openPanel('create')
    expect(inPanel().queryByText('No unsaved changes')).toBeNull()
  })

  test('Discard gives back what is saved', async () => {
    const { user } = await openPanel('edit=2')
    await user.clear(field('Name'))
    await user.tab()
    expect(field('Name')).toBeInvalid()
    await user.click(inPanel().getByRole('button', { name: 'Discard' }))
    expect(field('Name')).toHaveValue('Large')
    expect(field('Name')).toBeValid()
    expect(screen.queryByText(/^Unsaved:/)).not.toBeInTheDocument()
    expect(kept()).toEqual([])
  })

  test('Ctrl+S saves, the value still being typed included', async () => {
    const { user, platform } = await openPanel('edit=2')
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Big')
    await user.keyboard('{Control>}s{/Control}')
    await screen.findByText('Saved')
    expect(platform.sizes[1]).toMatchObject({ name: 'Big' })
  })
})

describe('a write that the platform refuses keeps all that was typed', () => {
  async function saveAgainst(reply: { status: number; body?: unknown }) {
    const platform = platformOfTwo()
    platform.replies.set('PATCH /sizes/2', reply)
    const shown = await openPanel('edit=2', platform)
    await shown.user.clear(field('Code'))
    await shown.user.type(field('Code'), 'S')
    await shown.user.click(save())
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    await inPanel().findByRole('button', { name: 'Save' })
    return shown
  }

  test('a 422 is said under its field, which takes the focus', async () => {
    const { user } = await saveAgainst(
      refusal(422, 'invalid', { fields: { code: 'Code is already used in this Group' } }),
    )
    await waitFor(() => expect(field('Code')).toBeInvalid())
    expect(field('Code')).toHaveAccessibleDescription(/^Code is already used in this Group/)
    expect(field('Code')).toHaveValue('S')
    await waitFor(() => expect(field('Code')).toHaveFocus())
    expect(save()).toBeEnabled()
    await user.type(field('Code'), '1')
    await user.tab()
    expect(field('Code')).toBeValid()
  })

  test('a value that another record has leads to that record until it is changed', async () => {
    const { user } = await saveAgainst(
      refusal(422, 'invalid', {
        fields: { code: 'Code is already used in this Group' },
        existing: { code: { id: 1, label: 'Small' } },
      }),
    )
    const link = await inPanel().findByRole('link', { name: 'Open Small' })
    expect(link).toHaveAttribute('href', '/sizes?edit=1')
    await user.type(field('Code'), '1')
    await user.tab()
    expect(inPanel().queryByRole('link', { name: 'Open Small' })).toBeNull()
  })

  test.each([
    [refusal(502, 'unreachable'), "The platform isn't responding. Try again in a moment."],
    [refusal(500, 'internal', { requestId: 'r-42' }), 'Request r-42'],
    [refusal(403, 'forbidden', { permission: 'Sizes' }), 'You need Sizes.'],
    [{ status: 403 }, "You don't have permission to do this."],
    [refusal(404, 'not_found'), "This size doesn't exist, or it was deleted."],
    [{ status: 405 }, "This platform doesn't support sizes."],
  ])('%j says what happened: %s', async (reply, sentence) => {
    await saveAgainst(reply)
    expect(await inPanel().findByRole('alert')).toHaveTextContent(sentence)
    expect(field('Code')).toHaveValue('S')
    expect(status()).toHaveTextContent('Unsaved: Code')
    expect(save()).toBeEnabled()
  })

  test('a 409 tells who changed it; saving again overwrites theirs, on their version', async () => {
    const current = sizeRecord(2, 'Large', 'LL', { version: 5 })
    const { user, platform } = await saveAgainst(refusal(409, 'conflict', { current }))
    const told = await inPanel().findByRole('alert')
    expect(told).toHaveTextContent(
      'other@example.com changed this record on 03/09/2025 04:05 PM, after you opened it.',
    )
    expect(told.querySelector('time')).toHaveAttribute('datetime', current.updatedAt)
    expect(field('Code')).toHaveValue('S')
    platform.replies.clear()
    await user.click(save())
    await screen.findByText('Saved')
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 5])
    expect(platform.writes()[1]?.body).toEqual({ code: 'S' })
    expect(platform.sizes[1]).toMatchObject({ code: 'S' })
  })

  test('a field that both changed shows yours beside theirs, and theirs can be taken', async () => {
    const current = sizeRecord(2, 'Large', 'LL', { version: 5 })
    const { user, platform } = await saveAgainst(refusal(409, 'conflict', { current }))
    const told = within(await inPanel().findByRole('alert'))
    expect(told.getByText('Your code').nextSibling).toHaveTextContent('S')
    expect(told.getByText('Their code').nextSibling).toHaveTextContent('LL')
    await user.tab()
    expect(told.getByRole('button', { name: 'Use theirs for code' })).toHaveFocus()
    await user.click(told.getByRole('button', { name: 'Use theirs for code' }))
    expect(field('Code')).toHaveValue('LL')
    expect(screen.queryByText('Their code')).toBeNull()
    const alert = inPanel().getByRole('alert')
    expect(alert).toHaveTextContent("The form now shows their values, so there's nothing left")
    expect(alert).not.toHaveTextContent('Save again to keep your changes')
    platform.replies.clear()
    await user.type(field('Name'), 'r')
    await user.click(save())
    await screen.findByText('Saved')
    expect(platform.writes()[1]).toMatchObject({ ifMatch: 5, body: { name: 'Larger' } })
  })

  test('what does not collide is merged without a question', async () => {
    const current = sizeRecord(2, 'Larger', 'L', { version: 5 })
    const platform = platformOfTwo()
    const replies = [refusal(409, 'conflict', { current })]
    platform.replies.set('PATCH /sizes/2', () => {
      const reply = replies.shift()
      if (!reply) platform.replies.clear()
      return Promise.resolve(reply ?? { status: 200, body: current })
    })
    const { user } = await openPanel('edit=2', platform)
    await user.clear(field('Code'))
    await user.type(field('Code'), 'S')
    await user.click(save())
    await screen.findByText('Saved')
    expect(platform.writes().map(({ ifMatch, body }) => ({ ifMatch, body }))).toEqual([
      { ifMatch: 1, body: { code: 'S' } },
      { ifMatch: 5, body: { code: 'S' } },
    ])
  })

  test('a list read again under an open form shows what was read, and is saved on that version', async () => {
    const { user, platform, address } = await openPanel('edit=2')
    platform.replies.set('GET /sizes/2', {
      status: 200,
      body: sizeRecord(2, 'Theirs', 'T', { version: 7 }),
    })
    await user.click(screen.getByRole('link', { name: 'Code' }))
    await waitFor(() => expect(address()).toBe('/sizes?sort=code&edit=2'))
    await waitFor(() => expect(field('Name')).toHaveValue('Theirs'))
    await user.type(field('Name'), 'r')
    await user.click(save())
    await screen.findByText('Saved')
    expect(platform.writes()).toMatchObject([{ ifMatch: 7, body: { name: 'Theirsr' } }])
  })

  test('after a 409, Discard takes theirs', async () => {
    const current = sizeRecord(2, 'Large', 'LL', { version: 5 })
    const { user } = await saveAgainst(refusal(409, 'conflict', { current }))
    await inPanel().findByRole('alert')
    await user.click(inPanel().getByRole('button', { name: 'Discard' }))
    expect(field('Code')).toHaveValue('LL')
  })
})

test('while it saves, the button is disabled and shows "Processing", and a second submit does nothing', async () => {
  const platform = platformOfTwo()
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
  platform.replies.set('PATCH /sizes/2', () => promise)
  const { user } = await openPanel('edit=2', platform)
  await user.type(field('Name'), 'r{Enter}')
  expect(await inPanel().findByRole('button', { name: 'Processing' })).toBeDisabled()
  fireEvent.submit(field('Name').form ?? panel())
  resolve({ status: 200, body: sizeRecord(2, 'Larger', 'L') })
  await screen.findByText('Saved')
  expect(platform.writes()).toHaveLength(1)
})

describe('unsaved work is guarded', () => {
  async function typeName() {
    const shown = await openPanel('edit=2')
    await shown.user.type(field('Name'), 'r')
    await shown.user.tab()
    return shown
  }

  test('on in-app navigation: staying keeps what was typed', async () => {
    const { user, address } = await typeName()
    await user.click(screen.getByRole('link', { name: 'Stickers' }))
    await user.click(within(leaving()).getByRole('button', { name: 'Stay' }))
    expect(screen.getAllByRole('dialog')).toEqual([panel()])
    expect(address()).toBe('/sizes?edit=2')
    expect(field('Name')).toHaveValue('Larger')
  })

  test('on in-app navigation: leaving loses it, the draft included', async () => {
    const { user, address } = await typeName()
    await user.click(screen.getByRole('link', { name: 'Stickers' }))
    await user.click(within(leaving()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
    expect(kept()).toEqual([])
  })

  test('while it is being saved Escape does nothing: the answer closes the panel', async () => {
    const platform = platformOfTwo()
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refusal>>()
    platform.replies.set('PATCH /sizes/2', () => promise)
    const { user, address } = await openPanel('edit=2', platform)
    await user.type(field('Name'), 'r')
    await user.click(save())
    await user.keyboard('{Escape}')
    expect(address()).toBe('/sizes?edit=2')
    resolve(refusal(502, 'unreachable'))
    expect(await inPanel().findByRole('alert')).toBeVisible()
    expect(field('Name')).toHaveValue('Larger')
  })

  test('when the panel is closed by Escape; Escape once more stays', async () => {
    const { user, address } = await typeName()
    await user.click(field('Code'))
    await user.keyboard('{Escape}')
    expect(leaving()).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('dialog')).toEqual([panel()])
    expect(address()).toBe('/sizes?edit=2')
  })

  test('when the tab is closed', async () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const { user } = await typeName()
    expect(leave()).toBe(true)
    await user.click(inPanel().getByRole('button', { name: 'Discard' }))
    expect(leave()).toBe(false)
  })

  test('on sign-out: it asks, and signs out only when told again', async () => {
    const { user, platform, reload } = await typeName()
    platform.replies.set('POST /auth/logout', { status: 204 })
    await user.click(screen.getByLabelText(/User menu$/))
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await user.click(within(leaving()).getByRole('button', { name: 'Stay' }))
    expect(platform.writes()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await user.click(within(leaving()).getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(platform.writes().map(({ path }) => path)).toEqual(['/auth/logout'])
  })

  test('an untouched form lets everything pass', async () => {
    const { user, address } = await openPanel('edit=2')
    await user.click(screen.getByRole('link', { name: 'Stickers' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
  })
})

describe("unsaved work is kept as a draft in the tab's session storage", () => {
  const draft = () => inPanel().queryByText('You have unsaved changes from an earlier visit.')

  /** Types into a form whose session then ends, which reloads the page. */
  async function leaveDraft(platform = platformOfTwo()) {
    const { user, actors } = await openPanel('edit=2', platform)
    await user.type(field('Name'), 'r')
    await user.tab()
    act(() => actors.session.send({ type: 'session.expired' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    cleanup()
  }

  test('only what was changed, for this operator and record', async () => {
    await leaveDraft()
    expect(kept()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('and offered back: restoring brings it into the form', async () => {
    await leaveDraft()
    const { user } = await openPanel('edit=2')
    expect(field('Name')).toHaveValue('Large')
    await user.click(await inPanel().findByRole('button', { name: 'Restore' }))
    expect(field('Name')).toHaveValue('Larger')
    expect(status()).toHaveTextContent('Unsaved: Name')
    expect(draft()).not.toBeInTheDocument()
    expect(kept()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('and kept beside what is typed while it is on offer', async () => {
    await leaveDraft()
    const { user } = await openPanel('edit=2')
    await user.type(field('Code'), '1')
    expect(draft()).toBeVisible()
    expect(kept()).toEqual([['draft.7.sizes.2', '{"name":"Larger","code":"L1"}']])
    await user.clear(field('Code'))
    await user.type(field('Code'), 'L')
    expect(kept()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('with every key, before the field is left', async () => {
    const { user } = await openPanel('edit=2')
    await user.type(field('Name'), 'r')
    expect(field('Name')).toHaveFocus()
    expect(status()).toHaveTextContent('Unsaved: Name')
    expect(kept()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('and offered back: forgetting removes it', async () => {
    await leaveDraft()
    const { user } = await openPanel('edit=2')
    await user.click(await inPanel().findByRole('button', { name: 'Discard' }))
    expect(field('Name')).toHaveValue('Large')
    expect(draft()).not.toBeInTheDocument()
    expect(kept()).toEqual([])
  })

  test('and not offered on another record', async () => {
    await leaveDraft()
    await openPanel('edit=1')
    expect(draft()).not.toBeInTheDocument()
  })

  test('a save removes it', async () => {
    const { user } = await openPanel('edit=2')
    await user.type(field('Name'), 'r')
    await user.tab()
    expect(kept()).toHaveLength(1)
    await user.click(save())
    await screen.findByText('Saved')
    expect(kept()).toEqual([])
  })

  test('a save that changes nothing keeps it, and writes nothing', async () => {
    await leaveDraft()
    const { user, platform } = await openPanel('edit=2')
    await inPanel().findByRole('button', { name: 'Restore' })
    await user.click(save())
    expect(await screen.findByText(/^Nothing changed in/)).toHaveTextContent(
      'Nothing changed in Large',
    )
    expect(platform.writes()).toEqual([])
    expect(kept()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })

  test('a session that ends in the middle of a save keeps it', async () => {
    const platform = platformOfTwo()
    platform.replies.set('PATCH /sizes/2', { status: 401 })
    const { user, reload } = await openPanel('edit=2', platform)
    await user.type(field('Name'), 'r')
    await user.click(save())
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(kept()).toEqual([['draft.7.sizes.2', '{"name":"Larger"}']])
  })
})
