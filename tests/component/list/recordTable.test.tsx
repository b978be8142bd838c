import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getCardFacts } from '#client/list/table/getCardFacts.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { resources } from '#shared/areas/index.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

/** Finds the status column of each resource: its tabs, or else a status, state, or active flag. */
const resourcesWithStatus = resources.flatMap((resource) => {
  const { columns, tabs = '' } = resource.list
  const state = columns.slice(1).find((column) => /^(status|state|active)$/.test(column))
  const wanted = columns.slice(1).includes(tabs) ? tabs : state
  return wanted === undefined || resource.api.single ? [] : [{ resource, wanted }]
})
test.each(resourcesWithStatus)(
  'a card of $resource.name shows its status first',
  ({ resource, wanted }) => {
    const { status, facts } = getCardFacts(resource, resource.list.columns)
    expect([status, facts[0]]).toEqual([wanted, wanted])
    expect(facts.length).toBeLessThanOrEqual(3)
  },
)

test('a read-only record opens in a panel from its row and links to the next', async () => {
  const platform = createMemoryPlatform()
  const buildEntry = (id: number, reason: string) => ({
    ...buildSize(id, reason, reason),
    enteredAt: '2026-11-20T10:00:00.000Z',
    memberId: 7,
    storeId: 5,
    type: 'issue',
    amount: 12,
    unit: 'points',
    balance: 30,
    reason,
    issuedBy: `${reason}@x.example`,
  })
  const data = [buildEntry(3, 'Ann'), buildEntry(4, 'Bob')]
  const page = { ...emptyPage, total: 2 }
  platform.replies.set('GET /creditEntries', { status: 200, body: { data, page } })
  for (const one of data)
    platform.replies.set(`GET /creditEntries/${one.id}`, { status: 200, body: one })
  const { user, address } = await renderConsole('/credits', { platform })
  await user.click(await screen.findByRole('cell', { name: 'Ann' }))
  await waitFor(() => expect(address()).toBe('/credits?record=3'))
  const panel = await screen.findByRole('dialog', { name: /^Ann/ })
  expect(within(panel).getByText('Ann@x.example')).toBeVisible()
  await user.click(within(panel).getByRole('link', { name: 'Next: Bob' }))
  await screen.findByRole('dialog', { name: /^Bob/ })
})

test.each([
  [logEntries, ['event', undefined, 'time'], ['severity', 'changedFields', 'actor', 'label']],
  [paymentAttempts, ['orderNumber', 'amount', 'attemptedAt'], ['status', 'storeId', 'reason']],
  [creditEntries, ['memberId', 'amount', 'enteredAt'], ['storeId', 'reason']],
  [orders, ['number', 'amount', 'placedAt'], ['status', 'memberId', 'storeId']],
  [creditLiabilities, ['storeId', 'outstanding', undefined], ['expiring', 'holders']],
])(
  'a card of $name is titled by who or what, not by time or amount',
  (resource, expected, facts) => {
    const card = getCardFacts(resource, resource.list.columns)
    expect([card.title, card.amount, card.time]).toEqual(expected)
    expect(card.facts).toEqual(facts)
  },
)

const letters = ['S', 'M', 'L', 'XL']
const createPlatformWithFourSizes = () =>
  createMemoryPlatform(letters.map((code, at) => buildSize(at + 1, `Size ${code}`, code)))

async function openSizes(search = '') {
  const view = await renderConsole(`/sizes${search}`, { platform: createPlatformWithFourSizes() })
  await screen.findByRole('table')
  return view
}

async function openStores(stores = [buildStore(), buildStore({ id: 9, name: 'Brook' })]) {
  const platform = createMemoryPlatform()
  const page = { ...emptyPage, total: 2 }
  platform.replies.set('GET /stores', { status: 200, body: { data: stores, page } })
  const view = await renderConsole('/stores?search=o', { platform })
  await screen.findByRole('table')
  return view
}

const getCell = (text: string) => screen.getByRole('cell', { name: text })
const getCheckbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const getSelectedCodes = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Size/ })
    .flatMap(({ checked }, at) => (checked ? [letters[at]] : []))

