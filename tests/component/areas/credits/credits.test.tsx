import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

const adams = [2, 5].map((storeId) => ({
  ...stamp,
  id: storeId * 10,
  name: 'Adam Ross',
  email: `adam.${storeId}@example.com`,
  storeId,
  groupId: null,
  active: true,
}))

/** Opens the form of an issue or debit; `openPicker` opens one of its pickers. */
async function openRequestForm(
  store: object = {},
  search = '/credits?requests&create',
  replies: Readonly<Record<string, { status: number; body: object }>> = {},
) {
  const platform = createMemoryPlatform()
  for (const [call, reply] of Object.entries(replies)) platform.replies.set(call, reply)
  const torino = buildStore({ id: 5, name: 'Torino', ...store })
  const data = (records: object[]) => ({ status: 200, body: { data: records, page: emptyPage } })
  platform.replies.set('GET /creditRequests', data([]))
  platform.replies.set('GET /stores', data([torino]))
  platform.replies.set('GET /stores/5', { status: 200, body: torino })
  platform.replies.set('GET /members', ({ search }) => {
    const storeId = search?.get('filter[storeId][eq]')
    return data(adams.filter((one) => !storeId || String(one.storeId) === storeId))
  })
  platform.replies.set('GET /members/50', { status: 200, body: adams[1] })
  platform.replies.set('GET /creditEntries', data([{ balance: 120 }]))
  const { user } = await renderConsole(search, { platform })
  const panel = within(screen.getByRole('dialog'))
  const openPicker = async (label: RegExp) => {
    await user.click(panel.getByRole('textbox', { name: label }))
    const picker = await panel.findByRole('combobox', { name: label })
    await waitFor(() => expect(picker).toHaveFocus())
    return picker
  }
  return { platform, user, panel, openPicker }
}

test('an empty ledger offers the same action as the button above it', async () => {
  const platform = createMemoryPlatform()
  const body = { data: [], page: { ...emptyPage, total: 0 } }
  platform.replies.set('GET /creditEntries', { status: 200, body })
  await renderConsole('/credits', { platform })
  const links = await screen.findAllByRole('link', { name: 'Issue or debit credits' })
  expect(links.length).toBeGreaterThanOrEqual(2)
  expect(screen.queryByRole('link', { name: /^Create/ })).toBeNull()
})

test('the member picker finds only members of the selected store', async () => {
  const { user, panel, openPicker } = await openRequestForm()
  await user.type(await openPicker(/^Member/), 'Adam')
  expect(await screen.findAllByRole('option', { name: /Adam/ })).toHaveLength(2)
  await user.type(await openPicker(/^Store/), 'Torino')
  await user.click(await screen.findByRole('option', { name: /Torino/ }))
  const member = panel.getByRole('combobox', { name: /^Member/ })
  await user.clear(member)
  await user.type(member, 'Adam')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Adam/ })).toHaveLength(1))
  expect(screen.getByRole('option', { name: /adam\.5@example\.com/ })).toBeVisible()
})

test('a store name that is typed but not selected limits the members and sets the read-only unit', async () => {
  const { user, panel, openPicker } = await openRequestForm({
    type: 'gift',
    defaultCurrency: 'GBP',
  })
  expect(panel.getByText('Set by the store')).toBeVisible()
  await user.type(await openPicker(/^Store/), 'Torino')
  await screen.findByRole('option', { name: /Torino/ })
  await user.click(panel.getByRole('textbox', { name: /^Member/ }))
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Adam/ })).toHaveLength(1))
  expect(screen.getByRole('option', { name: /adam\.5@example\.com/ })).toBeVisible()
  expect(panel.getByText('GBP British pound')).toBeVisible()
  expect(panel.queryByLabelText('Unit')).toBeNull()
})

