import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage, storeRecord } from '#tests/support/servers/storePlatform.ts'

const adams = [2, 5].map((storeId) => ({
  ...stamp,
  id: storeId * 10,
  name: 'Adam Ross',
  email: `adam.${storeId}@example.com`,
  storeId,
  groupId: null,
  active: true,
}))

/** The form of an issue or debit, on a platform with one store and its members; `box` opens one of its pickers. */
async function issuing(
  store: object = {},
  search = '/credits?requests&create',
  replies: Readonly<Record<string, { status: number; body: object }>> = {},
) {
  const platform = memoryPlatform()
  for (const [call, reply] of Object.entries(replies)) platform.replies.set(call, reply)
  const torino = storeRecord({ id: 5, name: 'Torino', ...store })
  const data = (records: object[]) => ({ status: 200, body: { data: records, page: noPage } })
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
  const box = async (label: RegExp) => {
    await user.click(panel.getByRole('textbox', { name: label }))
    const found = await panel.findByRole('combobox', { name: label })
    await waitFor(() => expect(found).toHaveFocus())
    return found
  }
  return { platform, user, panel, box }
}

test('where nothing was entered yet, what is offered is called as the button above', async () => {
  const platform = memoryPlatform()
  const body = { data: [], page: { ...noPage, total: 0 } }
  platform.replies.set('GET /creditEntries', { status: 200, body })
  await renderConsole('/credits', { platform })
  const offered = await screen.findAllByRole('link', { name: 'Issue or debit credits' })
  expect(offered.length).toBeGreaterThanOrEqual(2)
  expect(screen.queryByRole('link', { name: /^Create/ })).toBeNull()
})

test('credits are issued to a member who is found among those of the chosen store', async () => {
  const { user, panel, box } = await issuing()
  await user.type(await box(/^Member/), 'Adam')
  expect(await screen.findAllByRole('option', { name: /Adam/ })).toHaveLength(2)
  await user.type(await box(/^Store/), 'Torino')
  await user.click(await screen.findByRole('option', { name: /Torino/ }))
  const member = panel.getByRole('combobox', { name: /^Member/ })
  await user.clear(member)
  await user.type(member, 'Adam')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Adam/ })).toHaveLength(1))
  expect(screen.getByRole('option', { name: /adam\.5@example\.com/ })).toBeVisible()
})

test('a store that is left as it was typed decides whose members an open list offers, and the unit, which is no choice', async () => {
  const { user, panel, box } = await issuing({ type: 'gift', defaultCurrency: 'GBP' })
  expect(panel.getByText('Set by the store')).toBeVisible()
  await user.type(await box(/^Store/), 'Torino')
  await screen.findByRole('option', { name: /Torino/ })
  await user.click(panel.getByRole('textbox', { name: /^Member/ }))
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Adam/ })).toHaveLength(1))
  expect(screen.getByRole('option', { name: /adam\.5@example\.com/ })).toBeVisible()
  expect(panel.getByText('GBP British pound')).toBeVisible()
  expect(panel.queryByLabelText('Unit')).toBeNull()
})

