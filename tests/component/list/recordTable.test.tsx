import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getCardFacts } from '#client/list/table/getCardFacts.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { resources } from '#shared/areas/index.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage, storeRecord } from '#tests/support/servers/storePlatform.ts'

/** What is neither a record's name nor a fact says how it stands. */
const withState = resources.flatMap((resource) => {
  const { columns, tabs = '' } = resource
  const state = columns.slice(1).find((one) => /^(status|state|active)$/.test(one))
  const wanted = columns.slice(1).includes(tabs) ? tabs : state
  return wanted === undefined || resource.single ? [] : [{ resource, wanted }]
})
test.each(withState)('a card of $resource.name shows how it stands', ({ resource, wanted }) => {
  const { status, facts } = getCardFacts(resource, resource.columns)
  expect([status, facts[0]]).toEqual([wanted, wanted])
  expect(facts.length).toBeLessThanOrEqual(3)
})

test('what nobody changes is read whole in the panel that its row opens, one after the other', async () => {
  const platform = memoryPlatform()
  const entry = (id: number, reason: string) => ({
    ...sizeRecord(id, reason, reason),
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
  const data = [entry(3, 'Ann'), entry(4, 'Bob')]
  const page = { ...noPage, total: 2 }
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
  [orders, ['number', 'amount', 'placedAt'], ['status', 'storeId']],
  [creditLiabilities, ['storeId', 'outstanding', undefined], ['expiring', 'holders']],
])('a card of $name is headed by who or what, not by when or how much', (resource, at, facts) => {
  const card = getCardFacts(resource, resource.columns)
  expect([card.title, card.amount, card.time]).toEqual(at)
  expect(card.facts).toEqual(facts)
})

const letters = ['S', 'M', 'L', 'XL']
const platformOfFour = () =>
  memoryPlatform(letters.map((code, at) => sizeRecord(at + 1, `Size ${code}`, code)))

async function openSizes(search = '') {
  const shown = await renderConsole(`/sizes${search}`, { platform: platformOfFour() })
  await screen.findByRole('table')
  return shown
}

async function openStores(stores = [storeRecord(), storeRecord({ id: 9, name: 'Brook' })]) {
  const platform = memoryPlatform()
  const page = { ...noPage, total: 2 }
  platform.replies.set('GET /stores', { status: 200, body: { data: stores, page } })
  const shown = await renderConsole('/stores?search=o', { platform })
  await screen.findByRole('table')
  return shown
}

const cell = (text: string) => screen.getByRole('cell', { name: text })
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Size/ })
    .flatMap(({ checked }, at) => (checked ? [letters[at]] : []))

test('rows with the same name differ by the times and records in their columns', async () => {
  const at = (hour: string) => ({ createdAt: `2026-11-20T${hour}:30:00.000Z` })
  const platform = memoryPlatform([
    sizeRecord(1, 'Twin', 'A', at('08')),
    sizeRecord(2, 'Twin', 'B', at('09')),
    sizeRecord(3, 'Single', 'C', at('10')),
  ])
  await renderConsole('/sizes?columns=name,createdAt', { platform })
  await screen.findByRole('table')
  const twins = screen.getAllByRole('checkbox', {
    name: /^Select Twin, 11\/20\/2026 \d\d:30 [AP]M$/,
  })
  expect(twins).toHaveLength(2)
  expect(box('Single')).toBeVisible()
})

describe('screens.md, "Every list": a click anywhere on a row opens it', () => {
  test('on a value', async () => {
    const { user, address } = await openSizes()
    await user.click(cell('M'))
    await waitFor(() => expect(address()).toBe('/sizes?edit=2'))
  })

  test('on a link of the row that link alone is followed', async () => {
    const { user, address } = await openSizes()
    await user.click(screen.getByRole('link', { name: 'Delete Size M' }))
    await waitFor(() => expect(address()).toBe('/sizes?delete=2'))
  })

  test('not where text was marked', async () => {
    const { user, address } = await openSizes()
    const marked = vi.spyOn(window, 'getSelection')
    marked.mockReturnValue({ isCollapsed: false } as Selection)
    fireEvent.click(cell('M'))
    expect(address()).toBe('/sizes')
    marked.mockRestore()
    await user.click(cell('M'))
    await waitFor(() => expect(address()).toBe('/sizes?edit=2'))
  })

  test('not the head, and not beside the box, which it presses', async () => {
    const { user, address } = await openSizes()
    const [boxCell] = within(screen.getAllByRole('row')[2] as HTMLElement).getAllByRole('cell')
    await user.click(boxCell as HTMLElement)
    expect(selected()).toEqual(['M'])
    expect(address()).toBe('/sizes')
  })

  test("the page of a record is told its list, by a click and by the name's link", async () => {
    const { user, router, address } = await openStores()
    await user.click(screen.getByRole('link', { name: 'Brook' }))
    await waitFor(() => expect(address()).toBe('/stores/9'))
    expect(router.state.location.state).toEqual({
      list: { address: '/stores?search=o', ids: [5, 9], at: 1, total: 2 },
    })
  })
})