test('the form loads the balance once and shows it before and after the amount', async () => {
  const prefill = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${prefill}`
  const { platform, user, panel } = await openRequestForm({ type: 'points' }, address)
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.type(panel.getByLabelText('Amount'), '50')
  expect(panel.getByText('Balance 120 points now, 170 afterward')).toBeVisible()
  await user.selectOptions(panel.getByLabelText('Type'), 'Debit')
  expect(panel.getByText('Balance 120 points now, 70 afterward')).toBeVisible()
  await user.type(panel.getByLabelText('Amount'), '0')
  expect(panel.getByText('Balance 120 points, 380 points short')).toBeVisible()
  const requests = platform.requests.filter(({ path }) => path === '/creditEntries')
  expect(requests.map(({ search }) => String(search))).toEqual([
    'filter%5BmemberId%5D%5Beq%5D=50&filter%5Bunit%5D%5Beq%5D=points&sort=-enteredAt&limit=1',
  ])
})

test('selecting another store clears the member and balance but keeps typed member text', async () => {
  const prefill = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${prefill}`
  const { platform, user, panel, openPicker } = await openRequestForm({ type: 'points' }, address)
  const stores = ['Torino', 'Oslo'].map((name, at) =>
    buildStore({ id: [5, 2][at], name, type: 'points' }),
  )
  platform.replies.set('GET /stores', ({ search }) => {
    const data = stores.filter(({ name }) => name === search?.get('search'))
    return { status: 200, body: { data, page: emptyPage } }
  })
  const selectOption = async (typed: HTMLElement, text: string) => {
    await user.type(typed, text)
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${text}`) }))
  }
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  const store = await openPicker(/^Store/)
  await user.clear(store)
  expect(panel.getByText('Set by the store')).toBeVisible()
  expect(panel.queryByText(/^Balance/)).toBeNull()
  expect(panel.getByRole('textbox', { name: /^Member/ })).toHaveValue('Adam Ross')
  await selectOption(store, 'Torino')
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.clear(store)
  await selectOption(store, 'Oslo')
  await waitFor(() => expect(panel.getByRole('textbox', { name: /^Member/ })).toHaveValue(''))
  expect(panel.queryByText('Member is a required field')).toBeNull()
  expect(panel.getByText('Points')).toBeVisible()
  expect(panel.queryByText(/^Balance/)).toBeNull()
  const member = await openPicker(/^Member/)
  await selectOption(member, 'Adam')
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.clear(store)
  await selectOption(store, 'Torino')
  await waitFor(() => expect(member).toHaveValue(''))
  expect(panel.queryByText(/^Balance/)).toBeNull()
  await user.type(member, 'Ad')
  await user.clear(store)
  await selectOption(store, 'Oslo')
  expect(member).toHaveValue('Ad')
})

test("selecting a store doesn't mark an untouched amount as not valid", async () => {
  const { user, panel, openPicker } = await openRequestForm({ type: 'points' })
  await user.type(await openPicker(/^Store/), 'Torino')
  await user.click(await screen.findByRole('option', { name: /Torino/ }))
  expect(await panel.findByText('Points')).toBeVisible()
  const amount = panel.getByLabelText('Amount')
  expect(amount).not.toBeInvalid()
  await user.click(amount)
  await user.tab()
  await waitFor(() => expect(amount).toBeInvalid())
})

test('only a debit warns that the amount exceeds the balance', async () => {
  const prefill = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${prefill}`
  const { user, panel } = await openRequestForm({ type: 'points' }, address)
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.type(panel.getByLabelText('Amount'), '-500')
  expect(panel.getByText('Balance 120 points')).toBeVisible()
  await user.clear(panel.getByLabelText('Amount'))
  await user.type(panel.getByLabelText('Amount'), '500')
  await user.selectOptions(panel.getByLabelText('Type'), 'Debit')
  expect(panel.getByText('Balance 120 points, 380 points short')).toBeVisible()
})

test('a debit rejected for its amount shows one error', async () => {
  const prefill = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${prefill}`
  const { platform, user, panel } = await openRequestForm({ type: 'points' }, address)
  const error = 'This member has only 120 points. Enter a lower amount.'
  platform.replies.set('POST /creditRequests', {
    status: 422,
    body: { status: 422, code: 'invalid', title: 'Not valid', fields: { amount: error } },
  })
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.selectOptions(panel.getByLabelText('Type'), 'Debit')
  await user.type(panel.getByLabelText(/^Reason/), 'Order 7')
  await user.type(panel.getByLabelText('Amount'), '121')
  expect(panel.getByText('Balance 120 points, 1 point short')).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText(error)).toBeVisible()
  expect(panel.queryByText(/ short$/)).toBeNull()
  await user.type(panel.getByLabelText('Amount'), '{Backspace}')
  expect(panel.getByText('Balance 120 points now, 108 afterward')).toBeVisible()
})

test("an expiration date applies only to an issue and isn't sent with a debit", async () => {
  const prefill = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${prefill}`
  const { platform, user, panel } = await openRequestForm({ type: 'points' }, address)
  const isAside = () =>
    panel.getByLabelText('Expires after').closest('fieldset')?.hasAttribute('data-aside')
  expect(isAside()).toBe(false)
  await user.type(panel.getByLabelText('Expires after'), '2099-01-31')
  await user.selectOptions(panel.getByLabelText('Type'), 'Debit')
  expect(isAside()).toBe(true)
  await user.type(panel.getByLabelText(/^Reason/), 'Order 7')
  await user.type(panel.getByLabelText('Amount'), '20')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(platform.writes()).toHaveLength(1))
  expect(platform.writes()[0]?.body).toMatchObject({ type: 'debit', amount: 20 })
  expect(platform.writes()[0]?.body).not.toHaveProperty('expiresOn')
})

