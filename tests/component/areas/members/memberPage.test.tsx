import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const member = {
  id: 7,
  ...stamp,
  name: 'Mia Berg',
  email: 'mia@acme.example',
  storeId: 5,
  groupId: 2,
  active: true,
  invite: false,
  invitedAt: null,
  labels: { storeId: 'Acme Rewards', groupId: 'Staff' },
}

const overview = {
  member,
  store: { id: 5, name: 'Acme Rewards', status: 'active' },
  group: {
    id: 2,
    name: 'Staff',
    rules: [],
    moved: { at: '2026-01-02T10:00:00.000Z', by: 'ann@example.com', byRules: false },
  },
  suspension: null,
  statusChange: null,
  balances: [
    {
      unit: 'points',
      balance: 1200,
      expiring: { amount: 300, at: '2026-12-31T23:59:59.999Z' },
    },
  ],
  waitingCredits: [{ unit: 'points', count: 2, amount: -300 }],
}

const buildEntry = (source: string, id: number, more: object = {}) => ({
  source,
  id,
  at: `2026-02-${String(10 + id).padStart(2, '0')}T10:00:00.000Z`,
  recordId: id,
  title: null,
  status: null,
  amount: null,
  unit: null,
  balance: null,
  reason: null,
  actor: null,
  details: {},
  ...more,
})

const entries = [
  buildEntry('comment', 9, {
    title: 'Called about **points**',
    actor: 'ann@example.com',
    details: { authorId: 7, updatedAt: null },
  }),
  buildEntry('signIn', 8, { status: 'failed', reason: 'The certificate has expired' }),
  buildEntry('credit', 3, {
    status: 'issue',
    amount: 500,
    unit: 'points',
    balance: 1200,
    reason: 'Welcome',
  }),
  buildEntry('order', 1, { title: '#1001', status: 'paid', amount: 4500, unit: 'CAD' }),
]

const kinds = ['orders', 'payments', 'credits', 'signIns', 'groups', 'changes', 'comments']

/** Opens the page of a member with four entries. */
async function openMember(
  query = '',
  { next = null, ...changes }: { next?: string | null } & Record<string, unknown> = {},
  platform = createMemoryPlatform(),
) {
  platform.replies.set('GET /members/7/overview', {
    status: 200,
    body: { ...overview, ...changes },
  })
  platform.replies.set('GET /members/7', { status: 200, body: member })
  platform.replies.set('GET /members/7/timeline', ({ search }) => {
    const kind = search?.get('kind')
    const data = kind === 'credits' ? entries.filter(({ source }) => source === 'credit') : entries
    return { status: 200, body: { data, next, kinds } }
  })
  return { ...(await renderConsole(`/members/7${query}`, { platform })), platform }
}

const getTimeline = () => within(screen.getByRole('region', { name: 'Timeline' }))

test('shows who the member is and what happened, by two calls', async () => {
  const { platform } = await openMember()
  expect(screen.getByRole('heading', { level: 1, name: 'Mia Berg' })).toBeVisible()
  expect(screen.getByText('mia@acme.example')).toBeVisible()
  expect(screen.getByText(/Moved here by ann@example.com/)).toBeVisible()
  expect(screen.getByText(/^300 points will expire on/)).toHaveTextContent('12/31/2026')
  const items = getTimeline()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(items.filter((text) => /Failed sign-in/.test(text))).toEqual([
    expect.stringContaining('The certificate has expired'),
  ])
  const getLink = (name: string) => getTimeline().getByRole('link', { name }).getAttribute('href')
  expect(getLink('Order #1001')).toBe('/paymentAttempt?orders&order=1')
  expect(getLink('Credits issued: 500 points')).toBe('/credits?record=3')
  expect(getLink('Failed sign-in')).toBe('/stores/5/logs?entry=8')
  expect(screen.getByText('points', { selector: 'strong' })).toBeVisible()
  expect(platform.requests.filter(({ path }) => path.startsWith('/members')).length).toBe(2)
})