test('what is cut off is told whole, what fits is not', async () => {
  await openSizes()
  const [name, code] = [cell('Size M'), cell('M')]
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

describe('selection', () => {
  test('by boxes, with Shift from the one before, and by the box of all', async () => {
    const { user } = await openSizes()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    await user.click(box('Size S'))
    await user.keyboard('{Shift>}')
    await user.click(box('Size L'))
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual(['S', 'M', 'L'])
    expect(screen.getByText('3 selected')).toBeVisible()
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select all/ })
    expect(all).toBePartiallyChecked()
    await user.click(all)
    expect(selected()).toEqual(letters)
    await user.click(all)
    expect(selected()).toEqual([])
    expect(screen.queryByText(/selected$/)).toBeNull()
  })

  test('is cleared by its bar', async () => {
    const { user } = await openSizes()
    await user.click(box('Size M'))
    await user.click(await screen.findByRole('link', { name: 'Clear selection' }))
    expect(selected()).toEqual([])
    expect(screen.queryByText(/selected$/)).toBeNull()
  })

  test('x selects the row that the keys stand at', async () => {
    const { user, address } = await openSizes()
    await user.keyboard('jjx')
    expect(selected()).toEqual(['M'])
    expect(screen.getByRole('link', { name: 'Size M' })).toHaveFocus()
    await user.keyboard('x')
    expect(selected()).toEqual([])
    expect(address()).toBe('/sizes')
  })

  test('holds 200 one by one: a further row stays unticked, and it is said', async () => {
    const others = Array.from({ length: 199 }, (_, at) => at + 1000)
    const { user } = await openSizes(`?chosen=${others.join(',')}`)
    await user.click(box('Size S'))
    expect(screen.getByText('200 selected')).toBeVisible()
    expect(screen.queryByText(/at most 200 rows/)).toBeNull()
    await user.click(box('Size M'))
    expect(selected()).toEqual(['S'])
    expect(await screen.findByText(/at most 200 rows .* so 1 row isn't selected/)).toBeVisible()
    await user.click(box('Size S'))
    expect(screen.queryByText(/at most 200 rows/)).toBeNull()
  })

  test('outlasts another order, by record', async () => {
    const { user, platform, router } = await openSizes()
    await user.click(box('Size M'))
    platform.sizes.reverse()
    await router.navigate('/sizes?sort=-position')
    await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Size XL'))
    expect(box('Size M')).toBeChecked()
    expect(screen.getByText('1 selected')).toBeVisible()
  })
})

describe('review.md 17: good is quiet', () => {
  test('a toggle is a word, a store in order has no red', async () => {
    await openSizes('?columns=name,active')
    expect(screen.getAllByRole('cell', { name: 'Yes' })[0]?.children).toHaveLength(0)
  })

  test('yes is marked as what is quiet, what is off says so', async () => {
    const platform = memoryPlatform([
      sizeRecord(1, 'Small', 'S'),
      { ...sizeRecord(2, 'Large', 'L'), active: false },
    ])
    await renderConsole('/sizes?columns=name,active', { platform })
    await screen.findByRole('table')
    expect(screen.getByRole('cell', { name: 'Yes' })).toHaveAttribute('data-yes')
    expect(screen.getByRole('cell', { name: 'No' })).not.toHaveAttribute('data-yes')
  })

  test.each([
    [{}, '3 missing', 'Missing: Email, Payment, Gift cards'],
    // What a store does without counts nowhere; what it uses anyway counts.
    [{ type: 'points', mailState: 'active', printState: 'verified' }, '1 active', 'Active: Email'],
    [
      { type: 'points', mailState: 'active', printState: 'active' },
      '2 active',
      'Active: Email, Print on demand',
    ],
    [
      { type: 'retail', mailState: 'active', paymentState: 'disabled' },
      '1 active, 1 missing',
      'Active: Email. Missing: Payment',
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
      'Active: Email, SSO, Payment, Gift cards, Print on demand',
    ],
    [{ mailState: 'active', signOnState: 'degraded' }, 'SSO failing', 'SSO failing'],
    [
      { mailState: 'degraded', giftState: 'degraded' },
      'Email failing +1',
      'Email, Gift cards failing',
    ],
  ])('integrations of %j are told as "%s"', async (states, words, whole) => {
    const none = Object.fromEntries(
      ['mail', 'signOn', 'payment', 'gift', 'print'].map((kind) => [`${kind}State`, 'draft']),
    )
    await openStores([storeRecord({ ...none, ...states })])
    const cell = screen.getByRole('cell', { name: new RegExp(`^${words.replace('+', '\\+')}$`) })
    expect(cell.querySelector('[title]')).toHaveAttribute('title', whole)
  })
})

describe('coming back', () => {
  const area = () => screen.getByRole('region', { name: 'sizes' })

  test('place, marked row and both scrolls are as they were, and the keys go on from there', async () => {
    const { user, router } = await openSizes('?sort=-name')
    await user.keyboard('jj')
    area().scrollTop = 120
    area().scrollLeft = 30
    fireEvent.scroll(area())
    await router.navigate('/stickers')
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    await router.navigate(-1)
    const row = await screen.findByRole('link', { name: 'Size M' })
    await waitFor(() => expect(row).toHaveFocus())
    expect([area().scrollTop, area().scrollLeft]).toEqual([120, 30])
    row.blur()
    await user.keyboard('j')
    expect(screen.getByRole('link', { name: 'Size L' })).toHaveFocus()
  })

  test('one stands at the row that was clicked, wherever it was', async () => {
    const { user, router } = await openStores()
    await user.click(cell('Brook').parentElement?.children[3] ?? document.body)
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
    await router.navigate(-1)
    const row = await screen.findByRole('link', { name: 'Brook' })
    await waitFor(() => expect(row).toHaveFocus())
  })

  test('another page begins at its top, as far to the side as before', async () => {
    const { router } = await openSizes()
    area().scrollTop = 120
    area().scrollLeft = 30
    fireEvent.scroll(area())
    await router.navigate('/sizes?after=abc')
    await waitFor(() => expect(area().scrollTop).toBe(0))
    expect(area().scrollLeft).toBe(30)
    await router.navigate(-1)
    await waitFor(() => expect(area().scrollTop).toBe(120))
  })

  test('breadcrumbs lead to the list as it was', async () => {
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

test('e leads to the form of a record with its list, as Enter does', async () => {
  const { user, router, address } = await openStores()
  await user.keyboard('jje')
  await waitFor(() => expect(address()).toBe('/stores/9?tab=general'))
  expect(router.state.location.state).toEqual({
    list: { address: '/stores?search=o', ids: [5, 9], at: 1, total: 2 },
  })
})

test('n leads to the page that makes a record, in its first field', async () => {
  const { user, address } = await openStores()
  await user.keyboard('n')
  await waitFor(() => expect(address()).toBe('/stores/create'))
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveFocus())
})

/** What the bar of chosen stores offers, as links in its order, where it is wide. */
async function offered(first: string) {
  const [link] = await screen.findAllByRole('link', { name: first })
  const bar = link?.parentElement
  const shown = [...(bar?.children ?? [])].map(({ textContent }) => textContent)
  const menu = within(bar ?? document.body)
    .getAllByRole('list', { hidden: true })
    .at(-1)
  const rest = [...(menu?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)
  return [...shown.slice(shown.indexOf(first), shown.indexOf(first) + 5), ...rest]
}

test('the bar of chosen stores begins with what is done daily, of what the status of one of them allows', async () => {
  const draft = storeRecord({ id: 9, name: 'Brook', status: 'draft' })
  const { user } = await openStores([storeRecord(), draft])
  await user.click(box('Acme Rewards'))
  const further = [
    'Assign theme...',
    'Add tag...',
    'Remove tag...',
    'Archive...',
    'Change a field...',
  ]
  expect(await offered('Suspend...')).toEqual([
    'Suspend...',
    'Start maintenance...',
    ...further,
    'Export',
  ])
  await user.click(box('Acme Rewards'))
  await user.click(box('Brook'))
  expect(await offered('Activate...')).toEqual(['Activate...', ...further, 'Export'])
})