test("the unit derived from the store isn't listed as an unsaved change", async () => {
  const { user, panel, openPicker } = await openRequestForm({ type: 'points' })
  await user.type(await openPicker(/^Store/), 'Torino')
  await user.click(await screen.findByRole('option', { name: /Torino/ }))
  expect(await panel.findByText('Points')).toBeVisible()
  expect(panel.getByText('Unsaved:', { exact: false }).parentElement).toHaveTextContent(
    'Unsaved: Store',
  )
  expect(panel.queryByText(/Store, Unit/)).toBeNull()
})

test('liabilities show a totals row for each unit', async () => {
  const platform = createMemoryPlatform()
  const pointsTotals = { unit: 'points', holders: 2, outstanding: 150, expiring: 100 }
  const reply = {
    data: [{ id: 1, storeId: 5, ...pointsTotals }],
    page: emptyPage,
    sums: [{ unit: 'EUR', holders: 1, outstanding: 99_950, expiring: 0 }, pointsTotals],
  }
  platform.replies.set('GET /creditLiabilities', { status: 200, body: reply })
  await renderConsole('/credits?liability', { platform })
  const totals = within(screen.getByRole('table', { name: 'Totals for all results' }))
  expect(totals.getByRole('row', { name: 'EUR 1 999.50 EUR 0.00 EUR' })).toBeVisible()
  expect(totals.getByRole('row', { name: 'points 2 150 points 100 points' })).toBeVisible()
})

