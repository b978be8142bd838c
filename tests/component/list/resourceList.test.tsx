import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { letterSizes } from '#client/areas/sizes/messages.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { openFilter } from '#tests/support/browser/filters.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const createPlatformWithThreeSizes = () =>
  createMemoryPlatform([
    buildSize(1, 'Small', 'S', { group: 'youth', active: false }),
    buildSize(2, 'Medium', 'M'),
    buildSize(3, 'Large', 'L', { podSize: 'LG' }),
  ])

async function openList(search = '', platform: MemoryPlatform = createPlatformWithThreeSizes()) {
  const view = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return view
}

/** Returns a platform whose list has these page values. */
function createPlatformWithPage(page: object) {
  const platform = createPlatformWithThreeSizes()
  platform.replies.set('GET /sizes', {
    status: 200,
    body: {
      data: platform.sizes,
      page: { next: null, previous: null, total: 3, totalIsCapped: false, ...page },
    },
  })
  return platform
}

const getCellTexts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
/** Skips the checkbox that selects the row. */
const getValues = (row: HTMLElement) => getCellTexts(row).slice(1)
const getRows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const getFirstColumn = () => getRows().map((row) => getValues(row)[0])
const getHeadings = () => {
  const [box, ...headings] = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(box).toBe('')
  return headings
}
const getHref = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const getPanel = () => within(screen.getByRole('dialog'))

