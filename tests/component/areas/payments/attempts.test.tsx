import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildJob } from '#tests/support/jobs.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { buildPlan, buildPlanRow } from '#tests/support/plans.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const buildAttempt = (id: number, more: Partial<AnyRecord> = {}): AnyRecord => ({
  ...stamp,
  id,
  orderNumber: `#5408${id}`,
  orderId: 100 + id,
  storeId: 3,
  memberId: 5,
  rawCode: 'insufficient_funds',
  attemptedAt: '2026-11-22T08:00:00.000Z',
  amount: 14300,
  currency: 'AUD',
  gateway: 'stripe',
  cardBrand: 'visa',
  cardLast4: '4242',
  attempt: 1,
  reason: 'insufficient_funds',
  retryable: 'yes',
  actor: 'member',
  status: 'open',
  nextRetryAt: null,
  ownerId: null,
  recoveredAt: null,
  closedReason: null,
  unclear: false,
  labels: { storeId: 'Acme Rewards', memberId: 'Anna Ek' },
  ...more,
})

async function open(search: string, attempts = [buildAttempt(1)], more: object = {}) {
  const platform = createMemoryPlatform()
  const setReply = (call: string, body: unknown, status = 200) =>
    platform.replies.set(call, { status, body })
  setReply('GET /paymentAttempts', {
    data: attempts,
    page: { ...emptyPage, total: attempts.length },
  })
  for (const one of attempts) {
    setReply(`GET /paymentAttempts/${one.id}`, one)
    setReply(`GET /paymentAttempts/${one.id}/rule`, { at: null, setup: null })
  }
  const view = await renderConsole(`/paymentAttempt${search}`, { platform, ...more })
  return { ...view, setReply, platform }
}

const paymentLink = { url: 'https://acme.example/pay/t0k3n', expiresAt: '2030-01-02T03:04:00Z' }