test('the expiring tab shows entries that expire within 30 days and keeps other filters', async () => {
  vi.setSystemTime('2026-01-31T12:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const soon =
    'filter[expiresAt][gte]=2026-01-31&filter[expiresAt][lte]=2026-03-02&sort=expiresAt&columns=enteredAt,memberId,storeId,expiresAt,amount'
  const entry = { expiresAt: '2026-02-10T00:00:00.000Z', remaining: 40 }
  const { user, address } = await renderConsole('/credits?filter[unit][eq]=points', {
    platform: createPlatformWithEntry(entry),
  })
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  await user.click(views.getByRole('link', { name: 'Expiring within 30 days' }))
  await waitFor(() =>
    expect(decodeURIComponent(address())).toBe(`/credits?filter[unit][eq]=points&${soon}`),
  )
  await waitFor(() =>
    expect(views.getByRole('link', { current: 'page' })).toHaveTextContent(
      'Expiring within 30 days',
    ),
  )
  const remaining = await screen.findByText(/, 40 points left$/)
  expect(remaining).toBeVisible()
  // On a card, this line comes first.
  expect(remaining.closest('td')).toHaveAttribute('data-card', 'lead')
  await user.click(views.getByRole('link', { name: 'All' }))
  await waitFor(() =>
    expect(decodeURIComponent(address())).toBe('/credits?filter[unit][eq]=points'),
  )
})

test('the ledger links to the requests that wait for approval, with their number', async () => {
  const platform = createPlatformWithEntry()
  const page = { ...emptyPage, total: 12 }
  platform.replies.set('GET /creditRequests', { status: 200, body: { data: [], page } })
  await renderConsole('/credits', { platform })
  const waiting = await screen.findByRole('link', { name: 'Waiting for approval 12' })
  expect(waiting).toHaveAttribute('href', '/credits?requests&filter[state][eq]=waiting')
  const requests = platform.requests.filter(({ path }) => path === '/creditRequests')
  expect(requests.map(({ search }) => decodeURIComponent(String(search)))).toEqual([
    'filter[state][eq]=waiting&limit=1',
  ])
})

function createPlatformWithEntry(entry: object = {}) {
  const platform = createMemoryPlatform()
  const facts = { type: 'issue', amount: 100, unit: 'points', balance: 100, reason: 'Welcome' }
  const labels = { memberId: 'Adam Ross', storeId: 'Torino', groupId: 'Gold' }
  const refers = { memberId: 50, storeId: 5, groupId: 3, labels }
  const body = { id: 9, enteredAt: stamp.createdAt, issuedBy: 'Ann', ...refers, ...facts, ...entry }
  platform.replies.set('GET /creditEntries', {
    status: 200,
    body: { data: [body], page: emptyPage },
  })
  platform.replies.set('GET /creditEntries/9', { status: 200, body })
  return platform
}

test('an entry links to its member, store, and group, and can be reversed from its panel', async () => {
  const { user, address } = await renderConsole('/credits?record=9', {
    platform: createPlatformWithEntry(),
  })
  const panel = within(screen.getByRole('dialog', { name: /Welcome/ }))
  const getLink = (name: string) => panel.getByRole('link', { name }).getAttribute('href')
  expect(getLink('Torino')).toBe('/stores/5')
  expect(getLink('Adam Ross')).toBe('/members/50')
  expect(getLink('Gold')).toBe('/members/groups?edit=3')
  await user.click(panel.getByRole('link', { name: /^Reverse entry: Welcome, Adam Ross, / }))
  await waitFor(() => expect(address()).toBe('/credits?takeBack=9'))
})

test("an entry has no links that the operator can't open, and a reversal can't be reversed", async () => {
  const access = { permissions: ['dashboardRead:read'], facts: { enforcePermissions: true } }
  const platform = createPlatformWithEntry({ type: 'reverse', groupId: null })
  await renderConsole('/credits?record=9', { platform, ...access })
  const panel = within(screen.getByRole('dialog', { name: /Welcome/ }))
  expect(panel.getByText('Torino')).toBeVisible()
  expect(panel.getAllByRole('link').map((link) => link.textContent)).not.toContain('Torino')
  expect(panel.queryByRole('link', { name: /^Reverse/ })).toBeNull()
})

test("a reversed entry links to its reversal and back, and can't be reversed again", async () => {
  const platform = createPlatformWithEntry({
    reversedBy: 12,
    labels: { memberId: 'Adam Ross', reversedBy: 'By mistake' },
  })
  const reversal = { id: 12, type: 'reverse', amount: -100, unit: 'points', reason: 'By mistake' }
  const body = { ...reversal, reverses: 9, labels: { reverses: 'Welcome' } }
  platform.replies.set('GET /creditEntries/12', { status: 200, body })
  const { user, address } = await renderConsole('/credits?record=9', { platform })
  const panel = () => within(screen.getByRole('dialog'))
  expect(panel().getByText('Reversed by')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Reverse entry: Welcome/ })).toBeNull()
  await user.click(panel().getByRole('link', { name: 'By mistake' }))
  await waitFor(() => expect(address()).toBe('/credits?record=12'))
  const link = await panel().findByRole('link', { name: 'Welcome' })
  expect(link.getAttribute('href')).toBe('/credits?record=9')
})