test('shows one kind of entry, and older entries by link', async () => {
  const { user, address } = await openMember('', { next: 'abc' })
  expect(getTimeline().getByRole('link', { name: 'Older entries' })).toHaveAttribute(
    'href',
    '/members/7?after=abc',
  )
  await user.click(getTimeline().getByRole('link', { name: 'Credits' }))
  await waitFor(() => expect(address()).toBe('/members/7?kind=credits'))
  await waitFor(() => expect(getTimeline().queryByRole('link', { name: 'Order #1001' })).toBeNull())
  expect(getTimeline().queryByRole('link', { name: 'Emails' })).toBeNull()
})

test('shows the text of an email over the page, escaped, and returns to the same entries', async () => {
  const platform = createMemoryPlatform()
  const email = {
    ...stamp,
    id: 4,
    time: '2026-02-14T10:00:00.000Z',
    kind: 'payLink',
    recipient: 'mia@acme.example',
    subject: 'Complete the payment',
    status: 'sent',
    attempts: 1,
  }
  const setReply = (call: string, body: unknown) =>
    platform.replies.set(call, { status: 200, body })
  setReply('GET /mails/4', email)
  setReply('GET /mails/4/text', {
    state: 'saved',
    text: 'Hello <b>Mia</b>,\n\n[link removed]',
    savedUntil: '2026-05-15T10:00:00.000Z',
  })
  const { user, address } = await openMember('?kind=emails', {}, platform)
  platform.replies.set('GET /members/7/timeline', {
    status: 200,
    body: {
      data: [
        buildEntry('email', 4, {
          title: email.subject,
          status: 'sent',
          details: { hasText: true },
        }),
        buildEntry('email', 3, { title: 'Old', status: 'sent', details: { hasText: false } }),
      ],
      next: null,
      kinds,
    },
  })
  await user.click(getTimeline().getByRole('link', { name: 'All' }))
  const link = await screen.findByRole('link', { name: 'Show email: Complete the payment' })
  expect(screen.queryByRole('link', { name: 'Show email: Old' })).toBeNull()
  await user.click(link)
  const panel = within(await screen.findByRole('dialog', { name: /Complete the payment/ }))
  expect(panel.getByText(/Hello <b>Mia<\/b>,/)).toBeVisible()
  expect(panel.getByText(/The text will be deleted on/)).toHaveTextContent('05/15/2026')
  expect(address()).toBe('/members/7?email=4')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/members/7'))
})

test('suspends the member with a reason', async () => {
  const { user, address, platform } = await openMember('?suspend')
  platform.replies.set('POST /members/7/suspension', {
    status: 200,
    body: { ...member, version: 2, active: false },
  })
  const panel = within(screen.getByRole('dialog', { name: 'Suspend Mia Berg' }))
  await user.click(panel.getByRole('button', { name: 'Suspend' }))
  expect(await panel.findByText('Reason is a required field')).toBeVisible()
  await user.type(panel.getByLabelText('Reason'), 'Left the company')
  await user.click(panel.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(address()).toBe('/members/7'))
  expect(platform.writes()).toMatchObject([
    { path: '/members/7/suspension', body: { reason: 'Left the company' }, ifMatch: 1 },
  ])
})

test.each([
  [null, true, 'Member since'],
  ['Back from leave', true, 'Active since'],
  [null, false, 'Inactive since'],
])('says since when the status applies: %s, active %s', async (reason, active, name) => {
  const statusChange = { at: '2026-02-01T10:00:00.000Z', by: 'ann@example.com', reason }
  await openMember('', {
    member: { ...member, active },
    statusChange: name === 'Member since' ? null : statusChange,
  })
  const fact = screen.getByText(name).closest('div')
  if (name !== 'Member since')
    expect(fact).toHaveTextContent(
      `${name}02/01/2026 10:00 AM ${reason ? `${reason} ` : ''}(ann@example.com)`,
    )
})