describe('screens.md, "Every list"', () => {
  test("shows the resource's columns with formatted values", async () => {
    await openList()
    expect(getHeadings()).toEqual([
      'Name',
      'Code',
      'Group',
      'Position',
      'Print-on-demand size',
      'Active',
      'Actions',
    ])
    expect(getRows().map((row) => getValues(row).slice(0, 6))).toEqual([
      ['Small', 'S', 'Youth', '1', '–', 'No'],
      ['Medium', 'M', 'Adult', '2', '–', 'Yes'],
      ['Large', 'L', 'Adult', '3', 'LG', 'Yes'],
    ])
  })

  test('spec.md section 9: instants are shown as MM/DD/YYYY hh:mm A', async () => {
    await openList('?columns=name,createdAt,updatedBy')
    expect(getHeadings()).toEqual(['Name', 'Created', 'Updated by', 'Actions'])
    expect(getRows().map((row) => getValues(row).slice(1, 3))).toContainEqual([
      '03/09/2025 04:05 AM',
      'other@example.com',
    ])
  })

  test('shows a row even if the platform omits fields', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /sizes', { status: 200, body: { data: [{ id: 1, code: 'S' }] } })
    await openList('', platform)
    expect(getRows().map((row) => getValues(row).slice(0, 6))).toEqual([
      ['1', 'S', '–', '–', '–', '–'],
    ])
    expect(screen.getByText('1 size')).toBeVisible()
  })

  test.each([undefined, 'a-uuid'])('a row whose ID is %j has no link to a panel', async (id) => {
    const platform = createMemoryPlatform()
    const data = [{ id, name: 'Small' }]
    platform.replies.set('GET /sizes', { status: 200, body: { data } })
    await openList('', platform)
    expect(screen.getByRole('cell', { name: 'Small' })).toBeVisible()
    expect(within(screen.getByRole('table')).queryByRole('link', { name: /Small/ })).toBeNull()
  })

  test('a rejected cursor is reported and leads to the first page of the same view', async () => {
    const platform = createPlatformWithThreeSizes()
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

  test('searching stores the text in the URL', async () => {
    const { user, address } = await openList('?sort=-name&limit=25')
    await user.type(screen.getByRole('searchbox', { name: 'Search sizes' }), ' larg {Enter}')
    await waitFor(() => expect(address()).toBe('/sizes?search=larg&sort=-name&limit=25'))
    await waitFor(() => expect(getFirstColumn()).toEqual(['Large']))
  })

  test('the search box keeps the focus for the next search', async () => {
    const { user, address } = await openList()
    await user.type(screen.getByRole('searchbox'), 'larg{Enter}')
    await waitFor(() => expect(getFirstColumn()).toEqual(['Large']))
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await user.keyboard('x{Enter}')
    await waitFor(() => expect(address()).toMatch(/^\/sizes\?search=(largx|xlarg)$/))
  })

  test('sends the query of its URL to the platform', async () => {
    const { platform } = await openList('?search=l&filter[group][eq]=youth&sort=-name&limit=25')
    expect(getListQuery(platform)).toBe(
      String(new URLSearchParams('search=l&filter[group][eq]=youth&sort=-name&limit=25')),
    )
  })

  test('filtering omits empty inputs from the URL', async () => {
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

  test('shows each filter as a chip that can be removed, and clears all at once', async () => {
    const { user, address } = await openList(
      '?search=x&filter[group][eq]=youth&filter[active][eq]=0&filter[createdAt][gte]=2026-11-21&after=abc',
    )
    const chips = within(screen.getByRole('list', { name: 'Filters' }))
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Group is Youth',
      'Active: No',
      'Created is on or after 11/21/2026',
    ])
    await user.click(screen.getByLabelText('Filter'))
    expect(getHref('Clear all')).toBe('/sizes')
    await user.click(screen.getByRole('link', { name: 'Remove filter: Active: No' }))
    await waitFor(() =>
      expect(address()).toBe(
        '/sizes?search=x&filter[group][eq]=youth&filter[createdAt][gte]=2026-11-21',
      ),
    )
  })

  test('sorts by a column heading in both directions', async () => {
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

  test('pages by cursor in both directions and keeps the view', async () => {
    await openList(
      '?search=l&sort=-name&after=here',
      createPlatformWithPage({ next: 'later', previous: 'before' }),
    )
    expect(getHref('Next')).toBe('/sizes?search=l&sort=-name&after=later')
    expect(getHref('Previous')).toBe('/sizes?search=l&sort=-name&after=before')
  })

  test('a single page has no Next or Previous', async () => {
    await openList()
    expect(screen.queryByRole('link', { name: 'Next' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Previous' })).not.toBeInTheDocument()
  })

  test('a list that fits on the smallest page has no page sizes or buttons', async () => {
    await openList('', createPlatformWithPage({ total: 25, from: 1 }))
    expect(screen.getByText('25 sizes')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Rows per page' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  test('page sizes are 25, 50, and 100, and changing one starts at the first page', async () => {
    await openList('?after=here', createPlatformWithPage({ total: 26 }))
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
  ])('a total of %j is shown as "%s"', async (page, text) => {
    await openList('', createPlatformWithPage(page))
    expect(screen.getByText(text)).toBeVisible()
  })

  test('an invalid filter is reported with the reason and keeps what was typed', async () => {
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
    [
      'filter[x][y]=z',
      'The parameter "filter[x][y]" isn\'t a filter in this list. We ignored "z".',
    ],
    ['filter[name][contains]=%00', "Name contains can't be read"],
    [
      'filter[constructor][eq]=z',
      'The parameter "filter[constructor][eq]" isn\'t a filter in this list. We ignored "z".',
    ],
    [
      'filter[name][contains]=a&filter[name][contains]=b',
      'Name contains can be used only once. We ignored "b".',
    ],
  ])('a URL with %s says what is ignored', async (query, sentence) => {
    await openList(`?${query}`)
    expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  })

  test('a URL is used as far as it is valid', async () => {
    const { platform } = await openList('?sort=nonsense&limit=7000&filter[x][y]=z&columns=nothing')
    expect(getListQuery(platform)).toBe('')
    expect(getRows()).toHaveLength(3)
  })
})

/** Returns the query of the first list request. */
const getListQuery = ({ requests }: ReturnType<typeof createMemoryPlatform>) =>
  String(requests.find(({ path }) => path === '/sizes')?.search)

describe('States of a list', () => {
  test('an unused list explains its records and offers the first action', async () => {
    await openList('', createMemoryPlatform())
    expect(screen.getByRole('heading', { name: 'No sizes yet' })).toBeVisible()
    expect(screen.getByText(/^Members choose a size when they order/)).toBeVisible()
    expect(getHref('Create size')).toBe('/sizes?create')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('an unmatched search shows headings, names the text, and can be cleared without other parameters', async () => {
    const { user, address } = await openList('?search=nothing&sort=-name')
    expect(screen.getByRole('heading', { name: 'No sizes match "nothing".' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull()
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getByText('0 sizes')).toBeInTheDocument()
    expect(pages.queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Clear search' }))
    await waitFor(() => expect(address()).toBe('/sizes?sort=-name'))
    await waitFor(() => expect(getRows()).toHaveLength(3))
    const searchBox = screen.getByRole('searchbox', { name: 'Search sizes' })
    await waitFor(() => expect(searchBox).toHaveValue(''))
  })

  test('an unmatched search with filters offers to clear each', async () => {
    await openList('?search=nothing&filter[group][eq]=youth')
    expect(
      screen.getByRole('heading', { name: 'No sizes match "nothing" and these filters.' }),
    ).toBeVisible()
    expect(getHref('Clear search')).toBe('/sizes?filter[group][eq]=youth')
    expect(getHref('Clear filters')).toBe('/sizes?search=nothing')
  })

  test('a filter range in the wrong order says that nothing can match', async () => {
    await openList('?filter[position][gte]=9&filter[position][lte]=1&search=x')
    expect(
      screen.getByText('Position: the "from" and "to" values are reversed, so nothing can match.'),
    ).toBeVisible()
  })

  test('an empty page after the last one links to the first', async () => {
    const platform = createPlatformWithPage({ total: 3 })
    platform.replies.set('GET /sizes', {
      status: 200,
      body: { data: [], page: { next: null, previous: null, total: 3, totalIsCapped: false } },
    })
    await openList('?after=x&limit=25', platform)
    expect(screen.getByRole('heading', { name: 'There are no other sizes.' })).toBeVisible()
    expect(getHref('First page')).toBe('/sizes?limit=25')
  })
})

describe('Keys of a list', () => {
  test('/ searches, j and k move through the rows, and Enter opens one', async () => {
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
    await waitFor(() => expect(getRows()[1]).toHaveAttribute('aria-current', 'true'))
  })

  test('e edits the row with the keyboard focus', async () => {
    const { user, address } = await openList()
    await user.keyboard('e')
    expect(address()).toBe('/sizes')
    await user.keyboard('je')
    await waitFor(() => expect(address()).toBe('/sizes?edit=1'))
  })

  test('Back focuses the last row, and keys continue from there', async () => {
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

  test('n opens a new record, and Escape closes the panel', async () => {
    const { user, address } = await openList('?search=l')
    await user.keyboard('n')
    await waitFor(() => expect(address()).toBe('/sizes?search=l&create'))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/sizes?search=l'))
  })

  test('a panel focuses its first field and returns the focus when it closes', async () => {
    const { user } = await openList()
    const opener = screen.getByRole('link', { name: 'Medium' })
    await user.click(opener)
    await waitFor(() => expect(getPanel().getByLabelText('Name')).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
  })

  test('a page that loads with its panel focuses the dialog', async () => {
    await openList('?create')
    expect(getPanel().getByLabelText('Name')).toBeVisible()
    expect(screen.getByRole('dialog')).toHaveFocus()
  })

  test("keys typed into a field or with Ctrl don't control the list", async () => {
    const { user, address } = await openList()
    await user.keyboard('{Control>}n{/Control}')
    await user.type(screen.getByRole('searchbox', { name: 'Search sizes' }), 'n/')
    expect(address()).toBe('/sizes')
  })
})

describe("A record that doesn't exist", () => {
  test.each(['edit', 'delete'])('?%s says so and links back to the list', async (kind) => {
    const { user, address } = await openList(`?search=l&${kind}=999`)
    expect(screen.getByRole('heading', { name: 'Unknown size' })).toBeVisible()
    expect(getPanel().getByRole('alert')).toHaveTextContent(
      "This size doesn't exist, or it was deleted.",
    )
    await user.click(getPanel().getByRole('link', { name: 'Back to the list' }))
    await waitFor(() => expect(address()).toBe('/sizes?search=l'))
  })

  test("a record that couldn't be loaded isn't reported as missing", async () => {
    const platform = createPlatformWithThreeSizes()
    platform.replies.set('GET /sizes/2', { status: 503 })
    await openList('?edit=2', platform)
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    expect(getPanel().getByRole('link', { name: 'Back to the list' })).toBeVisible()
  })
})

describe('Deleting a record', () => {
  const sizeUses = [
    { kind: 'product', count: 12, examples: ['Shirt', 'Hoodie'] },
    { kind: 'order', count: 0, examples: [] },
  ]

  test('asks first, deletes the version that was shown, and shows a message', async () => {
    const { user, platform, address } = await openList('?search=m')
    await user.click(screen.getByRole('link', { name: 'Delete Medium' }))
    await waitFor(() => expect(address()).toBe('/sizes?search=m&delete=2'))
    expect(await screen.findByRole('heading', { name: 'Delete Medium' })).toBeVisible()
    await user.click(getPanel().getByRole('button', { name: 'Delete' }))
    // The message names the deleted record without a link.
    expect(await screen.findByText('Deleted Medium')).toBeVisible()
    expect(address()).toBe('/sizes?search=m')
    expect(platform.writes()).toEqual([
      expect.objectContaining({ method: 'DELETE', path: '/sizes/2', ifMatch: 1 }),
    ])
  })

  test('can be undone from its message', async () => {
    const { user, platform } = await openList('?delete=2')
    await user.click(getPanel().getByRole('button', { name: 'Delete' }))
    const undo = await screen.findByRole('button', { name: 'Undo the change to Medium' })
    const restored = buildSize(2, 'Medium', 'M', { version: 2 })
    platform.replies.set('POST /sizes/2/restore', { status: 200, body: restored })
    await user.click(undo)
    expect(await screen.findByText('Undid the change to Medium')).toBeVisible()
    expect(platform.writes().at(-1)).toMatchObject({
      path: '/sizes/2/restore',
      ifMatch: 1,
      idempotencyKey: 'undo-/sizes/2/restore-2-1',
    })
  })

  test("can't be undone if another record took its code, and the message says why", async () => {
    const { user, platform } = await openList('?delete=2')
    await user.click(getPanel().getByRole('button', { name: 'Delete' }))
    const undo = await screen.findByRole('button', { name: 'Undo the change to Medium' })
    const fields = { code: 'Code is already used in this Group' }
    const body = { status: 422, code: 'invalid', title: 'Not right', fields }
    platform.replies.set('POST /sizes/2/restore', { status: 422, body })
    await user.click(undo)
    expect(
      await screen.findByText("We couldn't restore Medium. Code is already used in this Group"),
    ).toBeVisible()
  })

  test('can be canceled', async () => {
    const { user, platform, address } = await openList('?delete=2')
    await user.click(getPanel().getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/sizes'))
    expect(platform.writes()).toEqual([])
  })

  test('is blocked while the record is used, and shows the uses', async () => {
    const platform = createPlatformWithThreeSizes()
    platform.replies.set('GET /sizes/3/uses', { status: 200, body: { data: sizeUses } })
    await openList('?delete=3', platform)
    expect(
      getPanel().getByText(
        "You can't delete Large while other records depend on it. Change or delete those first.",
      ),
    ).toBeVisible()
    expect(
      getPanel()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['12 products, including Shirt, Hoodie'])
    expect(getPanel().queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  test('lists each example once and formats the counts', async () => {
    const platform = createPlatformWithThreeSizes()
    const uses = [
      { kind: 'product', count: 1520, examples: ['Crew neck', 'Crew neck', 'Hoodie'] },
      { kind: 'order', count: 2, examples: ['#7', '#7'] },
    ]
    platform.replies.set('GET /sizes/3/uses', { status: 200, body: { data: uses } })
    await openList('?delete=3', platform)
    const items = getPanel().getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      '1,520 products, including Crew neck, Hoodie',
      '2 orders: #7',
    ])
  })

  test('is blocked even if the record came into use in the meantime', async () => {
    const platform = createPlatformWithThreeSizes()
    platform.replies.set('DELETE /sizes/3', {
      status: 409,
      body: { status: 409, code: 'in_use', title: 'In use', uses: sizeUses },
    })
    const { user } = await openList('?delete=3', platform)
    await user.click(getPanel().getByRole('button', { name: 'Delete' }))
    expect(await getPanel().findByText('12 products, including Shirt, Hoodie')).toBeVisible()
    expect(getPanel().queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  test('asks again if someone else changed the record', async () => {
    const platform = createPlatformWithThreeSizes()
    platform.replies.set('DELETE /sizes/3', {
      status: 409,
      body: {
        status: 409,
        code: 'conflict',
        title: 'Changed',
        current: buildSize(3, 'Large', 'L', { version: 6 }),
      },
    })
    const { user } = await openList('?delete=3', platform)
    await user.click(getPanel().getByRole('button', { name: 'Delete' }))
    expect(await getPanel().findByRole('alert')).toHaveTextContent(
      /^other@example.com changed this/,
    )
    platform.replies.delete('DELETE /sizes/3')
    await user.click(getPanel().getByRole('button', { name: 'Delete' }))
    await screen.findByText('Deleted Large')
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 6])
  })
})

describe('Pasting rows', () => {
  const getLinesInput = () => getPanel().getByRole('textbox', { name: 'One per line' })
  const getSubmitButton = () => getPanel().getByRole('button', { name: 'Create all' })

  test('creates a record from each line with shared values', async () => {
    const { user, platform, address } = await openList('?search=l&paste')
    expect(getLinesInput()).toHaveAccessibleDescription(/^Enter Name and Code on each line/)
    await user.selectOptions(getPanel().getByRole('combobox', { name: 'Group' }), 'Youth')
    await user.click(getLinesInput())
    await user.paste('Tall, T\nWide, W')
    await user.click(getSubmitButton())
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

  test('saves a draft, offers to restore it, and removes it once the records are created', async () => {
    const key = 'draft.7.sizes.lines'
    sessionStorage.setItem(key, JSON.stringify({ group: ['youth'], lines: ['Tall, T'] }))
    onTestFinished(() => sessionStorage.removeItem(key))
    const { user } = await openList('?paste')
    await user.click(await getPanel().findByRole('button', { name: 'Restore' }))
    expect(getLinesInput()).toHaveValue('Tall, T')
    await user.type(getLinesInput(), '\nWide, W')
    expect(getPanel().getByRole('combobox', { name: 'Group' })).toHaveValue('youth')
    expect(JSON.parse(sessionStorage.getItem(key) ?? '')).toMatchObject({
      group: ['youth'],
      lines: ['Tall, T\nWide, W'],
    })
    await user.click(getSubmitButton())
    const link = await screen.findByRole('link', { name: '2 sizes' })
    expect(link).toHaveAttribute('href', '/sizes?sort=-createdAt')
    await waitFor(() => expect(sessionStorage.getItem(key)).toBeNull())
  })

  test('names each invalid line, keeps the text, and creates nothing', async () => {
    const { user, platform } = await openList('?paste')
    await user.click(getLinesInput())
    await user.paste('Tall, T\nWide, MUCHTOOWIDE')
    await user.click(getSubmitButton())
    const alert = await getPanel().findByRole('alert')
    expect(alert).toHaveTextContent('Nothing was created. Fix these lines, then try again.')
    expect(alert).toHaveTextContent('Line 2: Code must be at most 8 characters')
    expect(getLinesInput()).toHaveValue('Tall, T\nWide, MUCHTOOWIDE')
    expect(getLinesInput()).toBeInvalid()
    await waitFor(() => expect(getLinesInput()).toHaveFocus())
    expect(platform.writes().map(({ path }) => path)).toEqual(['/sizes/many/check'])
  })

  test('reports invalid and duplicate values together, by line', async () => {
    const platform = createPlatformWithThreeSizes()
    const duplicate = 'Code is already used in this Group'
    platform.replies.set('POST /sizes/many/check', {
      status: 200,
      body: {
        rows: [
          { index: 0, fields: { name: 'Name is a required field', code: duplicate } },
          { index: 1, fields: { code: duplicate } },
        ],
      },
    })
    const { user } = await openList('?paste', platform)
    await user.click(getLinesInput())
    await user.paste('only one value\n, S\n\nLarge, L\nWide, L')
    await user.click(getSubmitButton())
    const errors = within(await getPanel().findByRole('alert')).getAllByRole('listitem')
    expect(errors.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Line 1: Code is a required field: each line needs/),
      'Line 2: Name is a required field',
      `Line 2: ${duplicate}`,
      `Line 4: ${duplicate}`,
      'Line 5: Code L is already on line 4',
    ])
    expect(platform.writes().map(({ path }) => path)).toEqual(['/sizes/many/check'])
  })

  test('names the lines that the platform rejects', async () => {
    const platform = createPlatformWithThreeSizes()
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
    await user.click(getLinesInput())
    await user.paste('Tall, T\n\nLarge, L')
    await user.click(getSubmitButton())
    expect(await getPanel().findByRole('alert')).toHaveTextContent(
      'Line 3: Code is already used in this Group',
    )
    expect(getLinesInput()).toHaveValue('Tall, T\n\nLarge, L')
  })

  test('asks before discarding pasted text', async () => {
    const { user, address } = await openList('?paste')
    await user.click(getLinesInput())
    await user.paste('Tall, T')
    await user.keyboard('{Escape}')
    const dialog = within(screen.getByRole('dialog', { name: /^Leave/ }))
    await user.click(dialog.getByRole('button', { name: 'Stay' }))
    expect(address()).toBe('/sizes?paste')
    expect(getLinesInput()).toHaveValue('Tall, T')
  })
})

describe('screens.md, Sizes: generating a run', () => {
  const getGroupSelect = () => getPanel().getByRole('combobox', { name: 'Group' })
  const getInput = (name: 'From' | 'To' | 'Step') => getPanel().getByLabelText(name)
  const getCreateButton = (name: string) => getPanel().getByRole('button', { name })
  const getRunItems = () => {
    const list = getPanel().getByRole('list', { name: 'Sizes in this run' })
    return within(list)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }
  async function fillRun(
    { user }: Awaited<ReturnType<typeof openList>>,
    values: Partial<Record<'From' | 'To' | 'Step', string>>,
  ) {
    for (const name of ['From', 'To', 'Step'] as const) {
      if (values[name] === undefined) continue
      await user.clear(getInput(name))
      if (values[name] !== '') await user.type(getInput(name), values[name])
    }
  }
  const buildSizeInGroup = (
    code: string,
    group = 'adult',
    id = code.length * 100 + code.charCodeAt(0),
  ) => buildSize(id, code, code, { group })

  test('shows what it would create and creates it in the chosen group', async () => {
    const view = await openList('?run')
    await view.user.selectOptions(getGroupSelect(), 'Youth')
    await fillRun(view, { From: 'S', To: 'L' })
    expect(getPanel().getByRole('status')).toHaveTextContent(
      'Creates 2 sizes. 1 size already exists.',
    )
    expect(getRunItems()).toEqual(['SExists', 'M', 'L'])
    await view.user.click(getCreateButton('Create 2 sizes'))
    await screen.findByRole('link', { name: '2 sizes' })
    expect(view.address()).toBe('/sizes?sort=-createdAt')
    expect(view.platform.writes().at(-1)?.body).toEqual({
      records: ['M', 'L'].map((code) =>
        expect.objectContaining({ code, group: 'youth', podSize: code, active: true }),
      ),
    })
  })

  test('a range in a shoe group creates only the missing sizes', async () => {
    const platform = createMemoryPlatform([
      buildSizeInGroup('36', 'footwear_eu', 1),
      buildSizeInGroup('40', 'footwear_eu', 2),
    ])
    const view = await openList('?run', platform)
    await view.user.selectOptions(getGroupSelect(), 'Footwear EU')
    expect(getInput('From')).toHaveValue('36')
    await fillRun(view, { To: '42', Step: '2' })
    expect(getRunItems()).toEqual(['36Exists', '38', '40Exists', '42'])
    await view.user.click(getCreateButton('Create 2 sizes'))
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

  test('waist and inseam create every combination and skip sizes created in the meantime', async () => {
    const platform = createMemoryPlatform([])
    const view = await openList('?run', platform)
    await fillRun(view, { From: '28/30', To: '30/32', Step: '2' })
    expect(getRunItems()).toEqual(['28/30', '28/32', '30/30', '30/32'])
    platform.sizes.push(buildSizeInGroup('28/32'))
    await view.user.click(getCreateButton('Create 4 sizes'))
    await screen.findByRole('link', { name: '3 sizes' })
  })

  test('starts with a group that lacks sizes and counts existing ones', async () => {
    const platform = createMemoryPlatform([
      ...letterSizes.map(([code], at) => buildSizeInGroup(code, 'adult', at + 1)),
      buildSizeInGroup('XS', 'youth', 20),
    ])
    await openList('?run', platform)
    expect(getGroupSelect()).toHaveValue('youth')
    expect(getPanel().getByRole('status')).toHaveTextContent(
      'Creates 8 sizes. 1 size already exists.',
    )
  })

  test('creates nothing if all sizes exist', async () => {
    const platform = createMemoryPlatform([buildSizeInGroup('S'), buildSizeInGroup('M')])
    const view = await openList('?run', platform)
    await fillRun(view, { From: 'S', To: 'M' })
    const allExist = 'All sizes in this run already exist. Change the run or choose another group.'
    expect(getPanel().getByRole('status')).toHaveTextContent(allExist)
    await view.user.click(getCreateButton('Create sizes'))
    await waitFor(() => expect(getInput('To')).toHaveAccessibleDescription(allExist))
    expect(platform.writes().map(({ path }) => path)).toEqual(['/sizes/many/check'])
  })

  test('a reversed range is rejected at its field', async () => {
    const view = await openList('?run')
    await fillRun(view, { From: 'L', To: 'S' })
    await view.user.click(getCreateButton('Create sizes'))
    await waitFor(() => expect(getInput('To')).toBeInvalid())
    expect(getInput('To')).toHaveAccessibleDescription(
      'Make the "To" size at least as large as the "From" size.',
    )
    expect(getInput('To')).toHaveValue('S')
    await waitFor(() => expect(getInput('To')).toHaveFocus())
    expect(view.platform.writes()).toEqual([])
  })

  test('names the rejected sizes even after another run is entered', async () => {
    const platform = createPlatformWithThreeSizes()
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
    const view = await openList('?run', platform)
    await fillRun(view, { From: 'M', To: '2XL' })
    await view.user.click(getCreateButton('Create 2 sizes'))
    const alert = await getPanel().findByRole('alert')
    await fillRun(view, { From: 'XL' })
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

describe('Reordering', () => {
  const getRowNames = () => getRows().map((row) => getCellTexts(row)[1])

  test('is offered under More and opens the list in its order', async () => {
    const { user, address } = await openList('?search=l&sort=-name')
    await user.click(screen.getByLabelText('More'))
    await user.click(screen.getByRole('link', { name: 'Reorder' }))
    await waitFor(() => expect(address()).toBe('/sizes?reorder'))
    expect(await screen.findByRole('table', { name: 'Change the order' })).toBeVisible()
  })

  test('an arrow moves a row, saves immediately, and keeps the focus', async () => {
    const { user, platform, address } = await openList('?reorder')
    await user.click(screen.getByRole('button', { name: 'Move Small down' }))
    await waitFor(() => expect(getRowNames()).toEqual(['Medium', 'Small', 'Large']))
    expect(platform.writes()).toEqual([
      expect.objectContaining({ method: 'PUT', path: '/sizes/order', body: { ids: [2, 1, 3] } }),
    ])
    await screen.findByRole('link', { name: 'the order of the sizes list' })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Move Small down' })).toHaveFocus(),
    )
    expect(address()).toBe('/sizes?reorder')
  })

  test("the first row can't move up, and the last can't move down", async () => {
    await openList('?reorder')
    expect(screen.getByRole('button', { name: 'Move Small up' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Large down' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move Large up' })).toBeEnabled()
  })

  test.each([
    ['Small', 'Large', [2, 3, 1]],
    ['Large', 'Small', [3, 1, 2]],
  ])('dragging %s onto %s moves it there', async (from, to, ids) => {
    const { platform } = await openList('?reorder')
    const getRow = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
    const dataTransfer = { setData: vi.fn(), effectAllowed: 'none' }
    fireEvent.dragStart(getRow(from), { dataTransfer })
    expect(dataTransfer.setData).toHaveBeenCalledWith('text/plain', from)
    fireEvent.dragOver(getRow(to))
    fireEvent.drop(getRow(to))
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    expect(platform.writes()[0]?.body).toEqual({ ids })
    await screen.findByRole('link', { name: 'the order of the sizes list' })
  })

  describe('Undo of the last move', () => {
    const getUndoButton = () =>
      screen.getByRole('button', { name: 'Undo the change to the order of the sizes list' })
    const findUndoButton = (name: string) =>
      screen.findByRole('button', { name: `Undo the change to ${name}` })
    async function moveTwice() {
      const view = await openList('?reorder')
      await view.user.click(screen.getByRole('button', { name: 'Move Small down' }))
      await waitFor(() => expect(getRowNames()).toEqual(['Medium', 'Small', 'Large']))
      await findUndoButton('the order of the sizes list')
      await view.user.click(screen.getByRole('button', { name: 'Move Small down' }))
      await waitFor(() => expect(getRowNames()).toEqual(['Medium', 'Large', 'Small']))
      await waitFor(() => expect(getUndoButton()).toBeVisible())
      view.platform.requests.length = 0
      return view
    }

    test("is offered once and restores the previous order if it hasn't changed since", async () => {
      const { user, platform } = await moveTwice()
      await user.click(getUndoButton())
      await waitFor(() => expect(getRowNames()).toEqual(['Medium', 'Small', 'Large']))
      expect(platform.writes()).toMatchObject([
        { method: 'PUT', path: '/sizes/order', body: { ids: [2, 1, 3], was: [2, 3, 1] } },
      ])
      expect(await screen.findByText('Undid the change to')).toBeVisible()
    })

    test('is rejected if someone else moved a row since, and says who and when', async () => {
      const { user, platform } = await moveTwice()
      const current = buildSize(1, 'Small', 'S')
      const body = { status: 409, code: 'conflict', title: 'Changed', current }
      platform.replies.set('PUT /sizes/order', { status: 409, body })
      await user.click(getUndoButton())
      const rejection = await screen.findByText(/because other@example.com changed/)
      expect(rejection).toHaveTextContent(
        'Nothing was undone, because other@example.com changed the order of the sizes list on 03/09/2025 04:05 PM.',
      )
    })
  })

  test('a failed move shows an error', async () => {
    const platform = createPlatformWithThreeSizes()
    platform.replies.set('PUT /sizes/order', { status: 502 })
    const { user } = await openList('?reorder', platform)
    await user.click(screen.getByRole('button', { name: 'Move Small down' }))
    expect(await screen.findByRole('alert')).toHaveTextContent("The platform isn't responding")
    expect(getRowNames()).toEqual(['Small', 'Medium', 'Large'])
  })
})