test.each([
  [{ reversedBy: 12 }, 'This entry has already been reversed.'],
  [{ reversalId: 4 }, 'The reversal of this entry is waiting for a second operator.'],
])("a link to reverse an entry with %j explains why it can't be reversed", async (entry, text) => {
  const labels = { reversedBy: 'By mistake', reversalId: 'By mistake' }
  const platform = createPlatformWithEntry({ ...entry, labels })
  await renderConsole('/credits?takeBack=9', { platform })
  const panel = within(screen.getByRole('dialog'))
  expect(panel.getByText(text)).toBeVisible()
  expect(panel.getByRole('link', { name: 'By mistake' }).getAttribute('href')).toBe(
    'reversedBy' in entry ? '/credits?record=12' : '/credits?requests&decide=4',
  )
  expect(panel.queryByRole('button', { name: 'Reverse' })).toBeNull()
})

test('the row of an entry with a pending reversal links to the decision', async () => {
  const platform = createPlatformWithEntry({ reversalId: 4, labels: { reversalId: 'By mistake' } })
  await renderConsole('/credits', { platform })
  const link = screen.getByRole('link', { name: /^Approve or reject request: By mistake/ })
  expect(link.getAttribute('href')).toBe('/credits?requests&decide=4')
  expect(screen.queryByRole('link', { name: /^Reverse/ })).toBeNull()
})

const buildAllowance = (limit: number, used: number) => ({
  status: 200,
  body: { unit: 'points', store: { limit, used }, member: { limit, used } },
})
const approvalNote = 'A second operator must approve this amount before the ledger changes.'

test.each([
  [50, null],
  [51, approvalNote],
])('the form says before saving whether an amount of %i needs approval', async (amount, note) => {
  const prefill = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${prefill}`
  const replies = { 'GET /creditAllowance': buildAllowance(100, 50) }
  const { user, panel } = await openRequestForm({ type: 'points' }, address, replies)
  await user.type(panel.getByLabelText('Amount'), String(amount))
  expect(
    await panel.findByText(
      /You can enter another 50 points in this store without approval\. Your 24-hour limit per store is 100 points/,
    ),
  ).toBeVisible()
  if (note) expect(await panel.findByText(note)).toBeVisible()
  else expect(panel.queryByText(approvalNote)).toBeNull()
})

test.each([
  [200, null],
  [99, approvalNote],
])(
  'with a limit of %i, the panel says whether reversing 100 needs approval',
  async (limit, note) => {
    const platform = createPlatformWithEntry()
    platform.replies.set('GET /creditAllowance', buildAllowance(limit, 0))
    await renderConsole('/credits?takeBack=9', { platform })
    const panel = within(screen.getByRole('dialog', { name: /Welcome/ }))
    expect(panel.getByText(new RegExp(`limit per store is ${limit} points`))).toBeVisible()
    if (note) expect(panel.getByText(note)).toBeVisible()
    else expect(panel.queryByText(approvalNote)).toBeNull()
  },
)

test.each([
  [{ total: 0, names: [] }, /No other operator can approve this/],
  [{ total: 1, names: ['Ann Lee'] }, /^Waiting for approval\. Ann Lee can approve this\.$/],
  [
    { total: 6, names: ['Ann Lee', 'Bo Chen', 'Cem Ak', 'Dee Fox'] },
    /^Waiting for approval\. Ann Lee, Bo Chen, Cem Ak, or 3 other operators can approve this\.$/,
  ],
])('a waiting request names its approvers: %j', async (approvers, text) => {
  const prefill = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${prefill}`
  const { platform, user, panel } = await openRequestForm({ type: 'points' }, address)
  const facts = { type: 'issue', amount: 120, unit: 'points', storeId: 5, memberId: 50 }
  const body = { ...stamp, id: 4, reason: 'Welcome', state: 'waiting', ...facts }
  platform.replies.set('POST /creditRequests', { status: 201, body })
  platform.replies.set('GET /creditRequests/4', { status: 200, body })
  platform.replies.set('GET /creditRequests/4/approvers', { status: 200, body: approvers })
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.type(panel.getByLabelText(/^Reason/), 'Welcome')
  await user.type(panel.getByLabelText('Amount'), '120')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  const decision = within(
    await screen.findByRole('dialog', { name: /Approve or reject request: Welcome/ }),
  )
  expect(await decision.findByText(text)).toBeVisible()
  const requested = decision.getByText(/^Requested by/)
  expect(requested.textContent).toMatch(/^Requested by .+ on \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M\.$/)
})

