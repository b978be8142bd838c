import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { letterSizes } from '#client/areas/sizes/messages.ts'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { openFilter } from '#tests/support/browser/filters.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const platformOfThree = () =>
  memoryPlatform([
    sizeRecord(1, 'Small', 'S', { group: 'youth', active: false }),
    sizeRecord(2, 'Medium', 'M'),
    sizeRecord(3, 'Large', 'L', { podSize: 'LG' }),
  ])

async function openList(search = '', platform: MemoryPlatform = platformOfThree()) {
  const shown = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return shown
}

/** A platform whose list has these words about its page. */
function platformWithPage(page: object) {
  const platform = platformOfThree()
  platform.replies.set('GET /sizes', {
    status: 200,
    body: {
      data: platform.sizes,
      page: { next: null, previous: null, total: 3, totalIsCapped: false, ...page },
    },
  })
  return platform
}

const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
/** Of what follows the box that selects the row. */
const cells = (row: HTMLElement) => texts(row).slice(1)
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const firstColumn = () => rows().map((row) => cells(row)[0])
const heads = () => {
  const [box, ...named] = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(box).toBe('')
  return named
}
const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const panel = () => within(screen.getByRole('dialog'))

describe('screens.md, "Every list"', () => {
  test('shows the columns of the resource, each value in words', async () => {
    await openList()
    expect(heads()).toEqual([
      'Name',
      'Code',
      'Group',
      'Position',
      'Print-on-demand size',
      'Active',
      'Actions',
    ])
    expect(rows().map((row) => cells(row).slice(0, 6))).toEqual([
      ['Small', 'S', 'Youth', '1', '', 'No'],
      ['Medium', 'M', 'Adult', '2', '', 'Yes'],
      ['Large', 'L', 'Adult', '3', 'LG', 'Yes'],
    ])
  })

  test('spec.md section 9: instants are shown as MM/DD/YYYY hh:mm A', async () => {
    await openList('?columns=name,createdAt,updatedBy')
    expect(heads()).toEqual(['Name', 'Created', 'Updated by', 'Actions'])
    expect(rows().map((row) => cells(row).slice(1, 3))).toContainEqual([
      '03/09/2025 04:05 AM',
      'other@example.com',
    ])
  })

  test('copes with a platform that leaves fields out', async () => {
    const platform = memoryPlatform()
    platform.replies.set('GET /sizes', { status: 200, body: { data: [{ id: 1, code: 'S' }] } })
    await openList('', platform)
    expect(rows().map((row) => cells(row).slice(0, 6))).toEqual([['1', 'S', '', '', '', '']])
    expect(screen.getByText('1 size')).toBeVisible()
  })

  test.each([undefined, 'a-uuid'])('a row whose id is %j has no link to a panel', async (id) => {
    const platform = memoryPlatform()
    const data = [{ id, name: 'Small' }]
    platform.replies.set('GET /sizes', { status: 200, body: { data } })
    await openList('', platform)
    expect(screen.getByRole('cell', { name: 'Small' })).toBeVisible()
    expect(within(screen.getByRole('table')).queryByRole('link', { name: /Small/ })).toBeNull()
  })

  test('a cursor that the platform does not take is said, and leads to the first page of the same view', async () => {
    const platform = platformOfThree()
    const page = { next: null, previous: null, total: 0, totalIsCapped: false }
    platform.replies.set('GET /sizes', ({ search }) =>
      search?.has('after') ? { status: 400 } : { status: 200, body: { data: [], page } },
    )
    const { user, address } = await openList('?search=l&after=old', platform)
    expect(String(platform.requests.at(-1)?.search)).not.toContain('old')
    expect(screen.getByRole('alert')).toHaveTextContent(/^That page doesn't exist/)
    await user.click(screen.getByRole('link', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/sizes?search=l'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('searches, and the address holds it', async () => {
    const { user, address } = await openList('?sort=-name&limit=25')
    await user.type(screen.getByRole('searchbox', { name: 'Search sizes' }), ' larg {Enter}')
    await waitFor(() => expect(address()).toBe('/sizes?search=larg&sort=-name&limit=25'))
    await waitFor(() => expect(firstColumn()).toEqual(['Large']))
  })

  test('what is searched again is typed without a way back to the field', async () => {
    const { user, address } = await openList()
    await user.type(screen.getByRole('searchbox'), 'larg{Enter}')
    await waitFor(() => expect(firstColumn()).toEqual(['Large']))
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await user.keyboard('x{Enter}')
    await waitFor(() => expect(address()).toMatch(/^\/sizes\?search=(largx|xlarg)$/))
  })

  test('asks the platform in the words of its address', async () => {
    const { platform } = await openList('?search=l&filter[group][eq]=youth&sort=-name&limit=25')
    expect(listSearch(platform)).toBe(
      String(new URLSearchParams('search=l&filter[group][eq]=youth&sort=-name&limit=25')),
    )
  })

  test('filters through the form; what is left empty does not stand in the address', async () => {
    const { user, address } = await openList()
    await openFilter(user, 'Group')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Youth')
    await openFilter(user, 'Position')
    await user.type(screen.getByRole('textbox', { name: 'Position from' }), '2')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(address()).toBe('/sizes?filter[group][eq]=youth&filter[position][gte]=2'),
    )
  })

  test('shows each filter as a chip that can be removed, and all at once', async () => {
    const { user, address } = await openList(
      '?search=x&filter[group][eq]=youth&filter[active][eq]=0&filter[createdAt][gte]=2026-11-21&after=abc',
    )
    const chips = within(screen.getByRole('list', { name: 'Filters' }))
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Group is Youth',
      'Active is No',
      'Created: on or after 11/21/2026',
    ])
    await user.click(screen.getByLabelText('Filter'))
    expect(href('Clear all')).toBe('/sizes')
    await user.click(screen.getByRole('link', { name: 'Remove filter Active is No' }))
    await waitFor(() =>
      expect(address()).toBe(
        '/sizes?search=x&filter[group][eq]=youth&filter[createdAt][gte]=2026-11-21',
      ),
    )
  })

  test('sorts by the head of a column, and back', async () => {
    const { user, address } = await openList()
    const head = (name: string) => screen.getByRole('columnheader', { name })
    expect(head('Position')).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('link', { name: 'Name' }))
    await waitFor(() => expect(head('Name')).toHaveAttribute('aria-sort', 'ascending'))
    expect(address()).toBe('/sizes?sort=name')
    await user.click(screen.getByRole('link', { name: 'Name' }))
    await waitFor(() => expect(head('Name')).toHaveAttribute('aria-sort', 'descending'))
    expect(address()).toBe('/sizes?sort=-name')
    expect(head('Position')).not.toHaveAttribute('aria-sort')
  })

  test('pages by cursor, both ways, keeping the view', async () => {
    await openList(
      '?search=l&sort=-name&after=here',
      platformWithPage({ next: 'later', previous: 'before' }),
    )
    expect(href('Next')).toBe('/sizes?search=l&sort=-name&after=later')
    expect(href('Previous')).toBe('/sizes?search=l&sort=-name&after=before')
  })

  test('the last page has no next, the first no previous', async () => {
    await openList()
    expect(screen.queryByRole('link', { name: 'Next' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Previous' })).not.toBeInTheDocument()
  })

  test('what is all on one page of the smallest size has neither sizes nor pages to turn', async () => {
    await openList('', platformWithPage({ total: 25, from: 1 }))
    expect(screen.getByText('25 sizes')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Rows per page' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  test('page sizes are 25, 50 and 100; another one begins at the first page', async () => {
    await openList('?after=here', platformWithPage({ total: 26 }))
    const sizes = within(screen.getByRole('list', { name: 'Rows per page' })).getAllByRole('link')
    expect(sizes.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['25', '/sizes?limit=25'],
      ['50', '/sizes'],
      ['100', '/sizes?limit=100'],
    ])
    expect(screen.getByRole('link', { name: '50' })).toHaveAttribute('aria-current', 'true')
  })

  test.each([
    [{ total: 1234 }, '1,234 sizes'],
    [{ total: 10_000, totalIsCapped: true }, '10,000+ sizes'],
    [{ total: 1 }, '1 size'],
  ])('a total of %j is written %s', async (page, words) => {
    await openList('', platformWithPage(page))
    expect(screen.getByText(words)).toBeVisible()
  })

  test('a filter that is not understood is named with the reason, and what was typed is kept', async () => {
    const { user, address, platform } = await openList('?filter[group][eq]=youth&limit=25')
    await openFilter(user, 'Position')
    await user.type(screen.getByRole('textbox', { name: 'Position from' }), 'abc{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Position from must be a number. We ignored "abc".',
    )
    expect(address()).toBe('/sizes?filter[group][eq]=youth&limit=25&filter[position][gte]=abc')
    expect(String(platform.requests.at(-1)?.search)).toBe(
      String(new URLSearchParams('filter[group][eq]=youth&limit=25')),
    )
    await openFilter(user, 'Position')
    const field = screen.getByRole('textbox', { name: 'Position from' })
    expect(field).toHaveValue('abc')
    expect(field).toHaveAccessibleDescription('Position from must be a number')
    await user.click(screen.getByRole('link', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/sizes?filter[group][eq]=youth&limit=25'))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })

  test.each([
    [
      'filter[group][eq]=giants',
      'Group must be one of the available options. We ignored "giants".',
    ],
    ['filter[createdAt][lte]=soon', 'Created to must be a date. We ignored "soon".'],
    ['filter[x][y]=z', 'filter[x][y] isn\'t a filter in this list. We ignored "z".'],
    ['filter[name][contains]=%00', "Name contains can't be read"],
    [
      'filter[constructor][eq]=z',
      'filter[constructor][eq] isn\'t a filter in this list. We ignored "z".',
    ],
    [
      'filter[name][contains]=a&filter[name][contains]=b',
      'Name contains can be used only once. We ignored "b".',
    ],
  ])('an address with %s says what it does without', async (asked, sentence) => {
    await openList(`?${asked}`)
    expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  })

  test('an address that cannot be used is read as far as it can', async () => {
    const { platform } = await openList('?sort=nonsense&limit=7000&filter[x][y]=z&columns=nothing')
    expect(listSearch(platform)).toBe('')
    expect(rows()).toHaveLength(3)
  })
})

/** What the list was asked first. */
const listSearch = ({ requests }: ReturnType<typeof memoryPlatform>) =>
  String(requests.find(({ path }) => path === '/sizes')?.search)

describe('its states', () => {
  test('first use explains the thing and offers the first action', async () => {
    await openList('', memoryPlatform())
    expect(screen.getByRole('heading', { name: 'No sizes yet' })).toBeVisible()
    expect(screen.getByText(/^Members choose a size when they order/)).toBeVisible()
    expect(href('Create size')).toBe('/sizes?create')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('no match names what was looked for, under the heads of the rows, offers to clear it, and keeps the rest', async () => {
    const { user, address } = await openList('?search=nothing&sort=-name')
    expect(screen.getByRole('heading', { name: 'No sizes match "nothing".' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull()
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getByText('0 sizes')).toBeInTheDocument()
    expect(pages.queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Clear search' }))
    await waitFor(() => expect(address()).toBe('/sizes?sort=-name'))
    await waitFor(() => expect(rows()).toHaveLength(3))
    const sought = screen.getByRole('searchbox', { name: 'Search sizes' })
    await waitFor(() => expect(sought).toHaveValue(''))
  })

  test('where nothing matches search and filters, each is cleared by itself', async () => {
    await openList('?search=nothing&filter[group][eq]=youth')
    expect(
      screen.getByRole('heading', { name: 'No sizes match "nothing" and these filters.' }),
    ).toBeVisible()
    expect(href('Clear search')).toBe('/sizes?filter[group][eq]=youth')
    expect(href('Clear filters')).toBe('/sizes?search=nothing')
  })

  test('filters from more to less are said to match nothing', async () => {
    await openList('?filter[position][gte]=9&filter[position][lte]=1&search=x')
    expect(
      screen.getByText('Position: "from" is greater than "to", so nothing can match.'),
    ).toBeVisible()
  })

  test('a page after the last one leads to the first', async () => {
    const platform = platformWithPage({ total: 3 })
    platform.replies.set('GET /sizes', {
      status: 200,
      body: { data: [], page: { next: null, previous: null, total: 3, totalIsCapped: false } },
    })
    await openList('?after=x&limit=25', platform)
    expect(screen.getByRole('heading', { name: 'There are no other sizes.' })).toBeVisible()
    expect(href('First page')).toBe('/sizes?limit=25')
  })
})

describe('its keys', () => {
  test('/ searches, j and k move over the rows, Enter opens', async () => {
    const { user, address } = await openList()
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search sizes' })).toHaveFocus()
    await user.keyboard('jk')
    expect(screen.getByRole('searchbox', { name: 'Search sizes' })).toHaveValue('jk')
    await user.clear(screen.getByRole('searchbox'))
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('jjk')
    expect(screen.getByRole('link', { name: 'Small' })).toHaveFocus()
    await user.keyboard('j{Enter}')
    await waitFor(() => expect(address()).toBe('/sizes?edit=2'))
    await waitFor(() => expect(rows()[1]).toHaveAttribute('aria-current', 'true'))
  })

  test('e edits the row that the keys stand at', async () => {
    const { user, address } = await openList()
    await user.keyboard('e')
    expect(address()).toBe('/sizes')
    await user.keyboard('je')
    await waitFor(() => expect(address()).toBe('/sizes?edit=1'))
  })

  test('Back stands at the row that was left, and the keys go on from there', async () => {
    const { user, router } = await openList()
    await user.keyboard('jj')
    expect(screen.getByRole('link', { name: 'Medium' })).toHaveFocus()
    await router.navigate('/stickers')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Medium' })).toBeNull())
    await router.navigate(-1)
    await waitFor(() => expect(screen.getByRole('link', { name: 'Medium' })).toHaveFocus())
    await user.keyboard('j')
    expect(screen.getByRole('link', { name: 'Large' })).toHaveFocus()
  })

  test('n makes a new one, Escape closes the panel', async () => {
    const { user, address } = await openList('?search=l')
    await user.keyboard('n')
    await waitFor(() => expect(address()).toBe('/sizes?search=l&create'))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/sizes?search=l'))
  })

  test('a panel takes the focus to its first field, and gives it back to what opened it', async () => {
    const { user } = await openList()
    const opener = screen.getByRole('link', { name: 'Medium' })
    await user.click(opener)
    await waitFor(() => expect(panel().getByLabelText('Name')).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
  })

  test('a page that opens with its panel has the focus at its start', async () => {
    await openList('?create')
    expect(panel().getByLabelText('Name')).toBeVisible()
    expect(screen.getByRole('dialog')).toHaveFocus()
  })

  test('typing into a field, or with Ctrl, is no key of the list', async () => {
    const { user, address } = await openList()
    await user.keyboard('{Control>}n{/Control}')
    await user.type(screen.getByRole('searchbox', { name: 'Search sizes' }), 'n/')
    expect(address()).toBe('/sizes')
  })
})

describe('a record that does not exist, or no longer exists', () => {
  test.each(['edit', 'delete'])('?%s says so, and leads back to the list', async (kind) => {
    const { user, address } = await openList(`?search=l&${kind}=999`)
    expect(screen.getByRole('heading', { name: 'Unknown size' })).toBeVisible()
    expect(panel().getByRole('alert')).toHaveTextContent(
      "This size doesn't exist, or it was deleted.",
    )
    await user.click(panel().getByRole('link', { name: 'Back to the list' }))
    await waitFor(() => expect(address()).toBe('/sizes?search=l'))
  })

  test('one that could not be read is not called gone', async () => {
    const platform = platformOfThree()
    platform.replies.set('GET /sizes/2', { status: 503 })
    await openList('?edit=2', platform)
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    expect(panel().getByRole('link', { name: 'Back to the list' })).toBeVisible()
  })
})

describe('deleting', () => {
  const used = [
    { kind: 'product', count: 12, examples: ['Shirt', 'Hoodie'] },
    { kind: 'order', count: 0, examples: [] },
  ]

  test('asks first, deletes the version that was seen, and says so', async () => {
    const { user, platform, address } = await openList('?search=m')
    await user.click(screen.getByRole('link', { name: 'Delete Medium' }))
    await waitFor(() => expect(address()).toBe('/sizes?search=m&delete=2'))
    expect(await screen.findByRole('heading', { name: 'Delete Medium' })).toBeVisible()
    await user.click(panel().getByRole('button', { name: 'Delete' }))
    // What is gone is named, and no link.
    expect(await screen.findByText('Deleted Medium')).toBeVisible()
    expect(address()).toBe('/sizes?search=m')
    expect(platform.writes()).toEqual([
      expect.objectContaining({ method: 'DELETE', path: '/sizes/2', ifMatch: 1 }),
    ])
  })

  test('is taken back by its message', async () => {
    const { user, platform } = await openList('?delete=2')
    await user.click(panel().getByRole('button', { name: 'Delete' }))
    const undo = await screen.findByRole('button', { name: 'Undo the change to Medium' })
    const again = sizeRecord(2, 'Medium', 'M', { version: 2 })
    platform.replies.set('POST /sizes/2/restore', { status: 200, body: again })
    await user.click(undo)
    expect(await screen.findByText('Undid the change to Medium')).toBeVisible()
    expect(platform.writes().at(-1)).toMatchObject({
      path: '/sizes/2/restore',
      ifMatch: 1,
      idempotencyKey: 'undo-/sizes/2/restore-2-1',
    })
  })

  test('is not where another has taken its place: why is said', async () => {
    const { user, platform } = await openList('?delete=2')
    await user.click(panel().getByRole('button', { name: 'Delete' }))
    const undo = await screen.findByRole('button', { name: 'Undo the change to Medium' })
    const fields = { code: 'Code is already used in this Group' }
    const body = { status: 422, code: 'invalid', title: 'Not right', fields }
    platform.replies.set('POST /sizes/2/restore', { status: 422, body })
    await user.click(undo)
    expect(
      await screen.findByText("We couldn't restore Medium. Code is already used in this Group"),
    ).toBeVisible()
  })

  test('can be called off', async () => {
    const { user, platform, address } = await openList('?delete=2')
    await user.click(panel().getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/sizes'))
    expect(platform.writes()).toEqual([])
  })

  test('is blocked while the record is used, with the uses shown', async () => {
    const platform = platformOfThree()
    platform.replies.set('GET /sizes/3/uses', { status: 200, body: { data: used } })
    await openList('?delete=3', platform)
    expect(
      panel().getByText(
        "You can't delete Large while other records depend on it. Change or delete those first.",
      ),
    ).toBeVisible()
    expect(
      panel()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['12 products: Shirt, Hoodie ...'])
    expect(panel().queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  test('tells uses of one name once, and how many there are as the console writes numbers', async () => {
    const platform = platformOfThree()
    const uses = [
      { kind: 'product', count: 1520, examples: ['Crew neck', 'Crew neck', 'Hoodie'] },
      { kind: 'order', count: 2, examples: ['#7', '#7'] },
    ]
    platform.replies.set('GET /sizes/3/uses', { status: 200, body: { data: uses } })
    await openList('?delete=3', platform)
    const told = panel().getAllByRole('listitem')
    expect(told.map(({ textContent }) => textContent)).toEqual([
      '1,520 products: Crew neck, Hoodie ...',
      '2 orders: #7',
    ])
  })

  test('is blocked as well when the record came into use meanwhile', async () => {
    const platform = platformOfThree()
    platform.replies.set('DELETE /sizes/3', {
      status: 409,
      body: { status: 409, code: 'in_use', title: 'In use', uses: used },
    })
    const { user } = await openList('?delete=3', platform)
    await user.click(panel().getByRole('button', { name: 'Delete' }))
    expect(await panel().findByText('12 products: Shirt, Hoodie ...')).toBeVisible()
    expect(panel().queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  test('what someone else changed is deleted only when told again', async () => {
    const platform = platformOfThree()
    platform.replies.set('DELETE /sizes/3', {
      status: 409,
      body: {
        status: 409,
        code: 'conflict',
        title: 'Changed',
        current: sizeRecord(3, 'Large', 'L', { version: 6 }),
      },
    })
    const { user } = await openList('?delete=3', platform)
    await user.click(panel().getByRole('button', { name: 'Delete' }))
    expect(await panel().findByRole('alert')).toHaveTextContent(/^other@example.com changed this/)
    platform.replies.delete('DELETE /sizes/3')
    await user.click(panel().getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted Large')
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 6])
  })
})

describe('pasting many', () => {
  const lines = () => panel().getByRole('textbox', { name: 'One per line' })
  const submit = () => panel().getByRole('button', { name: 'Create all' })

  test('creates a record of each line with the choices made once', async () => {
    const { user, platform, address } = await openList('?search=l&paste')
    expect(lines()).toHaveAccessibleDescription(/^Enter Name and Code on each line/)
    await user.selectOptions(panel().getByRole('combobox', { name: 'Group' }), 'Youth')
    await user.click(lines())
    await user.paste('Tall, T\nWide, W')
    await user.click(submit())
    await screen.findByRole('link', { name: '2 sizes' })
    expect(address()).toBe('/sizes?sort=-createdAt')
    expect(platform.writes()).toEqual([
      expect.objectContaining({
        path: '/sizes/many',
        body: {
          records: [
            expect.objectContaining({ name: 'Tall', code: 'T', group: 'youth' }),
            expect.objectContaining({ name: 'Wide', code: 'W', group: 'youth' }),
          ],
        },
      }),
    ])
  })

  test('what was pasted is kept as a draft, offered back, and gone once it is created', async () => {
    const key = 'draft.7.sizes.lines'
    sessionStorage.setItem(key, JSON.stringify({ group: ['youth'], lines: ['Tall, T'] }))
    onTestFinished(() => sessionStorage.removeItem(key))
    const { user } = await openList('?paste')
    await user.click(await panel().findByRole('button', { name: 'Restore' }))
    expect(lines()).toHaveValue('Tall, T')
    await user.type(lines(), '\nWide, W')
    expect(panel().getByRole('combobox', { name: 'Group' })).toHaveValue('youth')
    expect(JSON.parse(sessionStorage.getItem(key) ?? '')).toMatchObject({
      group: ['youth'],
      lines: ['Tall, T\nWide, W'],
    })
    await user.click(submit())
    const link = await screen.findByRole('link', { name: '2 sizes' })
    expect(link).toHaveAttribute('href', '/sizes?sort=-createdAt')
    await waitFor(() => expect(sessionStorage.getItem(key)).toBeNull())
  })

  test('names each wrong line, keeps the text, and creates nothing', async () => {
    const { user, platform } = await openList('?paste')
    await user.click(lines())
    await user.paste('Tall, T\nWide, MUCHTOOWIDE')
    await user.click(submit())
    const alert = await panel().findByRole('alert')
    expect(alert).toHaveTextContent('Nothing was created. Fix these lines, then try again.')
    expect(alert).toHaveTextContent('Line 2: Code must be at most 8 characters')
    expect(lines()).toHaveValue('Tall, T\nWide, MUCHTOOWIDE')
    expect(lines()).toBeInvalid()
    await waitFor(() => expect(lines()).toHaveFocus())
    expect(platform.writes().map(({ path }) => path)).toEqual(['/sizes/many/check'])
  })

  test('tells faults of form and values that are taken at once, each by its line', async () => {
    const platform = platformOfThree()
    const taken = 'Code is already used in this Group'
    platform.replies.set('POST /sizes/many/check', {
      status: 200,
      body: {
        rows: [
          { index: 0, fields: { name: 'Name is a required field', code: taken } },
          { index: 1, fields: { code: taken } },
        ],
      },
    })
    const { user } = await openList('?paste', platform)
    await user.click(lines())
    await user.paste('only one value\n, S\n\nLarge, L\nWide, L')
    await user.click(submit())
    const found = within(await panel().findByRole('alert')).getAllByRole('listitem')
    expect(found.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Line 1: Code is a required field: each line needs/),
      'Line 2: Name is a required field',
      `Line 2: ${taken}`,
      `Line 4: ${taken}`,
      'Line 5: Code L is already on line 4',
    ])
    expect(platform.writes().map(({ path }) => path)).toEqual(['/sizes/many/check'])
  })

  test('names the lines that the platform refuses', async () => {
    const platform = platformOfThree()
    platform.replies.set('POST /sizes/many', {
      status: 422,
      body: {
        status: 422,
        code: 'invalid',
        title: 'No',
        rows: [{ index: 1, fields: { code: 'Code is already used in this Group' } }],
      },
    })
    const { user } = await openList('?paste', platform)
    await user.click(lines())
    await user.paste('Tall, T\n\nLarge, L')
    await user.click(submit())
    expect(await panel().findByRole('alert')).toHaveTextContent(
      'Line 3: Code is already used in this Group',
    )
    expect(lines()).toHaveValue('Tall, T\n\nLarge, L')
  })

  test('what was pasted is guarded like every unsaved work', async () => {
    const { user, address } = await openList('?paste')
    await user.click(lines())
    await user.paste('Tall, T')
    await user.keyboard('{Escape}')
    const dialog = within(screen.getByRole('dialog', { name: /^Leave/ }))
    await user.click(dialog.getByRole('button', { name: 'Stay' }))
    expect(address()).toBe('/sizes?paste')
    expect(lines()).toHaveValue('Tall, T')
  })
})

describe('screens.md, Sizes: generating a run', () => {
  const group = () => panel().getByRole('combobox', { name: 'Group' })
  const input = (name: 'From' | 'To' | 'Step') => panel().getByLabelText(name)
  const create = (name: string) => panel().getByRole('button', { name })
  const listed = () => {
    const list = panel().getByRole('list', { name: 'Sizes in this run' })
    return within(list)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }
  async function fill(
    { user }: Awaited<ReturnType<typeof openList>>,
    typed: Partial<Record<'From' | 'To' | 'Step', string>>,
  ) {
    for (const name of ['From', 'To', 'Step'] as const) {
      if (typed[name] === undefined) continue
      await user.clear(input(name))
      if (typed[name] !== '') await user.type(input(name), typed[name])
    }
  }
  const size = (code: string, inGroup = 'adult', id = code.length * 100 + code.charCodeAt(0)) =>
    sizeRecord(id, code, code, { group: inGroup })

  test('says what it would create, and creates it in the group chosen', async () => {
    const shown = await openList('?run')
    await shown.user.selectOptions(group(), 'Youth')
    await fill(shown, { From: 'S', To: 'L' })
    expect(panel().getByRole('status')).toHaveTextContent('Creates 2 sizes. 1 size already exists.')
    expect(listed()).toEqual(['SExists', 'M', 'L'])
    await shown.user.click(create('Create 2 sizes'))
    await screen.findByRole('link', { name: '2 sizes' })
    expect(shown.address()).toBe('/sizes?sort=-createdAt')
    expect(shown.platform.writes().at(-1)?.body).toEqual({
      records: ['M', 'L'].map((code) =>
        expect.objectContaining({ code, group: 'youth', podSize: code, active: true }),
      ),
    })
  })

  test('36 to 46 in a group of shoes creates only the numbers that it lacks', async () => {
    const platform = memoryPlatform([size('36', 'footwear_eu', 1), size('40', 'footwear_eu', 2)])
    const shown = await openList('?run', platform)
    await shown.user.selectOptions(group(), 'Footwear EU')
    expect(input('From')).toHaveValue('36')
    await fill(shown, { To: '42', Step: '2' })
    expect(listed()).toEqual(['36Exists', '38', '40Exists', '42'])
    await shown.user.click(create('Create 2 sizes'))
    await screen.findByRole('link', { name: '2 sizes' })
    expect(platform.writes().at(-1)?.body).toEqual({
      records: ['38', '42'].map((code) =>
        expect.objectContaining({
          code,
          name: `EU ${code}`,
          group: 'footwear_eu',
          podSize: null,
        }),
      ),
    })
  })

  test('waist and inseam create every combination, also those that someone else has created since', async () => {
    const platform = memoryPlatform([])
    const shown = await openList('?run', platform)
    await fill(shown, { From: '28/30', To: '30/32', Step: '2' })
    expect(listed()).toEqual(['28/30', '28/32', '30/30', '30/32'])
    platform.sizes.push(size('28/32'))
    await shown.user.click(create('Create 4 sizes'))
    await screen.findByRole('link', { name: '3 sizes' })
  })

  test('begins with a group that lacks some, and says what is there', async () => {
    const platform = memoryPlatform([
      ...letterSizes.map(([code], at) => size(code, 'adult', at + 1)),
      size('XS', 'youth', 20),
    ])
    await openList('?run', platform)
    expect(group()).toHaveValue('youth')
    expect(panel().getByRole('status')).toHaveTextContent('Creates 8 sizes. 1 size already exists.')
  })

  test('makes nothing where all is there', async () => {
    const platform = memoryPlatform([size('S'), size('M')])
    const shown = await openList('?run', platform)
    await fill(shown, { From: 'S', To: 'M' })
    const all = 'All sizes in this run already exist. Change the run or choose another group.'
    expect(panel().getByRole('status')).toHaveTextContent(all)
    await shown.user.click(create('Create sizes'))
    await waitFor(() => expect(input('To')).toHaveAccessibleDescription(all))
    expect(platform.writes().map(({ path }) => path)).toEqual(['/sizes/many/check'])
  })

  test('the wrong way round it is refused at its field', async () => {
    const shown = await openList('?run')
    await fill(shown, { From: 'L', To: 'S' })
    await shown.user.click(create('Create sizes'))
    await waitFor(() => expect(input('To')).toBeInvalid())
    expect(input('To')).toHaveAccessibleDescription(
      'Make the "To" size at least as large as the "From" size.',
    )
    expect(input('To')).toHaveValue('S')
    await waitFor(() => expect(input('To')).toHaveFocus())
    expect(shown.platform.writes()).toEqual([])
  })

  test('names the sizes that the platform refuses, even when another run is chosen since', async () => {
    const platform = platformOfThree()
    const fields = { code: 'Code is already used in this Group' }
    platform.replies.set('POST /sizes/many', {
      status: 422,
      body: {
        status: 422,
        code: 'invalid',
        title: 'No',
        rows: [
          { index: 0, fields },
          { index: 1, fields },
        ],
      },
    })
    const shown = await openList('?run', platform)
    await fill(shown, { From: 'M', To: '2XL' })
    await shown.user.click(create('Create 2 sizes'))
    const alert = await panel().findByRole('alert')
    await fill(shown, { From: 'XL' })
    expect(alert).toHaveTextContent(
      'No sizes were created. Change the run or choose another group.',
    )
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['XL: Code is already used in this Group', '2XL: Code is already used in this Group'])
  })
})

describe('reordering', () => {
  const names = () => rows().map((row) => texts(row)[1])

  test('is offered under More, on the list as it is ordered', async () => {
    const { user, address } = await openList('?search=l&sort=-name')
    await user.click(screen.getByLabelText('More'))
    await user.click(screen.getByRole('link', { name: 'Reorder' }))
    await waitFor(() => expect(address()).toBe('/sizes?reorder'))
    expect(await screen.findByRole('table', { name: 'Change the order' })).toBeVisible()
  })

  test('an arrow moves a row, saves the order at once, and keeps the focus', async () => {
    const { user, platform, address } = await openList('?reorder')
    await user.click(screen.getByRole('button', { name: 'Move Small down' }))
    await waitFor(() => expect(names()).toEqual(['Medium', 'Small', 'Large']))
    expect(platform.writes()).toEqual([
      expect.objectContaining({ method: 'PUT', path: '/sizes/order', body: { ids: [2, 1, 3] } }),
    ])
    await screen.findByRole('link', { name: 'the order of the sizes list' })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Move Small down' })).toHaveFocus(),
    )
    expect(address()).toBe('/sizes?reorder')
  })

  test('the first row cannot go up, the last not down', async () => {
    await openList('?reorder')
    expect(screen.getByRole('button', { name: 'Move Small up' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Large down' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Large up' })).toBeEnabled()
  })

  test.each([
    ['Small', 'Large', [2, 3, 1]],
    ['Large', 'Small', [3, 1, 2]],
  ])('dragging %s onto %s takes its place', async (from, to, ids) => {
    const { platform } = await openList('?reorder')
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
    const dataTransfer = { setData: vi.fn(), effectAllowed: 'none' }
    fireEvent.dragStart(row(from), { dataTransfer })
    expect(dataTransfer.setData).toHaveBeenCalledWith('text/plain', from)
    fireEvent.dragOver(row(to))
    fireEvent.drop(row(to))
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    expect(platform.writes()[0]?.body).toEqual({ ids })
    await screen.findByRole('link', { name: 'the order of the sizes list' })
  })

  describe('Undo of the last move', () => {
    const undo = () =>
      screen.getByRole('button', { name: 'Undo the change to the order of the sizes list' })
    const moved = (name: string) =>
      screen.findByRole('button', { name: `Undo the change to ${name}` })
    async function movedTwice() {
      const shown = await openList('?reorder')
      await shown.user.click(screen.getByRole('button', { name: 'Move Small down' }))
      await waitFor(() => expect(names()).toEqual(['Medium', 'Small', 'Large']))
      await moved('the order of the sizes list')
      await shown.user.click(screen.getByRole('button', { name: 'Move Small down' }))
      await waitFor(() => expect(names()).toEqual(['Medium', 'Large', 'Small']))
      await waitFor(() => expect(undo()).toBeVisible())
      shown.platform.requests.length = 0
      return shown
    }

    test('is offered once, and puts back the order before it, where it still stands', async () => {
      const { user, platform } = await movedTwice()
      await user.click(undo())
      await waitFor(() => expect(names()).toEqual(['Medium', 'Small', 'Large']))
      expect(platform.writes()).toMatchObject([
        { method: 'PUT', path: '/sizes/order', body: { ids: [2, 1, 3], was: [2, 3, 1] } },
      ])
      expect(await screen.findByText('Undid the change to')).toBeVisible()
    })

    test('is refused when someone moved one of them since: who, and when, is said', async () => {
      const { user, platform } = await movedTwice()
      const current = sizeRecord(1, 'Small', 'S')
      const body = { status: 409, code: 'conflict', title: 'Changed', current }
      platform.replies.set('PUT /sizes/order', { status: 409, body })
      await user.click(undo())
      const refused = await screen.findByText(/because other@example.com changed/)
      expect(refused).toHaveTextContent(
        'Nothing was undone, because other@example.com changed the order of the sizes list on 03/09/2025 04:05 PM.',
      )
    })
  })

  test('a failure says what happened', async () => {
    const platform = platformOfThree()
    platform.replies.set('PUT /sizes/order', { status: 502 })
    const { user } = await openList('?reorder', platform)
    await user.click(screen.getByRole('button', { name: 'Move Small down' }))
    expect(await screen.findByRole('alert')).toHaveTextContent("The platform isn't responding")
    expect(names()).toEqual(['Small', 'Medium', 'Large'])
  })
})
