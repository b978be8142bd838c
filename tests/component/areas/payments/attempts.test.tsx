import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { jobOf } from '#tests/support/jobs.ts'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { buildPlan, buildPlanRow } from '#tests/support/plans.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage } from '#tests/support/servers/storePlatform.ts'

const attemptOf = (id: number, more: Partial<AnyRecord> = {}): AnyRecord => ({
  ...stamp,
  id,
  orderNumber: `#5408${id}`,
  orderId: 100 + id,
  storeId: 3,
  member: 'A••• E•••',
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
  labels: { storeId: 'Acme Rewards' },
  ...more,
})

async function open(search: string, attempts = [attemptOf(1)], more: object = {}) {
  const platform = memoryPlatform()
  const ok = (call: string, body: unknown, status = 200) =>
    platform.replies.set(call, { status, body })
  ok('GET /paymentAttempts', { data: attempts, page: { ...noPage, total: attempts.length } })
  for (const one of attempts) {
    ok(`GET /paymentAttempts/${one.id}`, one)
    ok(`GET /paymentAttempts/${one.id}/rule`, { at: null, setup: null })
  }
  const shown = await renderConsole(`/paymentAttempt${search}`, { platform, ...more })
  return { ...shown, ok, platform }
}

const link = { url: 'https://acme.example/pay/t0k3n', expiresAt: '2030-01-02T03:04:00Z' }