test('rows with the same name differ by the times and records in their columns', async () => {
  const buildCreation = (hour: string) => ({ createdAt: `2026-11-20T${hour}:30:00.000Z` })
  const platform = createMemoryPlatform([
    buildSize(1, 'Twin', 'A', buildCreation('08')),
    buildSize(2, 'Twin', 'B', buildCreation('09')),
    buildSize(3, 'Single', 'C', buildCreation('10')),
  ])
  await renderConsole('/sizes?columns=name,createdAt', { platform })
  await screen.findByRole('table')
  const namesakes = screen.getAllByRole('checkbox', {
    name: /^Select Twin, 11\/20\/2026 \d\d:30 [AP]M$/,
  })
  expect(namesakes).toHaveLength(2)
  expect(getCheckbox('Single')).toBeVisible()
})

describe('screens.md, "Every list": clicking a row opens it', () => {
  test('clicking a value opens the row', async () => {
    const { user, address } = await openSizes()
    await user.click(getCell('M'))
    await waitFor(() => expect(address()).toBe('/sizes?edit=2'))
  })

  test('clicking a link in the row follows only that link', async () => {
    const { user, address } = await openSizes()
    await user.click(screen.getByRole('link', { name: 'Delete Size M' }))
    await waitFor(() => expect(address()).toBe('/sizes?delete=2'))
  })

  test('clicking after selecting text opens nothing', async () => {
    const { user, address } = await openSizes()
    const selection = vi.spyOn(window, 'getSelection')
    selection.mockReturnValue({ isCollapsed: false } as Selection)
    fireEvent.click(getCell('M'))
    expect(address()).toBe('/sizes')
    selection.mockRestore()
    await user.click(getCell('M'))
    await waitFor(() => expect(address()).toBe('/sizes?edit=2'))
  })

  test('clicking beside the checkbox toggles it and opens nothing', async () => {
    const { user, address } = await openSizes()
    const [boxCell] = within(screen.getAllByRole('row')[2] as HTMLElement).getAllByRole('cell')
    await user.click(boxCell as HTMLElement)
    expect(getSelectedCodes()).toEqual(['M'])
    expect(address()).toBe('/sizes')
  })

  test('the page of a record gets its list in the history state, from the row and the link', async () => {
    const { user, router, address } = await openStores()
    await user.click(screen.getByRole('link', { name: 'Brook' }))
    await waitFor(() => expect(address()).toBe('/stores/9'))
    expect(router.state.location.state).toEqual({
      list: { address: '/stores?search=o', ids: [5, 9], at: 1, total: 2 },
    })
  })
})

test('only a truncated cell gets a tooltip with its full text', async () => {
  await openSizes()
  const [name, code] = [getCell('Size M'), getCell('M')]
  for (const [one, isCut] of [
    [name, true],
    [code, false],
  ] as const) {
    Object.defineProperties(one, {
      clientWidth: { value: 40 },
      scrollWidth: { value: isCut ? 90 : 40 },
    })
    fireEvent.pointerOver(one)
  }
  expect(name).toHaveAttribute('title', 'Size M')
  expect(code).not.toHaveAttribute('title')
})