test('a payment link to be emailed links to its email status and can be copied', async () => {
  const { user, setReply } = await open('?link=1')
  setReply('POST /paymentAttempts/1/link', { ...paymentLink, mailed: true }, 201)
  await user.click(await screen.findByRole('button', { name: 'Send payment link' }))
  expect(await screen.findByText(/^We're emailing this link to the member/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'View email status' })).toHaveAttribute(
    'href',
    '/smtpSettings?mails&filter[kind][eq]=payLink&filter[storeId][eq]=3',
  )
  await user.click(screen.getByRole('button', { name: 'Copy payment link' }))
  expect(await navigator.clipboard.readText()).toBe(paymentLink.url)
})

test("a payment link that isn't emailed asks the operator to send it", async () => {
  const { user, setReply } = await open('?link=1')
  setReply('POST /paymentAttempts/1/link', { ...paymentLink, mailed: false }, 201)
  await user.click(await screen.findByRole('button', { name: 'Send payment link' }))
  expect(await screen.findByText(/send this link yourself/)).toBeVisible()
  expect(screen.getByText(paymentLink.url)).toBeVisible()
  expect(within(screen.getByRole('dialog')).queryByText('View email status')).toBeNull()
})

const step = {
  by: null,
  attempt: null,
  reason: null,
  code: null,
  retryable: null,
  card: null,
  gateway: null,
  note: null,
}
const buildAssignedStep = (at: string) => ({ ...step, at, kind: 'assigned', by: 'ann@example.com' })

const noCharges = { data: [], events: [], disputes: [] }

async function openTimeline(
  attempts: AnyRecord[],
  steps: object[] = [],
  more: object = {},
  charges: object = noCharges,
) {
  const view = await open('', attempts, more)
  for (const { orderId } of attempts) {
    view.setReply(`GET /orders/${String(orderId)}/timeline`, { data: steps })
    view.setReply(`GET /orders/${String(orderId)}/charges`, charges)
  }
  const [first] = attempts
  await view.user.click(
    await screen.findByRole('link', { name: new RegExp(`^${String(first?.['orderNumber'])}`) }),
  )
  const panel = within(await screen.findByRole('dialog'))
  return { ...view, panel }
}
const getLinkTexts = (panel: Pick<typeof screen, 'getAllByRole'>) =>
  panel
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
    // Comments have tests of their own.
    .filter(([text]) => text !== '' && text !== 'Comments')

test.each([
  [
    'open payment that can be retried',
    {},
    ['Retry now...', 'Schedule retry...', 'Send payment link...', 'Dismiss...', 'Assign...'],
  ],
  ['dismissed payment', { status: 'dismissed' }, ['Reopen...', 'Assign...']],
  ['payment with an unclear result', { unclear: true }, ['Record result...', 'Assign...']],
  ['paid order', { status: 'recovered' }, ['Assign...', 'Refund...']],
  ['payment in processing', { status: 'processing' }, ['Assign...']],
])(
  'the timeline offers the possible actions and a link to the store: %s',
  async (_, more, expected) => {
    const { panel } = await openTimeline([buildAttempt(1, more)])
    expect(getLinkTexts(panel).map(([text]) => text)).toEqual([
      'Acme Rewards',
      'Anna Ek',
      ...expected,
    ])
    expect(getLinkTexts(panel)[0]?.[1]).toBe('/stores/3')
    expect(getLinkTexts(panel)).toContainEqual(['Assign...', '/paymentAttempt?assign=1'])
  },
)

const processing = { status: 'processing', processingSince: '2026-11-22T08:00:00.000Z' }

test("a processing payment says since when and why it can't be changed", async () => {
  const { panel } = await openTimeline([buildAttempt(1, processing)])
  expect(panel.getByText(/^Stripe has been processing this payment since/).textContent).toBe(
    "Stripe has been processing this payment since 11/22/2026 08:00 AM. You can't change this payment until we know the outcome, because a retry could charge the card twice. We're checking with Stripe.",
  )
})

test.each(['retry', 'schedule', 'link', 'dismiss'])(
  'an old "%s" panel of a processing payment offers no button',
  async (what) => {
    await open(`?${what}=1`, [buildAttempt(1, processing)])
    expect(await screen.findByText(/^Stripe has been processing this payment since/)).toBeVisible()
    const panel = within(screen.getByRole('dialog'))
    const buttons = panel.queryAllByRole('button').map((button) => button.textContent)
    expect(buttons.filter((text) => /charge|schedule|send|dismiss/i.test(text ?? ''))).toEqual([])
  },
)

test('the timeline offers no actions to a read-only operator', async () => {
  const { panel } = await openTimeline([buildAttempt(1)], [], {
    permissions: ['payments:read', 'storesRead:read'],
    facts: { enforcePermissions: true },
  })
  expect(getLinkTexts(panel)).toEqual([['Acme Rewards', '/stores/3']])
})

test('the timeline links to the next and previous payment in the list', async () => {
  const { panel, user, address } = await openTimeline([buildAttempt(1), buildAttempt(2)])
  await user.click(panel.getByRole('link', { name: 'Next: #54082' }))
  await screen.findByRole('heading', { level: 2, name: /^#54082/ })
  expect(address()).toBe('/paymentAttempt?timeline=2')
  expect(screen.getByRole('link', { name: 'Previous: #54081' })).toHaveAttribute(
    'href',
    '/paymentAttempt?timeline=1',
  )
})

test('the timeline names the latest assignee', async () => {
  const steps = [
    buildAssignedStep('2026-11-22T09:00:00.000Z'),
    buildAssignedStep('2026-11-22T10:00:00.000Z'),
  ]
  const attempt = buildAttempt(1, {
    ownerId: 9,
    labels: { storeId: 'Acme Rewards', ownerId: 'lee@example.com' },
  })
  const { panel } = await openTimeline([attempt], steps)
  const items = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    expect.stringMatching(/^Assigned11/),
    expect.stringMatching(/^Assigned to lee@example.com/),
  ])
})

async function dismissAttempt(status: string) {
  const view = await open('?dismiss=1', [buildAttempt(1, { status })])
  view.setReply(
    'POST /paymentAttempts/1/dismissal',
    buildAttempt(1, { status: 'dismissed', version: 2 }),
  )
  const panel = within(await screen.findByRole('dialog'))
  await view.user.type(panel.getByLabelText('Reason for dismissal'), 'Paid in cash')
  await view.user.click(panel.getByRole('button', { name: 'Dismiss' }))
  await screen.findByText(/^Changed the status of/)
  return view
}

test('dismissing an open payment can be undone', async () => {
  const { user, setReply, platform } = await dismissAttempt('open')
  setReply('DELETE /paymentAttempts/1/dismissal', buildAttempt(1, { version: 3 }))
  await user.click(screen.getByRole('button', { name: 'Undo the change to #54081' }))
  await screen.findByText(/^Undid the change to/)
  expect(platform.writes().at(-1)).toMatchObject({ method: 'DELETE', ifMatch: 2 })
})

test("dismissing a scheduled payment offers no Undo, because reopening wouldn't schedule it again", async () => {
  await dismissAttempt('scheduled')
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('reopening a dismissed payment can be undone with its original reason', async () => {
  const dismissal = { status: 'dismissed', closedReason: 'Paid in cash' }
  const { user, setReply, platform } = await open('?reopen=1', [buildAttempt(1, dismissal)])
  setReply('DELETE /paymentAttempts/1/dismissal', buildAttempt(1, { version: 2 }))
  setReply('POST /paymentAttempts/1/dismissal', buildAttempt(1, { ...dismissal, version: 3 }))
  await user.click(await screen.findByRole('button', { name: 'Reopen' }))
  const undo = { name: 'Undo the change to #54081' }
  await user.click(await screen.findByRole('button', undo, { timeout: 10_000 }))
  await screen.findByText(/^Undid the change to/)
  expect(platform.writes().at(-1)).toMatchObject({
    method: 'POST',
    body: { reason: 'Paid in cash' },
    ifMatch: 2,
  })
})

const incident: AnyRecord = {
  ...stamp,
  id: 4,
  cause: 'Stripe declines',
  status: 'open',
  reason: 'insufficient_funds',
  gateway: 'stripe',
  currency: 'AUD',
  ownerId: null,
  labels: {},
}

test.each([
  ['payment', '?assign=1', '/paymentAttempts/1', buildAttempt(1), '#54081'],
  ['incident', '?incidents&assignIncident=4', '/incidents/4', incident, 'Stripe declines'],
])('undoing an assignment restores the previous owner: %s', async (_, at, path, record, name) => {
  const assignedRecord = { ...record, ownerId: 9, labels: { ...record.labels, ownerId: 'Lee' } }
  const platform = createMemoryPlatform()
  const setReply = (call: string, body: unknown) =>
    platform.replies.set(call, { status: 200, body })
  setReply(`GET ${path.replace(/\/\d$/, '')}`, { data: [assignedRecord], page: emptyPage })
  setReply(`GET ${path}`, assignedRecord)
  setReply(`PUT ${path}/owner`, { ...assignedRecord, version: 2 })
  const { user } = await renderConsole(`/paymentAttempt${at}`, { platform })
  const panel = within(await screen.findByRole('dialog'))
  expect(panel.getByLabelText(/^Assigned to/)).toHaveValue('Lee')
  await user.click(panel.getByRole('button', { name: 'Assign' }))
  const undo = { name: `Undo the change to ${name}` }
  await user.click(await screen.findByRole('button', undo, { timeout: 10_000 }))
  await screen.findByText(/^Undid the change to/)
  expect(platform.writes().at(-1)).toMatchObject({
    path: `${path}/owner`,
    body: { ownerId: 9 },
    ifMatch: 2,
  })
})

test('changing the date of a retry is reported as saved', async () => {
  const { user, setReply } = await open('?schedule=1', [buildAttempt(1, { status: 'scheduled' })])
  setReply('POST /paymentAttempts/1/schedule', buildAttempt(1, { status: 'scheduled', version: 2 }))
  await user.click(await screen.findByRole('button', { name: 'Schedule retry' }))
  const message = (await screen.findByText(/^Saved/)).closest('p')
  expect(message).toHaveTextContent('Saved #54081')
})

test('retrying by reason asks for confirmation with the number of orders and the total', async () => {
  const { user, platform } = await open('?retryMany')
  const worse = [{ what: 'Charges totaling 553.50 USD', count: 37, examples: ['#54081'] }]
  const reach = { token: 't0k3n', reaches: 37, own: 0, worse }
  platform.replies.set('POST /paymentAttempts/retries', {
    status: 409,
    body: { status: 409, code: 'unconfirmed', title: 'No', reach },
  })
  const panel = within(await screen.findByRole('dialog'))
  await user.selectOptions(panel.getByLabelText('Reason'), 'gateway_error')
  await user.click(panel.getByRole('button', { name: 'Review charges' }))
  const question = await panel.findByRole('alert')
  expect(question).toHaveTextContent('Retry payment for 37 orders?')
  expect(question).toHaveTextContent('Charges totaling 553.50 USD in 37 orders: #54081, ...')
  expect(panel.getByRole('button', { name: 'Charge 37 orders' })).toBeVisible()
})

test('a requested charge opens the timeline of its order', async () => {
  const { user, setReply, address } = await open('?filter[status][eq]=open&retry=1')
  const job = buildJob({ id: 9, title: 'Retry payment for #54081' })
  setReply('POST /paymentAttempts/1/retry', job, 202)
  setReply('GET /jobs/9', job)
  setReply('GET /orders/101/timeline', { data: [] })
  setReply('GET /orders/101/charges', noCharges)
  await user.click(await screen.findByRole('button', { name: /^Charge/ }))
  await screen.findByRole('heading', { level: 3, name: 'Timeline' })
  expect(decodeURIComponent(address())).toBe('/paymentAttempt?filter[status][eq]=open&timeline=1')
})

test('the timeline says why a charge was rejected and who requested it', async () => {
  const rejectedStep = {
    ...step,
    at: '2026-11-22T08:00:00.000Z',
    kind: 'retryRefused',
    note: 'No key is set.',
    by: 'ann@example.com',
  }
  const { panel } = await openTimeline([buildAttempt(1)], [rejectedStep])
  const item = panel.getByText('Retry rejected').closest('li')
  expect(item).toHaveTextContent('No key is set. By ann@example.com')
})

test('the timeline shows the next charge as a time element', async () => {
  const note = '2026-11-25T08:00:00.000Z'
  const { panel } = await openTimeline(
    [buildAttempt(1)],
    [{ ...step, at: '2026-11-22T08:00:00.000Z', kind: 'scheduled', note }],
  )
  const item = panel.getByText('Retry scheduled').closest('li')
  expect(item?.querySelector(`time[datetime="${note}"]`)).not.toBeNull()
})

test('the timeline shows each charge with its card, setup, and events', async () => {
  const charge = {
    id: 7,
    state: 'paid',
    at: '2026-11-22T08:00:00.000Z',
    by: 'stripe',
    amount: 4500,
    currency: 'CAD',
    gateway: 'stripe',
    reference: 'pi_1',
    url: 'https://dashboard.stripe.com/payments/pi_1',
    setup: { id: 3, name: 'Main account' },
    cardBrand: 'visa',
    cardLast4: '4242',
  }
  const event = {
    id: 1,
    chargeId: 7,
    kind: 'payment_intent.succeeded',
    receivedAt: '2026-11-22T08:00:01.000Z',
    outcome: 'done',
    sentence: 'The order is paid.',
  }
  const events = [event, { ...event, id: 2, chargeId: null, kind: 'charge.updated' }]
  const { panel } = await openTimeline(
    [buildAttempt(1)],
    [],
    {},
    { data: [charge], events, disputes: [] },
  )
  const item = panel.getByText('45.00 CAD').closest('li')
  expect(item).toHaveTextContent('Paid')
  expect(item).toHaveTextContent('Visa •••• 4242')
  expect(item).toHaveTextContent('1 event')
  expect(panel.getByRole('link', { name: 'Main account' })).toHaveAttribute(
    'href',
    '/payment-setup/3/details',
  )
  expect(panel.getByRole('link', { name: 'pi_1 (opens Stripe)' })).toHaveAttribute(
    'href',
    'https://dashboard.stripe.com/payments/pi_1',
  )
  const others = panel.getByRole('heading', { name: 'Events that match no charge' })
  expect(others.closest('section')).toHaveTextContent('charge.updated')
})

test('the columns of the payment attempts fit 980 px', async () => {
  await open('')
  await screen.findByRole('link', { name: /^#54081/ })
  const columns = [...document.querySelectorAll('col')]
  const width = columns.reduce((sum, column) => sum + Number(column.getAttribute('width')), 0)
  expect(width).toBeGreaterThan(0)
  expect(width).toBeLessThanOrEqual(980)
})

test('a row says who has to act', async () => {
  await open('', [buildAttempt(1, { reason: 'configuration', retryable: 'no', actor: 'operator' })])
  const row = (await screen.findByRole('link', { name: /^#54081/ })).closest('tr')
  expect(row).toHaveTextContent('Setup errorWaiting for operator')
})

test.each([
  [
    'configuration',
    'no',
    'operator',
    'Setup error (901). Fix, test, and activate the payment setup, then retry. An operator needs to take action.',
  ],
  [
    'configuration',
    'yes',
    'operator',
    'Setup error (901). Another attempt might succeed. An operator needs to take action.',
  ],
  [
    'fraud_block',
    'no',
    'bank',
    "Fraud block (901). Don't charge this card again. The card's bank doesn't allow it. The member's bank needs to take action.",
  ],
  [
    'gateway_error',
    'no',
    'provider',
    "Gateway error (901). Another attempt won't help. The payment provider needs to take action.",
  ],
  [
    'authentication_required',
    'customer',
    'member',
    "Authentication required (901). Another attempt won't succeed until the member takes action.",
  ],
])(
  'the timeline of %s, retryable %s, says who has to act and warns about the card only for card reasons',
  async (reason, retryable, actor, sentence) => {
    const failedStep = { ...step, at: '2026-11-22T08:00:00.000Z', kind: 'failed' }
    const { panel } = await openTimeline(
      [buildAttempt(1)],
      [{ ...failedStep, reason, retryable, actor, code: '901' }],
    )
    expect(panel.getByText('Payment failed').closest('li')).toHaveTextContent(sentence)
  },
)

test('a payment with a setup error offers no retry or link until the setup passes a test', async () => {
  const setup = { reason: 'configuration', actor: 'operator' }
  const { panel } = await openTimeline([buildAttempt(1, { ...setup, retryable: 'no' })])
  expect(getLinkTexts(panel).map(([text]) => text)).toEqual([
    'Acme Rewards',
    'Anna Ek',
    "Show store's integrations",
    'Dismiss...',
    'Assign...',
  ])
  expect(getLinkTexts(panel)[2]?.[1]).toBe('/stores/3?tab=integrations')
})

test('a payment whose setup passed a test offers a retry and a link', async () => {
  const setup = { reason: 'configuration', actor: 'operator' }
  const { panel } = await openTimeline([buildAttempt(1, { ...setup, retryable: 'yes' })])
  expect(getLinkTexts(panel).map(([text]) => text)).toEqual([
    'Acme Rewards',
    'Anna Ek',
    'Retry now...',
    'Schedule retry...',
    'Send payment link...',
    'Dismiss...',
    'Assign...',
  ])
})

test('the breadcrumb of the incidents leads to the failed payments as they were last left', async () => {
  const { setReply, router } = await open('?search=54081')
  await screen.findByRole('cell', { name: '#54081' })
  setReply('GET /incidents', { data: [incident], page: { ...emptyPage, total: 1 } })
  await router.navigate('/paymentAttempt?incidents')
  await screen.findByRole('heading', { name: 'Incidents', level: 1 })
  // Breadcrumbs read the last visit when they render again.
  await router.navigate('/paymentAttempt?incidents&columns=cause')
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(trail.getByRole('link', { name: 'Payment attempts' })).toHaveAttribute(
    'href',
    '/paymentAttempt?search=54081',
  )
})

describe('An incident caused by a payment setup', () => {
  const caused: AnyRecord = {
    ...incident,
    cause: "The Adyen API key can't access its merchant account",
    reason: 'configuration',
    gateway: 'adyen',
    openedAt: '2026-11-20T08:00:00.000Z',
    lastAt: '2026-11-22T08:00:00.000Z',
    resolvedAt: null,
    resolution: null,
    failures: 85,
    stakes: [],
  }
  const buildTotals = (payments: number) => ({
    payments,
    amounts: payments > 0 ? [{ currency: 'EUR', amount: payments * 1000 }] : [],
  })
  async function openIncident({ retries = 0, links = 0, works = false } = {}) {
    const platform = createMemoryPlatform()
    const setReply = (call: string, body: unknown, status = 200) =>
      platform.replies.set(call, { status, body })
    setReply('GET /incidents', { data: [caused], page: { ...emptyPage, total: 1 } })
    setReply('GET /incidents/4', caused)
    setReply('GET /incidents/4/stores', { data: [] })
    setReply('GET /incidents/4/payments', {
      retries: buildTotals(retries),
      links: buildTotals(links),
      setups: [{ id: 7, name: 'Adyen backup account', state: works ? 'active' : 'draft', works }],
    })
    const view = await renderConsole('/paymentAttempt?incidents&incident=4', { platform })
    return { ...view, setReply, panel: within(await screen.findByRole('dialog')) }
  }
  const getActions = (panel: Awaited<ReturnType<typeof openIncident>>['panel']) =>
    within(panel.getByRole('navigation', { name: 'Actions' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('links to its setup and payments, and says what to do first', async () => {
    const { panel } = await openIncident()
    expect(getActions(panel)).toEqual([
      ['Open Adyen backup account', '/payment-setup/7/details'],
      [
        'Show payments',
        `/paymentAttempt?${new URLSearchParams({
          'filter[gateway][eq]': 'adyen',
          'filter[reason][eq]': 'configuration',
          'filter[attemptedAt][gte]': '2026-11-20T08:00:00.000Z',
        })}`,
      ],
      ['Resolve...', expect.stringContaining('resolve=4')],
      ['Assign...', expect.stringContaining('assignIncident=4')],
    ])
    expect(
      panel.getByText(/^Fix the payment setup, then test and activate it\. Then come back here/),
    ).toBeVisible()
    expect(panel.getByRole('cell', { name: 'Draft' })).toBeVisible()
  })

  test.each([
    [82, 82, 'Retry 82 payments...', 'Send 82 payment links...'],
    [1, 1, 'Retry 1 payment...', 'Send 1 payment link...'],
  ])(
    'offers to retry %i payments and send %i links once its setup works',
    async (retries, links, ...words) => {
      const { panel } = await openIncident({ retries, links, works: true })
      expect(
        getActions(panel)
          .slice(0, 2)
          .map(([text]) => text),
      ).toEqual(words)
      expect(
        panel.queryByText(
          /^Fix the payment setup, then test and activate it\. Then come back here/,
        ),
      ).toBeNull()
    },
  )

  test.each([
    ['Retry 82 payments', 'retries', 'This charges members a total of 820.00 EUR for 82 orders.'],
    ['Send 82 payment links', 'links', 'Members get payment links by email for 82 orders'],
  ])(
    '"%s" asks for confirmation with the total and sends the confirmed amounts',
    async (words, call, explain) => {
      const { panel, user, setReply, platform } = await openIncident({
        retries: 82,
        links: 82,
        works: true,
      })
      const job = buildJob({ id: 9, title: words })
      setReply(`POST /incidents/4/${call}`, job, 202)
      setReply('GET /jobs/9', job)
      await user.click(panel.getByRole('link', { name: `${words}...` }))
      const confirm = await screen.findByRole('button', { name: words })
      expect(screen.getByText(new RegExp(`^${explain}`))).toBeVisible()
      await user.click(confirm)
      await expect
        .poll(() => platform.writes().at(-1))
        .toMatchObject({
          method: 'POST',
          path: `/incidents/4/${call}`,
          body: { payments: 82, amounts: [{ currency: 'EUR', amount: 82_000 }] },
        })
    },
  )
})

describe('A selection of failed payments', () => {
  test.each([
    ['retry', /^Retry now/, /^Retry 2 /],
    ['link', /^Send payment links/, /^Send payment links for 2 /],
  ] as const)(
    'plans "%s" only for the selected rows, then starts it',
    async (action, label, button) => {
      const attempts = [buildAttempt(1), buildAttempt(2), buildAttempt(3)]
      const { user, setReply, platform, router } = await open('', attempts)
      const counts = { changes: 2, unchanged: 0, refused: 0, total: 2 }
      const rows = [1, 2].map((row) => buildPlanRow({ row, id: row, label: `#5408${row}` }))
      const plan = buildPlan({ id: 9, action, data: rows })
      const planSummary = { id: 9, expiresAt: plan.expiresAt, counts, first: [], refused: [] }
      setReply('POST /paymentAttempts/bulk/plan', { ...planSummary, warns: [], reaches: [] })
      setReply('GET /plans/9', plan)
      setReply('POST /paymentAttempts/bulk', buildJob({}), 202)
      for (const id of [1, 3])
        await user.click(await screen.findByRole('checkbox', { name: `Select #5408${id}` }))
      // Rows have an action of the same name.
      const bulkLink = await waitFor(() => {
        const links = screen.getAllByRole('link', { name: label })
        const bulkAction = links.find((link) =>
          link.getAttribute('href')?.includes(`bulk=${action}`),
        )
        if (!bulkAction) throw new Error('The bar of the selection is not there yet')
        return bulkAction
      })
      await user.click(bulkLink)
      const panel = within(await screen.findByRole('dialog'))
      await user.click(await panel.findByRole('button', { name: 'Preview changes' }))
      await waitFor(() => expect(router.state.location.search).toContain('plan=9'))
      const planRequest = platform.writes().at(-1)
      expect(planRequest?.body).toEqual({ action, values: {}, ids: [1, 3] })
      await user.click(await panel.findByRole('button', { name: button }))
      await waitFor(() => expect(platform.writes().at(-1)?.body).toEqual({ plan: 9 }))
    },
  )
})

test('orders have views for what to look at, the waiting refunds with their number', async () => {
  const platform = createMemoryPlatform()
  const orders = {
    data: [],
    page: emptyPage,
    counts: { chargedTwice: { total: 2, totalIsCapped: false } },
  }
  platform.replies.set('GET /orders', { status: 200, body: orders })
  const refunds = { data: [], page: { ...emptyPage, total: 3 } }
  platform.replies.set('GET /paymentRefunds', { status: 200, body: refunds })
  await renderConsole('/paymentAttempt?orders', { platform })
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  const links = views
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['All ', '/paymentAttempt?orders'],
    ['Charged twice 2', '/paymentAttempt?orders&filter[issue][eq]=chargedTwice'],
    ['Disputes 0', '/paymentAttempt?orders&filter[issue][eq]=disputed'],
    ['Refunds waiting 3', '/paymentAttempt?refunds&filter[state][eq]=waiting'],
  ])
})