test('a pay link is told as waiting to be mailed, with where it is told what becomes of the mail, and can be copied', async () => {
  const { user, ok } = await open('?link=1')
  ok('POST /paymentAttempts/1/link', { ...link, mailed: true }, 201)
  await user.click(await screen.findByRole('button', { name: 'Send payment link' }))
  expect(await screen.findByText(/^We're emailing this link to the member/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'View email status' })).toHaveAttribute(
    'href',
    '/smtpSettings?mails&filter[kind][eq]=payLink&filter[storeId][eq]=3',
  )
  await user.click(screen.getByRole('button', { name: 'Copy payment link' }))
  expect(await navigator.clipboard.readText()).toBe(link.url)
})

test('a pay link that nobody is mailed is told as one to send', async () => {
  const { user, ok } = await open('?link=1')
  ok('POST /paymentAttempts/1/link', { ...link, mailed: false }, 201)
  await user.click(await screen.findByRole('button', { name: 'Send payment link' }))
  expect(await screen.findByText(/send this link yourself/)).toBeVisible()
  expect(screen.getByText(link.url)).toBeVisible()
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
const assigned = (at: string) => ({ ...step, at, kind: 'assigned', by: 'ann@example.com' })

async function openTimeline(attempts: AnyRecord[], steps: object[] = [], more: object = {}) {
  const shown = await open('', attempts, more)
  for (const { orderId } of attempts)
    shown.ok(`GET /orders/${String(orderId)}/timeline`, { data: steps })
  const [first] = attempts
  await shown.user.click(
    await screen.findByRole('link', { name: new RegExp(`^${String(first?.['orderNumber'])}`) }),
  )
  const panel = within(await screen.findByRole('dialog'))
  return { ...shown, panel }
}
const links = (panel: Pick<typeof screen, 'getAllByRole'>) =>
  panel
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
    .filter(([text]) => text !== '')

test.each([
  [
    'open, which another try can help',
    {},
    ['Retry now...', 'Schedule retry...', 'Send payment link...', 'Dismiss...', 'Assign...'],
  ],
  ['dismissed', { status: 'dismissed' }, ['Reopen...', 'Assign...']],
  ['unclear', { unclear: true }, ['Record result...', 'Assign...']],
  ['paid', { status: 'recovered' }, ['Assign...']],
  ['processing', { status: 'processing' }, ['Assign...']],
])(
  'the timeline of what is %s offers what can be done, and its store',
  async (_, more, offered) => {
    const { panel } = await openTimeline([attemptOf(1, more)])
    expect(links(panel).map(([text]) => text)).toEqual([...offered, 'Open Acme Rewards'])
    expect(links(panel).at(-1)?.[1]).toBe('/stores/3')
    expect(links(panel)).toContainEqual(['Assign...', '/paymentAttempt?assign=1'])
  },
)

const processing = { status: 'processing', processingSince: '2026-11-22T08:00:00.000Z' }

test('what a provider is processing says since when, and why nothing can be done', async () => {
  const { panel } = await openTimeline([attemptOf(1, processing)])
  expect(panel.getByText(/^Stripe has been processing this payment since/).textContent).toBe(
    "Stripe has been processing this payment since 11/22/2026 08:00 AM. You can't change this payment until we know the outcome, because a retry could charge the card twice. We're checking with Stripe.",
  )
})

test.each(['retry', 'schedule', 'link', 'dismiss'])(
  'an old link to %s what a provider is processing offers no button for it',
  async (what) => {
    await open(`?${what}=1`, [attemptOf(1, processing)])
    expect(await screen.findByText(/^Stripe has been processing this payment since/)).toBeVisible()
    const panel = within(screen.getByRole('dialog'))
    const buttons = panel.queryAllByRole('button').map((button) => button.textContent)
    expect(buttons.filter((text) => /charge|schedule|send|dismiss/i.test(text ?? ''))).toEqual([])
  },
)

test('the timeline offers nothing to do to who may only read', async () => {
  const { panel } = await openTimeline([attemptOf(1)], [], {
    permissions: ['payments:read', 'storesRead:read'],
    facts: { enforcePermissions: true },
  })
  expect(links(panel)).toEqual([['Open Acme Rewards', '/stores/3']])
})

test('the timeline leads to the next of the list and back', async () => {
  const { panel, user, address } = await openTimeline([attemptOf(1), attemptOf(2)])
  await user.click(panel.getByRole('link', { name: 'Next: #54082' }))
  await screen.findByRole('heading', { level: 2, name: /^#54082/ })
  expect(address()).toBe('/paymentAttempt?timeline=2')
  expect(screen.getByRole('link', { name: 'Previous: #54081' })).toHaveAttribute(
    'href',
    '/paymentAttempt?timeline=1',
  )
})

test('the timeline says who it was assigned to last', async () => {
  const steps = [assigned('2026-11-22T09:00:00.000Z'), assigned('2026-11-22T10:00:00.000Z')]
  const attempt = attemptOf(1, {
    ownerId: 9,
    labels: { storeId: 'Acme Rewards', ownerId: 'lee@example.com' },
  })
  const { panel } = await openTimeline([attempt], steps)
  const told = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(told).toEqual([
    expect.stringMatching(/^Assigned11/),
    expect.stringMatching(/^Assigned to lee@example.com/),
  ])
})

async function dismissed(status: string) {
  const shown = await open('?dismiss=1', [attemptOf(1, { status })])
  shown.ok('POST /paymentAttempts/1/dismissal', attemptOf(1, { status: 'dismissed', version: 2 }))
  const panel = within(await screen.findByRole('dialog'))
  await shown.user.type(panel.getByLabelText('Reason for dismissal'), 'Paid in cash')
  await shown.user.click(panel.getByRole('button', { name: 'Dismiss' }))
  await screen.findByText(/^Changed the status of/)
  return shown
}

test('what was open and is dismissed can be undone at once', async () => {
  const { user, ok, platform } = await dismissed('open')
  ok('DELETE /paymentAttempts/1/dismissal', attemptOf(1, { version: 3 }))
  await user.click(screen.getByRole('button', { name: 'Undo the change to #54081' }))
  await screen.findByText(/^Undid the change to/)
  expect(platform.writes().at(-1)).toMatchObject({ method: 'DELETE', ifMatch: 2 })
})

test('what was scheduled and is dismissed is not said to be undone: opened again, it would be open', async () => {
  await dismissed('scheduled')
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('what was dismissed and is opened again can be dismissed once more, for its reason', async () => {
  const given = { status: 'dismissed', closedReason: 'Paid in cash' }
  const { user, ok, platform } = await open('?reopen=1', [attemptOf(1, given)])
  ok('DELETE /paymentAttempts/1/dismissal', attemptOf(1, { version: 2 }))
  ok('POST /paymentAttempts/1/dismissal', attemptOf(1, { ...given, version: 3 }))
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
  ['payment', '?assign=1', '/paymentAttempts/1', attemptOf(1), '#54081'],
  ['incident', '?incidents&assignIncident=4', '/incidents/4', incident, 'Stripe declines'],
])(
  'a failed %s that is assigned goes back by Undo to who had it',
  async (_, at, path, record, name) => {
    const had = { ...record, ownerId: 9, labels: { ...record.labels, ownerId: 'Lee' } }
    const platform = memoryPlatform()
    const ok = (call: string, body: unknown) => platform.replies.set(call, { status: 200, body })
    ok(`GET ${path.replace(/\/\d$/, '')}`, { data: [had], page: noPage })
    ok(`GET ${path}`, had)
    ok(`PUT ${path}/owner`, { ...had, version: 2 })
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
  },
)

test('another date for a retry is told as saved', async () => {
  const { user, ok } = await open('?schedule=1', [attemptOf(1, { status: 'scheduled' })])
  ok('POST /paymentAttempts/1/schedule', attemptOf(1, { status: 'scheduled', version: 2 }))
  await user.click(await screen.findByRole('button', { name: 'Schedule retry' }))
  const message = (await screen.findByText(/^Saved/)).closest('p')
  expect(message).toHaveTextContent('Saved #54081')
})

test('to charge a reason again asks how many orders and how much, and says that it charges', async () => {
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

test('a charge that was asked for leads to the timeline of its order, where its end will stand', async () => {
  const { user, ok, address } = await open('?filter[status][eq]=open&retry=1')
  const job = jobOf({ id: 9, title: 'Retry payment for #54081' })
  ok('POST /paymentAttempts/1/retry', job, 202)
  ok('GET /jobs/9', job)
  ok('GET /orders/101/timeline', { data: [] })
  await user.click(await screen.findByRole('button', { name: /^Charge/ }))
  await screen.findByRole('heading', { level: 3, name: 'Timeline' })
  expect(decodeURIComponent(address())).toBe('/paymentAttempt?filter[status][eq]=open&timeline=1')
})

test('the timeline says why a charge was refused, and who asked for it', async () => {
  const refused = {
    ...step,
    at: '2026-11-22T08:00:00.000Z',
    kind: 'retryRefused',
    note: 'No key is set.',
    by: 'ann@example.com',
  }
  const { panel } = await openTimeline([attemptOf(1)], [refused])
  const told = panel.getByText('Retry rejected').closest('li')
  expect(told).toHaveTextContent('No key is set. ann@example.com')
})

test('when it is charged next is told as a time, which says its zone when pointed at', async () => {
  const note = '2026-11-25T08:00:00.000Z'
  const { panel } = await openTimeline(
    [attemptOf(1)],
    [{ ...step, at: '2026-11-22T08:00:00.000Z', kind: 'scheduled', note }],
  )
  const told = panel.getByText('Retry scheduled').closest('li')
  expect(told?.querySelector(`time[datetime="${note}"]`)).not.toBeNull()
})

test('the columns of payment attempts, with the widths of their own cells, fit 980 px', async () => {
  await open('')
  await screen.findByRole('link', { name: /^#54081/ })
  const columns = [...document.querySelectorAll('col')]
  const width = columns.reduce((sum, column) => sum + Number(column.getAttribute('width')), 0)
  expect(width).toBeGreaterThan(0)
  expect(width).toBeLessThanOrEqual(980)
})

test('a row says who has to act', async () => {
  await open('', [attemptOf(1, { reason: 'configuration', retryable: 'no', actor: 'operator' })])
  const row = (await screen.findByRole('link', { name: /^#54081/ })).closest('tr')
  expect(row).toHaveTextContent('Setup errorWaiting for operator')
})

test.each([
  [
    'configuration',
    'no',
    'operator',
    'Setup error (901). Fix and test the payment setup, then retry. An operator needs to take action.',
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
  'the timeline of %s, retry %s, says who has to act and forbids the card only for reasons of the card',
  async (reason, retryable, actor, sentence) => {
    const failed = { ...step, at: '2026-11-22T08:00:00.000Z', kind: 'failed' }
    const { panel } = await openTimeline(
      [attemptOf(1)],
      [{ ...failed, reason, retryable, actor, code: '901' }],
    )
    expect(panel.getByText('Payment failed').closest('li')).toHaveTextContent(sentence)
  },
)

test('a payment that its setup failed offers no retry and no link until the setup passed a test', async () => {
  const setup = { reason: 'configuration', actor: 'operator' }
  const { panel } = await openTimeline([attemptOf(1, { ...setup, retryable: 'no' })])
  expect(links(panel).map(([text]) => text)).toEqual([
    'Dismiss...',
    'Assign...',
    'Open Acme Rewards',
  ])
})

test('a payment whose setup passed a test can be retried and gets a link', async () => {
  const setup = { reason: 'configuration', actor: 'operator' }
  const { panel } = await openTimeline([attemptOf(1, { ...setup, retryable: 'yes' })])
  expect(links(panel).map(([text]) => text)).toEqual([
    'Retry now...',
    'Schedule retry...',
    'Send payment link...',
    'Dismiss...',
    'Assign...',
    'Open Acme Rewards',
  ])
})

describe('An incident that a payment setup caused', () => {
  const caused: AnyRecord = {
    ...incident,
    cause: "The Adyen key can't access the merchant account",
    reason: 'configuration',
    gateway: 'adyen',
    openedAt: '2026-11-20T08:00:00.000Z',
    lastAt: '2026-11-22T08:00:00.000Z',
    resolvedAt: null,
    resolution: null,
    failures: 85,
    stakes: [],
  }
  const totals = (payments: number) => ({
    payments,
    amounts: payments > 0 ? [{ currency: 'EUR', amount: payments * 1000 }] : [],
  })
  async function openIncident({ retries = 0, links = 0, works = false } = {}) {
    const platform = memoryPlatform()
    const ok = (call: string, body: unknown, status = 200) =>
      platform.replies.set(call, { status, body })
    ok('GET /incidents', { data: [caused], page: { ...noPage, total: 1 } })
    ok('GET /incidents/4', caused)
    ok('GET /incidents/4/stores', { data: [] })
    ok('GET /incidents/4/payments', {
      retries: totals(retries),
      links: totals(links),
      setups: [{ id: 7, name: 'Adyen second account', state: works ? 'active' : 'draft', works }],
    })
    const shown = await renderConsole('/paymentAttempt?incidents&incident=4', { platform })
    return { ...shown, ok, panel: within(await screen.findByRole('dialog')) }
  }
  const actions = (panel: Awaited<ReturnType<typeof openIncident>>['panel']) =>
    within(panel.getByRole('navigation', { name: 'Actions' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('leads to its setup and its payments, and says what to do first', async () => {
    const { panel } = await openIncident()
    expect(actions(panel)).toEqual([
      ['Open Adyen second account', '/payment-setup/7/details'],
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
    expect(panel.getByText(/^Fix and test the payment setup, then retry/)).toBeVisible()
    expect(panel.getByText('Not working yet')).toBeVisible()
  })

  test.each([
    [82, 82, 'Retry 82 payments...', 'Send 82 payment links...'],
    [1, 1, 'Retry 1 payment...', 'Send 1 payment link...'],
  ])('offers to retry %i and to link %i once its setup works', async (retries, links, ...words) => {
    const { panel } = await openIncident({ retries, links, works: true })
    expect(
      actions(panel)
        .slice(0, 2)
        .map(([text]) => text),
    ).toEqual(words)
    expect(panel.queryByText(/^Fix and test the payment setup, then retry/)).toBeNull()
  })

  test.each([
    ['Retry 82 payments', 'retries', 'This charges 820.00 EUR for 82 orders.'],
    ['Send 82 payment links', 'links', 'Members get payment links by email for 82 orders'],
  ])('"%s" asks once, with the sum, and sends what was confirmed', async (words, call, explain) => {
    const { panel, user, ok, platform } = await openIncident({
      retries: 82,
      links: 82,
      works: true,
    })
    const job = jobOf({ id: 9, title: words })
    ok(`POST /incidents/4/${call}`, job, 202)
    ok('GET /jobs/9', job)
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
  })
})

describe('a selection of failed payments', () => {
  test.each([
    ['retry', /^Retry now/, /^Retry 2 /],
    ['link', /^Send payment links/, /^Send payment links for 2 /],
  ] as const)(
    'plans "%s" for those rows and no others, then starts it',
    async (action, label, button) => {
      const attempts = [attemptOf(1), attemptOf(2), attemptOf(3)]
      const { user, ok, platform, router } = await open('', attempts)
      const counts = { changes: 2, unchanged: 0, refused: 0, total: 2 }
      const rows = [1, 2].map((row) => buildPlanRow({ row, id: row, label: `#5408${row}` }))
      const plan = buildPlan({ id: 9, action, data: rows })
      const made = { id: 9, expiresAt: plan.expiresAt, counts, first: [], refused: [] }
      ok('POST /paymentAttempts/bulk/plan', { ...made, warns: [], reaches: [] })
      ok('GET /plans/9', plan)
      ok('POST /paymentAttempts/bulk', jobOf({}), 202)
      for (const id of [1, 3])
        await user.click(await screen.findByRole('checkbox', { name: `Select #5408${id}` }))
      // Rows have an action of this name, too.
      const begin = await waitFor(() => {
        const links = screen.getAllByRole('link', { name: label })
        const found = links.find((link) => link.getAttribute('href')?.includes(`bulk=${action}`))
        if (!found) throw new Error('The bar of the selection is not there yet')
        return found
      })
      await user.click(begin)
      const panel = within(await screen.findByRole('dialog'))
      await user.click(await panel.findByRole('button', { name: 'Preview changes' }))
      await waitFor(() => expect(router.state.location.search).toContain('plan=9'))
      const planned = platform.writes().at(-1)
      expect(planned?.body).toEqual({ action, values: {}, ids: [1, 3] })
      await user.click(await panel.findByRole('button', { name: button }))
      await waitFor(() => expect(platform.writes().at(-1)?.body).toEqual({ plan: 9 }))
    },
  )
})