describe('Selection', () => {
  test('works by checkbox, by Shift+click, and by "Select all"', async () => {
    const { user } = await openSizes()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    await user.click(getCheckbox('Size S'))
    await user.keyboard('{Shift>}')
    await user.click(getCheckbox('Size L'))
    await user.keyboard('{/Shift}')
    expect(getSelectedCodes()).toEqual(['S', 'M', 'L'])
    expect(screen.getByText('3 selected')).toBeVisible()
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select all/ })
    expect(all).toBePartiallyChecked()
    await user.click(all)
    expect(getSelectedCodes()).toEqual(letters)
    await user.click(all)
    expect(getSelectedCodes()).toEqual([])
    expect(screen.queryByText(/^\d.* selected$/)).toBeNull()
  })

  test('is cleared by its bar', async () => {
    const { user } = await openSizes()
    await user.click(getCheckbox('Size M'))
    await user.click(await screen.findByRole('link', { name: 'Clear selection' }))
    expect(getSelectedCodes()).toEqual([])
    expect(screen.queryByText(/^\d.* selected$/)).toBeNull()
  })

  test('x toggles the row with the keyboard focus', async () => {
    const { user, address } = await openSizes()
    await user.keyboard('jjx')
    expect(getSelectedCodes()).toEqual(['M'])
    expect(screen.getByRole('link', { name: 'Size M' })).toHaveFocus()
    await user.keyboard('x')
    expect(getSelectedCodes()).toEqual([])
    expect(address()).toBe('/sizes')
  })

  test('holds at most 200 single rows, and another stays unselected with a message', async () => {
    const others = Array.from({ length: 199 }, (_, at) => at + 1000)
    const { user } = await openSizes(`?chosen=${others.join(',')}`)
    await user.click(getCheckbox('Size S'))
    expect(screen.getByText('200 selected')).toBeVisible()
    expect(screen.queryByText(/at most 200 rows/)).toBeNull()
    await user.click(getCheckbox('Size M'))
    expect(getSelectedCodes()).toEqual(['S'])
    expect(await screen.findByText(/at most 200 rows .* so 1 row isn't selected/)).toBeVisible()
    await user.click(getCheckbox('Size S'))
    expect(screen.queryByText(/at most 200 rows/)).toBeNull()
  })

  test('survives reordering because it is stored by record', async () => {
    const { user, platform, router } = await openSizes()
    await user.click(getCheckbox('Size M'))
    platform.sizes.reverse()
    await router.navigate('/sizes?sort=-position')
    await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Size XL'))
    expect(getCheckbox('Size M')).toBeChecked()
    expect(screen.getByText('1 selected')).toBeVisible()
  })
})

describe('review.md 17: normal states are quiet', () => {
  test('an active toggle is plain text', async () => {
    await openSizes('?columns=name,active')
    expect(screen.getAllByRole('cell', { name: 'Yes' })[0]?.children).toHaveLength(0)
  })

  test("Yes is marked as quiet, and No isn't", async () => {
    const platform = createMemoryPlatform([
      buildSize(1, 'Small', 'S'),
      { ...buildSize(2, 'Large', 'L'), active: false },
    ])
    await renderConsole('/sizes?columns=name,active', { platform })
    await screen.findByRole('table')
    expect(screen.getByRole('cell', { name: 'Yes' })).toHaveAttribute('data-yes')
    expect(screen.getByRole('cell', { name: 'No' })).not.toHaveAttribute('data-yes')
  })

  test.each([
    [{}, '3 missing', 'Missing: Email, Payments, Gift cards'],
    // An integration the store doesn't need counts only if it is used.
    [{ type: 'points', mailState: 'active', printState: 'verified' }, '1 active', 'Active: Email'],
    [
      { type: 'points', mailState: 'active', printState: 'active' },
      '2 active',
      'Active: Email, Print on demand',
    ],
    [
      { type: 'retail', mailState: 'active', paymentState: 'disabled' },
      '1 active, 1 missing',
      'Active: Email. Missing: Payments',
    ],
    [
      {
        mailState: 'active',
        signOnState: 'active',
        paymentState: 'active',
        giftState: 'active',
        printState: 'active',
      },
      '5 active',
      'Active: Email, SSO, Payments, Gift cards, Print on demand',
    ],
    [{ mailState: 'active', signOnState: 'degraded' }, 'SSO failing', 'SSO failing'],
    [
      { mailState: 'degraded', giftState: 'degraded' },
      'Email failingGift cards failing',
      'Email, Gift cards failing',
    ],
    [
      { mailState: 'degraded', signOnState: 'degraded', paymentState: 'degraded' },
      'Payments failingEmail failing +1',
      'Payments, Email, SSO failing',
    ],
  ])('integrations with %j are shown as "%s"', async (states, text, title) => {
    const none = Object.fromEntries(
      ['mail', 'signOn', 'payment', 'gift', 'print'].map((kind) => [`${kind}State`, 'draft']),
    )
    await openStores([buildStore({ ...none, ...states })])
    const summary = screen.getByRole('cell', { name: new RegExp(`^${text.replace('+', '\\+')}$`) })
    expect(summary.querySelector('[title]')).toHaveAttribute('title', title)
  })
})