test.each([
  ['posted', 'Reversed', '/credits?record=9'],
  ['waiting', /^A second operator must approve this reversal:/, '/credits?requests&record=4'],
])('a reversal that is %s says so and links to its entry or request', async (state, text, to) => {
  const platform = createPlatformWithEntry()
  const request = { ...stamp, id: 4, reverses: 9, type: 'debit', amount: 100, unit: 'points' }
  const body = { ...request, reason: 'By mistake', state }
  platform.replies.set('POST /creditEntries/9/reversal', { status: 201, body })
  platform.replies.set('GET /creditRequests/4', { status: 200, body })
  const approvers = { total: 1, names: ['Ann Lee'] }
  platform.replies.set('GET /creditRequests/4/approvers', { status: 200, body: approvers })
  const { user } = await renderConsole('/credits?takeBack=9', { platform })
  const panel = within(screen.getByRole('dialog', { name: /Welcome/ }))
  expect(
    panel.getByText(
      /^This removes 100 points from the member's balance\. .* A second operator must approve reversals above your 24-hour limits\.$/,
    ),
  ).toBeVisible()
  await user.type(panel.getByLabelText(/^Reason/), 'By mistake')
  await user.click(panel.getByRole('button', { name: 'Reverse' }))
  const message = within(await screen.findByText(text, { ignore: 'option' }))
  expect(message.getByRole('link').getAttribute('href')).toBe(to)
})

test('the rest of an entry can be expired manually with a reason', async () => {
  const platform = createPlatformWithEntry({ remaining: 40 })
  platform.replies.set('GET /creditAllowance', buildAllowance(30, 0))
  // Ledger entries have no version.
  const reply = { id: 9, reason: 'Welcome', type: 'issue', amount: 100, unit: 'points' }
  platform.replies.set('POST /creditEntries/9/expiry', { status: 200, body: reply })
  const { user, address } = await renderConsole('/credits?record=9', { platform })
  const entry = within(screen.getByRole('dialog', { name: /Welcome/ }))
  await user.click(entry.getByRole('link', { name: /^Expire entry: Welcome, Adam Ross, / }))
  await waitFor(() => expect(address()).toBe('/credits?expire=9'))
  const panel = within(await screen.findByRole('dialog', { name: 'Expire entry: Welcome' }))
  expect(
    panel.getByText(/^The remaining credits from this entry \(40 points\) expire now,/),
  ).toBeVisible()
  expect(panel.getByText(/Debit the credits instead/)).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Expire now' }))
  expect(await panel.findByText('Reason is a required field')).toBeVisible()
  await user.type(panel.getByLabelText(/^Reason/), 'Left the company')
  await user.click(panel.getByRole('button', { name: 'Expire now' }))
  expect(
    await screen.findByText('Expired the remaining credits in', { exact: false }),
  ).toBeVisible()
  expect(platform.writes()).toMatchObject([{ body: { reason: 'Left the company' } }])
})

test("an entry with nothing remaining can't be expired", async () => {
  await renderConsole('/credits?expire=9', { platform: createPlatformWithEntry({ remaining: 0 }) })
  const panel = within(screen.getByRole('dialog'))
  expect(panel.getByText('This entry has no credits left to expire.')).toBeVisible()
  expect(panel.queryByRole('button', { name: 'Expire now' })).toBeNull()
})

test('the columns of the requests fit 980 px and leave 240 px for the reason', async () => {
  const platform = createMemoryPlatform()
  const facts = { type: 'issue', amount: 120, unit: 'points', storeId: 5, memberId: 50 }
  const record = { ...stamp, id: 4, reason: 'Welcome', state: 'waiting', ...facts }
  platform.replies.set('GET /creditRequests', {
    status: 200,
    body: { data: [record], page: emptyPage },
  })
  await renderConsole('/credits?requests', { platform })
  const columns = [...document.querySelectorAll('col')]
  const widths = columns.map((column) => Number(column.getAttribute('width')))
  expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(980)
  expect(Math.max(...widths)).toBeGreaterThanOrEqual(240)
  expect(screen.getByRole('cell', { name: 'Waiting' })).toBeVisible()
})