test('answers why the member cannot sign in, with the fix', async () => {
  const suspension = { at: '2026-02-01T10:00:00.000Z', by: 'ann@example.com', reason: 'Left' }
  const { platform, user } = await openMember('', {
    suspension,
    member: { ...member, active: false },
  })
  const answer = 'The member has been suspended since 02/01/2026 10:00 AM UTC: Left'
  platform.replies.set('GET /members/7/signInCheck', {
    status: 200,
    body: {
      answer,
      cause: 'account',
      storeId: 5,
      checks: [
        { name: 'account', state: 'failed', sentence: answer },
        { name: 'store', state: 'passed', sentence: 'Acme Rewards is active.' },
      ],
    },
  })
  await user.click(screen.getByRole('link', { name: 'Check sign-in' }))
  const panel = within(await screen.findByRole('dialog', { name: "Why can't Mia Berg sign in?" }))
  expect(panel.getAllByText(answer)[0]).toBeVisible()
  expect(panel.getByRole('link', { name: 'Reactivate the member' })).toHaveAttribute(
    'href',
    '/members/7?reactivate',
  )
})

test('answers whether credits are missing, with the place to look', async () => {
  const { platform, user } = await openMember()
  const answer = 'A credit request for 50 points is waiting for approval.'
  platform.replies.set('GET /members/7/creditCheck', {
    status: 200,
    body: {
      answer,
      cause: 'requests',
      groupId: null,
      checks: [
        { name: 'program', state: 'passed', sentence: 'Staff has no credit program.' },
        { name: 'requests', state: 'missing', sentence: answer },
      ],
    },
  })
  await user.click(screen.getByRole('link', { name: 'Are credits missing?' }))
  const name = "Are Mia Berg's credits missing?"
  const panel = within(await screen.findByRole('dialog', { name }))
  expect(panel.getAllByText(answer)[0]).toBeVisible()
  expect(panel.getByRole('link', { name: 'Review credit requests' })).toHaveAttribute(
    'href',
    '/credits?requests&filter[memberId][eq]=7',
  )
})

test('adds a comment, and lets its author edit or delete it', async () => {
  const { user, platform } = await openMember()
  platform.replies.set('POST /comments', { status: 201, body: { id: 10 } })
  platform.replies.set('DELETE /comments/9', { status: 204 })
  const section = within(screen.getByRole('region', { name: 'New comment' }))
  await user.type(section.getByLabelText('Comment'), 'Fixed')
  await user.click(section.getByRole('button', { name: 'Add comment' }))
  await screen.findByText('Comment saved')
  await user.click(getTimeline().getByRole('link', { name: /^Edit the comment from/ }))
  expect(await getTimeline().findByLabelText('Comment')).toHaveValue('Called about **points**')
  await user.click(getTimeline().getByRole('button', { name: 'Delete comment' }))
  await screen.findByText('Comment deleted')
  expect(getTimeline().queryByLabelText('Comment')).toBeNull()
  expect(platform.writes()).toMatchObject([
    {
      method: 'POST',
      path: '/comments',
      body: { resource: 'members', recordId: 7, body: 'Fixed' },
    },
    { method: 'DELETE', path: '/comments/9' },
  ])
})