test('what a member holds, before and after, is told before it is asked for, and asked of the platform once', async () => {
  const begun = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${begun}`
  const { platform, user, panel } = await issuing({ type: 'points' }, address)
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.type(panel.getByLabelText('Amount'), '50')
  expect(panel.getByText('Balance 120 points now, 170 afterward')).toBeVisible()
  await user.selectOptions(panel.getByLabelText('Type'), 'Debit')
  expect(panel.getByText('Balance 120 points now, 70 afterward')).toBeVisible()
  await user.type(panel.getByLabelText('Amount'), '0')
  expect(panel.getByText('Balance 120 points, 380 points short')).toBeVisible()
  const asked = platform.requests.filter(({ path }) => path === '/creditEntries')
  expect(asked.map(({ search }) => String(search))).toEqual([
    'filter%5BmemberId%5D%5Beq%5D=50&filter%5Bunit%5D%5Beq%5D=points&sort=-enteredAt&limit=1',
  ])
})

test('another store empties the member and the balance, and an emptied one the unit; the text of a member stays', async () => {
  const begun = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${begun}`
  const { platform, user, panel, box } = await issuing({ type: 'points' }, address)
  const stores = ['Torino', 'Oslo'].map((name, at) =>
    storeRecord({ id: [5, 2][at], name, type: 'points' }),
  )
  platform.replies.set('GET /stores', ({ search }) => {
    const data = stores.filter(({ name }) => name === search?.get('search'))
    return { status: 200, body: { data, page: noPage } }
  })
  const pick = async (typed: HTMLElement, text: string) => {
    await user.type(typed, text)
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${text}`) }))
  }
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  const store = await box(/^Store/)
  await user.clear(store)
  expect(panel.getByText('Set by the store')).toBeVisible()
  expect(panel.queryByText(/^Balance/)).toBeNull()
  expect(panel.getByRole('textbox', { name: /^Member/ })).toHaveValue('Adam Ross')
  await pick(store, 'Torino')
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.clear(store)
  await pick(store, 'Oslo')
  await waitFor(() => expect(panel.getByRole('textbox', { name: /^Member/ })).toHaveValue(''))
  expect(panel.queryByText('Member is a required field')).toBeNull()
  expect(panel.getByText('Points')).toBeVisible()
  expect(panel.queryByText(/^Balance/)).toBeNull()
  const member = await box(/^Member/)
  await pick(member, 'Adam')
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.clear(store)
  await pick(store, 'Torino')
  await waitFor(() => expect(member).toHaveValue(''))
  expect(panel.queryByText(/^Balance/)).toBeNull()
  await user.type(member, 'Ad')
  await user.clear(store)
  await pick(store, 'Oslo')
  expect(member).toHaveValue('Ad')
})

test('a store that is picked finds no fault with an amount that nobody has left', async () => {
  const { user, panel, box } = await issuing({ type: 'points' })
  await user.type(await box(/^Store/), 'Torino')
  await user.click(await screen.findByRole('option', { name: /Torino/ }))
  expect(await panel.findByText('Points')).toBeVisible()
  const amount = panel.getByLabelText('Amount')
  expect(amount).not.toBeInvalid()
  await user.click(amount)
  await user.tab()
  await waitFor(() => expect(amount).toBeInvalid())
})

test('only a debit is said to be more than the member holds', async () => {
  const begun = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${begun}`
  const { user, panel } = await issuing({ type: 'points' }, address)
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.type(panel.getByLabelText('Amount'), '-500')
  expect(panel.getByText('Balance 120 points')).toBeVisible()
  await user.clear(panel.getByLabelText('Amount'))
  await user.type(panel.getByLabelText('Amount'), '500')
  await user.selectOptions(panel.getByLabelText('Type'), 'Debit')
  expect(panel.getByText('Balance 120 points, 380 points short')).toBeVisible()
})

test('a debit that is refused since too little is held says so once', async () => {
  const begun = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${begun}`
  const { platform, user, panel } = await issuing({ type: 'points' }, address)
  const told = 'This member has only 120 points. Enter a lower amount.'
  platform.replies.set('POST /creditRequests', {
    status: 422,
    body: { status: 422, code: 'invalid', title: 'Not valid', fields: { amount: told } },
  })
  expect(await panel.findByText('Balance 120 points')).toBeVisible()
  await user.selectOptions(panel.getByLabelText('Type'), 'Debit')
  await user.type(panel.getByLabelText(/^Reason/), 'Order 7')
  await user.type(panel.getByLabelText('Amount'), '121')
  expect(panel.getByText('Balance 120 points, 1 point short')).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText(told)).toBeVisible()
  expect(panel.queryByText(/ short$/)).toBeNull()
  await user.type(panel.getByLabelText('Amount'), '{Backspace}')
  expect(panel.getByText('Balance 120 points now, 108 afterward')).toBeVisible()
})

test('when it expires is asked of an issue alone, and what was said of it does not go with a debit', async () => {
  const begun = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${begun}`
  const { platform, user, panel } = await issuing({ type: 'points' }, address)
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

test('the unit, which follows from the store, is no unsaved change of its own', async () => {
  const { user, panel, box } = await issuing({ type: 'points' })
  await user.type(await box(/^Store/), 'Torino')
  await user.click(await screen.findByRole('option', { name: /Torino/ }))
  expect(await panel.findByText('Points')).toBeVisible()
  expect(panel.getByText('Unsaved:', { exact: false }).parentElement).toHaveTextContent(
    'Unsaved: Store',
  )
  expect(panel.queryByText(/Store, Unit/)).toBeNull()
})

test('liabilities stand under their totals, a row for each unit', async () => {
  const platform = memoryPlatform()
  const owed = { unit: 'points', holders: 2, outstanding: 150, expiring: 100 }
  const answer = {
    data: [{ id: 1, storeId: 5, ...owed }],
    page: noPage,
    sums: [{ unit: 'EUR', holders: 1, outstanding: 99_950, expiring: 0 }, owed],
  }
  platform.replies.set('GET /creditLiabilities', { status: 200, body: answer })
  await renderConsole('/credits?liability', { platform })
  const totals = within(screen.getByRole('table', { name: 'Totals for all results' }))
  expect(totals.getByRole('row', { name: 'EUR 1 999.50 EUR 0.00 EUR' })).toBeVisible()
  expect(totals.getByRole('row', { name: 'points 2 150 points 100 points' })).toBeVisible()
})

test('one tab shows what of the ledger expires within 30 days, beside other filters', async () => {
  vi.setSystemTime('2026-01-31T12:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  const soon =
    'filter[expiresAt][gte]=2026-01-31&filter[expiresAt][lte]=2026-03-02&sort=expiresAt&columns=enteredAt,memberId,storeId,expiresAt,amount'
  const entry = { expiresAt: '2026-02-10T00:00:00.000Z', remaining: 40 }
  const { user, address } = await renderConsole('/credits?filter[unit][eq]=points', {
    platform: withEntry(entry),
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
  const left = await screen.findByText(/, 40 points left$/)
  expect(left).toBeVisible()
  // A line of its own where the row is a card.
  expect(left.closest('td')).toHaveAttribute('data-card', 'lead')
  await user.click(views.getByRole('link', { name: 'All' }))
  await waitFor(() =>
    expect(decodeURIComponent(address())).toBe('/credits?filter[unit][eq]=points'),
  )
})

test('the ledger says how many requests wait for approval, and leads to these', async () => {
  const platform = withEntry()
  const page = { ...noPage, total: 12 }
  platform.replies.set('GET /creditRequests', { status: 200, body: { data: [], page } })
  await renderConsole('/credits', { platform })
  const waiting = await screen.findByRole('link', { name: 'Waiting for approval 12' })
  expect(waiting).toHaveAttribute('href', '/credits?requests&filter[state][eq]=waiting')
  const asked = platform.requests.filter(({ path }) => path === '/creditRequests')
  expect(asked.map(({ search }) => decodeURIComponent(String(search)))).toEqual([
    'filter[state][eq]=waiting&limit=1',
  ])
})

function withEntry(entry: object = {}) {
  const platform = memoryPlatform()
  const facts = { type: 'issue', amount: 100, unit: 'points', balance: 100, reason: 'Welcome' }
  const labels = { memberId: 'Adam Ross', storeId: 'Torino', groupId: 'Gold' }
  const refers = { memberId: 50, storeId: 5, groupId: 3, labels }
  const body = { id: 9, enteredAt: stamp.createdAt, issuedBy: 'Ann', ...refers, ...facts, ...entry }
  platform.replies.set('GET /creditEntries', { status: 200, body: { data: [body], page: noPage } })
  platform.replies.set('GET /creditEntries/9', { status: 200, body })
  return platform
}

test('an entry leads to its member, store and group, and is taken back from its panel', async () => {
  const { user, address } = await renderConsole('/credits?record=9', { platform: withEntry() })
  const panel = within(screen.getByRole('dialog', { name: /Welcome/ }))
  const leads = (name: string) => panel.getByRole('link', { name }).getAttribute('href')
  expect(leads('Torino')).toBe('/stores/5')
  expect(leads('Adam Ross')).toBe('/stores/5?tab=members&search=Adam+Ross')
  expect(leads('Gold')).toBe('/members/groups?edit=3')
  await user.click(panel.getByRole('link', { name: /^Reverse entry: Welcome, Adam Ross, / }))
  await waitFor(() => expect(address()).toBe('/credits?takeBack=9'))
})

test('an entry leads nowhere where one may not go, and one that reverses is not taken back', async () => {
  const held = { permissions: ['dashboardRead:read'], facts: { enforcePermissions: true } }
  const platform = withEntry({ type: 'reverse', groupId: null })
  await renderConsole('/credits?record=9', { platform, ...held })
  const panel = within(screen.getByRole('dialog', { name: /Welcome/ }))
  expect(panel.getByText('Torino')).toBeVisible()
  expect(panel.getAllByRole('link').map((link) => link.textContent)).not.toContain('Torino')
  expect(panel.queryByRole('link', { name: /^Reverse/ })).toBeNull()
})

test('an entry that was taken back leads to what did it and back, and is not taken back again', async () => {
  const platform = withEntry({
    reversedBy: 12,
    labels: { memberId: 'Adam Ross', reversedBy: 'By mistake' },
  })
  const back = { id: 12, type: 'reverse', amount: -100, unit: 'points', reason: 'By mistake' }
  const body = { ...back, reverses: 9, labels: { reverses: 'Welcome' } }
  platform.replies.set('GET /creditEntries/12', { status: 200, body })
  const { user, address } = await renderConsole('/credits?record=9', { platform })
  const panel = () => within(screen.getByRole('dialog'))
  expect(panel().getByText('Reversed by')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Reverse entry: Welcome/ })).toBeNull()
  await user.click(panel().getByRole('link', { name: 'By mistake' }))
  await waitFor(() => expect(address()).toBe('/credits?record=12'))
  const leads = await panel().findByRole('link', { name: 'Welcome' })
  expect(leads.getAttribute('href')).toBe('/credits?record=9')
})

test.each([
  [{ reversedBy: 12 }, 'This entry has already been reversed.'],
  [{ reversalId: 4 }, 'The reversal of this entry is waiting for a second operator.'],
])(
  'an address that takes back an entry with %j says so, and offers nothing',
  async (told, said) => {
    const labels = { reversedBy: 'By mistake', reversalId: 'By mistake' }
    const platform = withEntry({ ...told, labels })
    await renderConsole('/credits?takeBack=9', { platform })
    const panel = within(screen.getByRole('dialog'))
    expect(panel.getByText(said)).toBeVisible()
    expect(panel.getByRole('link', { name: 'By mistake' }).getAttribute('href')).toBe(
      'reversedBy' in told ? '/credits?record=12' : '/credits?requests&decide=4',
    )
    expect(panel.queryByRole('button', { name: 'Reverse' })).toBeNull()
  },
)

test('the row of an entry that waits to be taken back leads to what is to be decided', async () => {
  const platform = withEntry({ reversalId: 4, labels: { reversalId: 'By mistake' } })
  await renderConsole('/credits', { platform })
  const leads = screen.getByRole('link', { name: /^Approve or reject request: By mistake/ })
  expect(leads.getAttribute('href')).toBe('/credits?requests&decide=4')
  expect(screen.queryByRole('link', { name: /^Reverse/ })).toBeNull()
})

const allowance = (limit: number, used: number) => ({
  status: 200,
  body: { unit: 'points', store: { limit, used }, member: { limit, used } },
})
const needed = 'A second operator must approve this amount before the ledger changes.'

test.each([
  [50, null],
  [51, needed],
])(
  'the form of an issue or debit says before saving whether %i needs approval',
  async (amount, note) => {
    const begun = 'begin[storeId]=5&begin[memberId]=50'
    const address = `/credits?requests&create&${begun}`
    const replies = { 'GET /creditAllowance': allowance(100, 50) }
    const { user, panel } = await issuing({ type: 'points' }, address, replies)
    await user.type(panel.getByLabelText('Amount'), String(amount))
    expect(
      await panel.findByText(
        /In this store, you have 50 points left of your 24-hour limit \(100 points\)/,
      ),
    ).toBeVisible()
    if (note) expect(await panel.findByText(note)).toBeVisible()
    else expect(panel.queryByText(needed)).toBeNull()
  },
)

test.each([
  [200, null],
  [99, needed],
])('with a limit of %i, taking 100 back says whether that needs approval', async (limit, note) => {
  const platform = withEntry()
  platform.replies.set('GET /creditAllowance', allowance(limit, 0))
  await renderConsole('/credits?takeBack=9', { platform })
  const panel = within(screen.getByRole('dialog', { name: /Welcome/ }))
  expect(panel.getByText(new RegExp(`limit \\(${limit} points\\)`))).toBeVisible()
  if (note) expect(panel.getByText(note)).toBeVisible()
  else expect(panel.queryByText(needed)).toBeNull()
})

test.each([
  [{ total: 0, names: [] }, /No other operator can approve this/],
  [{ total: 1, names: ['Ann Lee'] }, /^Waiting for approval\. Ann Lee can approve this\.$/],
  [
    { total: 6, names: ['Ann Lee', 'Bo Chen', 'Cem Ak', 'Dee Fox'] },
    /^Waiting for approval\. Ann Lee, Bo Chen, Cem Ak, or 3 other operators can approve this\.$/,
  ],
])('a credit that waits leads to who may approve it: %j', async (approvers, said) => {
  const begun = 'begin[storeId]=5&begin[memberId]=50'
  const address = `/credits?requests&create&${begun}`
  const { platform, user, panel } = await issuing({ type: 'points' }, address)
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
  expect(await decision.findByText(said)).toBeVisible()
})

test.each([
  ['posted', 'Reversed', '/credits?record=9'],
  ['waiting', /^A second operator must approve this reversal:/, '/credits?requests&record=4'],
])('a reversal that is %s says so, and leads there', async (state, said, to) => {
  const platform = withEntry()
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
  const message = within(await screen.findByText(said, { ignore: 'option' }))
  expect(message.getByRole('link').getAttribute('href')).toBe(to)
})

test('what is left of an entry is expired by hand, with a reason', async () => {
  const platform = withEntry({ remaining: 40 })
  platform.replies.set('GET /creditAllowance', allowance(30, 0))
  // An entry of the ledger has no version.
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

test('an entry of which nothing is left offers no expiry', async () => {
  await renderConsole('/credits?expire=9', { platform: withEntry({ remaining: 0 }) })
  const panel = within(screen.getByRole('dialog'))
  expect(panel.getByText('This entry has no credits left to expire.')).toBeVisible()
  expect(panel.queryByRole('button', { name: 'Expire now' })).toBeNull()
})

test('the columns of what was asked for fit 980 px, and leave the reason its room', async () => {
  const platform = memoryPlatform()
  const facts = { type: 'issue', amount: 120, unit: 'points', storeId: 5, memberId: 50 }
  const record = { ...stamp, id: 4, reason: 'Welcome', state: 'waiting', ...facts }
  platform.replies.set('GET /creditRequests', {
    status: 200,
    body: { data: [record], page: noPage },
  })
  await renderConsole('/credits?requests', { platform })
  const columns = [...document.querySelectorAll('col')]
  const widths = columns.map((column) => Number(column.getAttribute('width')))
  expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(980)
  expect(Math.max(...widths)).toBeGreaterThanOrEqual(240)
  expect(screen.getByRole('cell', { name: 'Waiting' })).toBeVisible()
})