describe('Returning to a list', () => {
  const getScrollArea = () => screen.getByRole('region', { name: 'sizes' })

  test('restores the focused row and the scroll position, and keys continue from there', async () => {
    const { user, router } = await openSizes('?sort=-name')
    await user.keyboard('jj')
    getScrollArea().scrollTop = 120
    getScrollArea().scrollLeft = 30
    fireEvent.scroll(getScrollArea())
    await router.navigate('/stickers')
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    await router.navigate(-1)
    const row = await screen.findByRole('link', { name: 'Size M' })
    await waitFor(() => expect(row).toHaveFocus())
    expect([getScrollArea().scrollTop, getScrollArea().scrollLeft]).toEqual([120, 30])
    row.blur()
    await user.keyboard('j')
    expect(screen.getByRole('link', { name: 'Size L' })).toHaveFocus()
  })

  test('focuses the row that was clicked', async () => {
    const { user, router } = await openStores()
    await user.click(getCell('Brook').parentElement?.children[3] ?? document.body)
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    await router.navigate(-1)
    const row = await screen.findByRole('link', { name: 'Brook' })
    await waitFor(() => expect(row).toHaveFocus())
  })

  test('scrolls another page to its top but keeps the horizontal position', async () => {
    const { router } = await openSizes()
    getScrollArea().scrollTop = 120
    getScrollArea().scrollLeft = 30
    fireEvent.scroll(getScrollArea())
    await router.navigate('/sizes?after=abc')
    await waitFor(() => expect(getScrollArea().scrollTop).toBe(0))
    expect(getScrollArea().scrollLeft).toBe(30)
    await router.navigate(-1)
    await waitFor(() => expect(getScrollArea().scrollTop).toBe(120))
  })

  test('breadcrumbs link to the list with its search', async () => {
    const { router } = await openStores()
    await router.navigate('/stores/create')
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(trail.getByRole('link', { name: 'All Stores' })).toHaveAttribute(
      'href',
      '/stores?search=o',
    )
  })
})

test('e opens the edit page of a record and passes its list', async () => {
  const { user, router, address } = await openStores()
  await user.keyboard('jje')
  await waitFor(() => expect(address()).toBe('/stores/9?tab=general'))
  expect(router.state.location.state).toEqual({
    list: { address: '/stores?search=o', ids: [5, 9], at: 1, total: 2 },
  })
})

test('n opens the page that creates a record and focuses its first field', async () => {
  const { user, address } = await openStores()
  await user.keyboard('n')
  await waitFor(() => expect(address()).toBe('/stores/create'))
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveFocus())
})

/** Returns the actions of the selection bar in order: its links, then those in its menu. */
async function findBarActions(first: string) {
  const [link] = await screen.findAllByRole('link', { name: first })
  const bar = link?.parentElement
  const texts = [...(bar?.children ?? [])].map(({ textContent }) => textContent)
  const menu = within(bar ?? document.body)
    .getAllByRole('list', { hidden: true })
    .at(-1)
  const rest = [...(menu?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)
  return [...texts.slice(texts.indexOf(first), texts.indexOf(first) + 3), ...rest]
}

test("the selection bar starts with the daily actions that a selected store's status allows", async () => {
  const draft = buildStore({ id: 9, name: 'Brook', status: 'draft' })
  const { user } = await openStores([buildStore(), draft])
  await user.click(getCheckbox('Acme Rewards'))
  const commonActions = [
    'Assign theme...',
    'Add tag...',
    'Remove tag...',
    'Archive...',
    'Change a field...',
  ]
  expect(await findBarActions('Suspend...')).toEqual([
    'Suspend...',
    'Start maintenance...',
    ...commonActions,
    'Export',
    'Save selection...',
  ])
  await user.click(getCheckbox('Acme Rewards'))
  await user.click(getCheckbox('Brook'))
  expect(await findBarActions('Activate...')).toEqual([
    'Activate...',
    ...commonActions,
    'Export',
    'Save selection...',
  ])
})