test('erases the member after the email was typed', async () => {
  const { user, address, platform } = await openMember('?erase')
  platform.replies.set('POST /members/7/erase', { status: 200, body: { ...member, version: 2 } })
  const panel = within(screen.getByRole('dialog', { name: 'Erase Mia Berg' }))
  expect(panel.getByText(/You can't undo this\.$/)).toBeVisible()
  const button = panel.getByRole('button', { name: 'Erase' })
  await user.click(button)
  expect(platform.writes()).toEqual([])
  await user.type(panel.getByLabelText('Enter mia@acme.example to confirm'), 'mia@acme.example')
  await user.click(button)
  await waitFor(() => expect(address()).toBe('/members/7'))
  expect(platform.writes()).toMatchObject([
    { path: '/members/7/erase', body: { email: 'mia@acme.example' }, ifMatch: 1 },
  ])
})

test('an erased member is shown as erased, with downloads but no changes', async () => {
  const erasedAt = '2026-02-01T10:00:00.000Z'
  await openMember('?erase', { member: { ...member, active: false, erasedAt } })
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const [format, name] of Object.entries({ json: 'Export as JSON', csv: 'Export as CSV' }))
    expect(screen.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/api/members/7/export?format=${format}`,
    )
  expect(screen.queryByRole('link', { name: /Reactivate|Erase/ })).toBeNull()
  expect(screen.getAllByText('Erased')[0]).toBeVisible()
})

const template = {
  id: 4,
  name: 'Thanks',
  currency: 'EUR',
  amountKind: 'fixed',
  amounts: ['10.00', '25.00'],
  minAmount: null,
  maxAmount: null,
  step: null,
}
const birthday = {
  ...template,
  id: 5,
  name: 'Birthday',
  amountKind: 'range',
  amounts: [],
  minAmount: 500,
  maxAmount: 5000,
  step: 500,
}

/** Opens the form that sends the member a gift card. */
async function openGiftCardForm(offer: object, query = '?giftCard') {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /members/7/giftCardOffer', { status: 200, body: offer })
  return { ...(await openMember(query, {}, platform)), panel: within(screen.getByRole('dialog')) }
}

test('sends a gift card with the first template, and returns to the member', async () => {
  const { user, platform, panel } = await openGiftCardForm({
    templates: [template, birthday],
    reason: null,
    fix: null,
  })
  platform.replies.set('POST /members/7/giftCards', {
    status: 202,
    body: { id: 9, kind: 'giftCards.send', title: 'Send', status: 'running', total: 1 },
  })
  expect(panel.getByText(/send it to mia@acme\.example\./)).toBeVisible()
  await user.selectOptions(panel.getByLabelText('Amount'), '25.00 EUR')
  await user.click(panel.getByRole('button', { name: 'Send gift card' }))
  await waitFor(() =>
    expect(platform.writes()).toMatchObject([
      { path: '/members/7/giftCards', body: { templateId: 4, amount: 2500 } },
    ]),
  )
})

test('offers the other templates as links, and explains their amounts', async () => {
  const { panel } = await openGiftCardForm(
    { templates: [template, birthday], reason: null, fix: null },
    '?giftCard=5',
  )
  const tabs = within(panel.getByRole('navigation', { name: 'Template' }))
  expect(tabs.getByRole('link', { name: 'Thanks' })).toHaveAttribute(
    'href',
    '/members/7?giftCard=4',
  )
  expect(tabs.getByRole('link', { name: 'Birthday' })).toHaveAttribute('aria-current', 'page')
  expect(panel.getByLabelText('Amount')).toHaveAccessibleDescription(
    'Enter 5.00 EUR to 50.00 EUR, in steps of 5.00 EUR.',
  )
})

test('says why a member cannot be sent a gift card', async () => {
  const reason = "This member isn't active, so they can't get gift cards."
  const { panel } = await openGiftCardForm({ templates: [], reason, fix: null })
  expect(panel.getByText(reason)).toBeVisible()
  expect(panel.queryByRole('link', { name: /^Open/ })).toBeNull()
  expect(panel.queryByRole('button', { name: 'Send gift card' })).toBeNull()
})

test('leads to the ledger with running balances, and to the credits that wait', async () => {
  await openMember()
  const credits = within(screen.getByRole('region', { name: 'Credits' }))
  expect(credits.getByRole('link', { name: '1,200 points' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/credits\?filter\[memberId\]\[eq\]=7&columns=.*balance,expiresAt/),
  )
  expect(
    credits.getByRole('link', { name: '2 requests wait for approval: -300 points' }),
  ).toHaveAttribute('href', '/credits?requests&filter[memberId][eq]=7&filter[state][eq]=waiting')
})

test.each([
  ['templates', 'Open gift card templates', '/wegift/templates'],
  ['setup', 'Open gift card setup', '/giftCardSetup'],
])('says why no gift card can be sent, and leads to the %s', async (fix, name, url) => {
  const { panel } = await openGiftCardForm({ templates: [], reason: 'None is active.', fix })
  expect(panel.getByText('None is active.')).toBeVisible()
  expect(panel.getByRole('link', { name })).toHaveAttribute('href', url)
})
