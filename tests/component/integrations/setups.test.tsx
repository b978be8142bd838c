import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { buildJob } from '#tests/support/jobs.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

const buildPaymentSetup = (more: object = {}) => ({
  id: 6,
  ...stamp,
  name: 'Stripe Nordics',
  provider: 'stripe',
  mode: 'test',
  state: 'active',
  settingsVersion: 1,
  provenVersion: 1,
  failures: 0,
  lastTestAt: null,
  lastOutcome: null,
  problem: null,
  stores: 2,
  storeIds: [1, 2],
  success: null,
  methods: [],
  currencies: [],
  countries: [],
  retryFunds: [],
  retryErrors: [],
  labels: {},
  ...more,
})

const relay = {
  ...getInitialValues(smtpSettings),
  id: 6,
  ...stamp,
  name: 'Relay',
  host: 'mail.example.com',
  fromAddress: 'shop@example.com',
  auth: 'none',
  scope: 'stores',
  state: 'draft',
  settingsVersion: 1,
  provenVersion: null,
  failures: 0,
  labels: {},
}

type Options = Parameters<typeof renderConsole>[1]

const buildStep = (name: string, outcome: string, sentence: string, more: object = {}) => ({
  name,
  title: `Step ${name}`,
  required: false,
  ms: null,
  outcome,
  code: null,
  sentence,
  ...more,
})
const buildTest = (steps: object[], outcome = 'passed') => ({
  id: 9,
  what: 'test',
  version: 1,
  actor: 'ann@example.com',
  startedAt: '2026-03-01T09:30:00.000Z',
  endedAt: '2026-03-01T09:30:01.000Z',
  outcome,
  sentence: null,
  steps,
})

async function openSetup(
  search: string,
  more: object = {},
  { history = [], ...options }: Options & { history?: object[] } = {},
) {
  const platform = createMemoryPlatform()
  const setup = buildPaymentSetup(more)
  const bodies: [string, unknown][] = [
    ['/paymentSetups', { data: [setup], page: { ...emptyPage, total: 1 } }],
    ['/paymentSetups/6', setup],
    ['/paymentSetups/6/tests', { data: history }],
    ['/paymentSetups/6/rotation', { data: [] }],
    ['/paymentSetups/6/history', { data: [], page: emptyPage }],
  ]
  for (const [path, body] of bodies) platform.replies.set(`GET ${path}`, { status: 200, body })
  const view = await renderConsole(`/payment-setup/6/details${search}`, { platform, ...options })
  await screen.findByRole('heading', { level: 1, name: 'Stripe Nordics' })
  return { ...view, platform }
}

test("a tab shows the provider's fields although the provider is on another tab", async () => {
  await openSetup('?tab=credentials')
  expect(screen.getByLabelText('Test secret key').closest('[data-aside]')).toBeNull()
})

test('activating again asks about steps that only real use can test', async () => {
  const passedTest = buildTest([buildStep('redirect', 'unknown', 'Only a browser proves it.')])
  const buildChange = (what: string, id: number) => ({ ...buildTest([]), what, id })
  const history = [buildChange('disabled', 11), buildChange('activated', 10), passedTest]
  const { user, platform } = await openSetup('', { state: 'verified' }, { history })
  platform.replies.set('POST /paymentSetups/6/state', {
    status: 409,
    body: { status: 409, code: 'unconfirmed', title: 'Not confirmed' },
  })
  expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Activate anyway' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Only a browser proves it.')
  platform.replies.set('POST /paymentSetups/6/state', { status: 200, body: buildPaymentSetup() })
  await user.click(screen.getByRole('button', { name: 'Activate anyway' }))
  await waitFor(() =>
    expect(platform.writes().at(-1)?.body).toEqual({ event: 'activate', despite: ['redirect'] }),
  )
})

test("the palette submits the header's form, if it can be submitted now", async () => {
  const { user, platform, unmount } = await openSetup('')
  platform.replies.set('POST /paymentSetups/6/state', { status: 200, body: buildPaymentSetup() })
  const openPalette = async (text: string) => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), text)
  }
  await openPalette('disable')
  await user.click(await screen.findByRole('option', { name: /^Disable/ }))
  await waitFor(() => expect(platform.writes().at(-1)?.body).toMatchObject({ event: 'disable' }))
  unmount()
  await openSetup('', { state: 'draft', provenVersion: null })
  expect(screen.getByRole('button', { name: 'Activate' })).toBeDisabled()
  await openPalette('activate')
  const palette = screen.getByRole('dialog', { name: 'Search or jump to' })
  await waitFor(() => expect(palette).not.toHaveTextContent('Searching...'))
  expect(screen.queryByRole('option', { name: /^Activate/ })).toBeNull()
})

test("a degraded setup shows its problem, and an active one doesn't", async () => {
  const problem = 'One in five requests to the provider times out.'
  const { unmount } = await openSetup('', { state: 'degraded', problem })
  expect(screen.getByText(problem)).toBeVisible()
  unmount()
  await openSetup('', { state: 'active', problem })
  expect(screen.queryByText(problem)).toBeNull()
})

test('a degraded setup links to the field of its last failure, or else to its test', async () => {
  const problem = 'One in five requests to the provider times out.'
  const failedStep = buildStep('keys', 'failed', 'It is no key.', { field: 'testSecretKey' })
  const degraded = { state: 'degraded', problem }
  const getBanner = () => within(screen.getByText(problem).parentElement ?? document.body)
  const { unmount } = await openSetup('', degraded, {
    history: [buildTest([failedStep], 'failed')],
  })
  expect(getBanner().getByRole('link', { name: 'Go to field' })).toHaveAttribute(
    'href',
    '/payment-setup/6/details?tab=credentials#field-testSecretKey',
  )
  unmount()
  await openSetup('', degraded, { history: [buildTest([buildStep('keys', 'passed', 'Well.')])] })
  expect(getBanner().getByRole('link', { name: 'Go to the connection test' })).toHaveAttribute(
    'href',
    '#test',
  )
})

test('a canceled test says so, marks untested steps as skipped, and can be run again', async () => {
  const steps = [
    buildStep('keys', 'passed', 'Well.'),
    { ...buildStep('event', '', ''), outcome: null },
  ]
  const sentence = 'The test was canceled.'
  await openSetup('', {}, { history: [{ ...buildTest(steps, 'unknown'), sentence }] })
  expect(screen.getByText(sentence)).toBeVisible()
  expect(screen.getByText(`Test: ${sentence}`)).toBeVisible()
  expect(screen.getByText('Step event').closest('li')).toHaveTextContent('skipped')
  expect(screen.queryByText('running')).toBeNull()
  expect(screen.getByRole('button', { name: 'Run test' })).not.toHaveAttribute('aria-busy', 'true')
})

test('the latest failed check shows its steps and links to its field, and a passed check shows the last test', async () => {
  const degraded = { state: 'degraded', problem: 'It is no key.' }
  const passedTest = buildTest([
    buildStep('keys', 'passed', 'Well.'),
    buildStep('event', 'passed', 'It came.'),
  ])
  const failedStep = buildStep('keys', 'failed', 'Refused now.', { field: 'testSecretKey' })
  const check = { ...buildTest([failedStep], 'failed'), what: 'check', id: 10, actor: 'platform' }
  const degradedEntry = { ...buildTest([], 'failed'), what: 'degraded', id: 11 }
  const { unmount } = await openSetup('', degraded, { history: [degradedEntry, check, passedTest] })
  expect(screen.getByText('Refused now.')).toBeVisible()
  expect(screen.queryByText('It came.')).toBeNull()
  expect(screen.getByText(/^Results of the automatic check on/)).toHaveTextContent(
    '03/01/2026 09:30 AM',
  )
  // One link is in the banner, the other at the step.
  expect(screen.getAllByRole('link', { name: 'Go to field' })).toHaveLength(2)
  unmount()
  const passedCheck = {
    ...check,
    id: 12,
    outcome: 'passed',
    steps: [buildStep('keys', 'passed', 'Fine.')],
  }
  await openSetup('', {}, { history: [passedCheck, degradedEntry, check, passedTest] })
  expect(screen.getByText('It came.')).toBeVisible()
  const history = screen.getByRole('heading', { name: 'History' }).parentElement?.parentElement
  const [firstEntry, secondEntry] = within(history as HTMLElement).getAllByText(/^By /)
  expect(firstEntry?.parentElement).toHaveTextContent(/Settings version 1By System$/)
  expect(secondEntry?.parentElement).toHaveTextContent(/By ann@example\.com$/)
})

test.each([
  ['draft', 'Draft'],
  ['verified', 'Verified'],
  ['active', null],
  ['degraded', null],
  ['disabled', null],
])('the steps to activation show only in states before it: %s', async (state, at) => {
  await openSetup('', { state })
  const progress = screen.queryByRole('list', { name: 'Integration status' })
  const current = progress?.querySelector('[aria-current="step"]')?.textContent ?? null
  expect([progress !== null, current]).toEqual([at !== null, at])
})

test('a rejected section moves the focus to its first invalid field', async () => {
  const { user, platform } = await openSetup('?tab=credentials')
  platform.replies.set('POST /paymentSetups/6/rotation', {
    status: 422,
    body: {
      status: 422,
      code: 'invalid',
      title: 'Invalid',
      fields: { webhook: 'Enter it.', secret: 'This is no key.' },
    },
  })
  const rotation = within(screen.getByRole('region', { name: 'Rotate credentials' }))
  await user.type(rotation.getByLabelText(/^New secret key/), 'sk')
  await user.click(rotation.getByRole('button', { name: 'Rotate credentials' }))
  const newKey = rotation.getByLabelText(/^New secret key/)
  await waitFor(() => expect(newKey).toHaveFocus())
  expect(newKey).toHaveAccessibleDescription(/This is no key\./)
})

describe("A setup opened from a store shows the store's check", () => {
  const checks = [{ key: 'mail', ok: false, detail: 'Its mail waits.' }]
  const createPlatformWithCheck = (records: Record<string, object>) => {
    const platform = createMemoryPlatform()
    const bodies: [string, unknown][] = [
      ['/stores/5', buildStore()],
      ['/stores/5/readiness', { percent: 80, checks }],
      ...Object.entries(records).flatMap(([name, record]): [string, unknown][] => [
        [`/${name}`, { data: [record], page: { ...emptyPage, total: 1 } }],
        [`/${name}/6`, record],
        [`/${name}/6/tests`, { data: [] }],
      ]),
    ]
    for (const [path, body] of bodies) platform.replies.set(`GET ${path}`, { status: 200, body })
    return platform
  }
  const findCheckText = (panel: ReturnType<typeof within>) => panel.findByText('Its mail waits.')
  const findPanel = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))

  test('in the form of a new setup and on its page after saving', async () => {
    const setup = buildPaymentSetup({ state: 'draft', provenVersion: null })
    const platform = createPlatformWithCheck({ paymentSetups: setup })
    platform.replies.set('POST /paymentSetups', { status: 201, body: setup })
    const { user, address } = await renderConsole(
      '/payment-setup?create&begin[name]=Stripe&of=5&fix=mail',
      { platform },
    )
    const form = await findPanel(/^New /)
    expect(await findCheckText(form)).toBeVisible()
    expect(screen.queryByText(/isn't supported/)).toBeNull()
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/payment-setup/6/details?of=5&fix=mail'))
    // The text of the closing panel may still be there at first.
    await waitFor(() => expect(screen.getByText('Its mail waits.')).toBeVisible())
  })

  test('in the edit form and while its test runs', async () => {
    const platform = createPlatformWithCheck({ smtpSettings: relay })
    platform.replies.set('PATCH /smtpSettings/6', {
      status: 200,
      body: { ...relay, version: 2, name: 'Relay 2' },
    })
    const { user, address } = await renderConsole('/smtpSettings?edit=6&of=5&fix=mail', {
      platform,
    })
    const form = await findPanel(/^Relay/)
    expect(await findCheckText(form)).toBeVisible()
    expect(form.getByText('Draft')).toBeVisible()
    const testLink = form.getByRole('link', { name: 'Test and activate' })
    expect(testLink).toHaveAttribute('href', '/smtpSettings?test=6&of=5&fix=mail')
    await user.type(form.getByLabelText('Name'), ' 2')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/smtpSettings?test=6&of=5&fix=mail'))
    const settings = await screen.findByRole('link', { name: 'Settings' })
    const testPanel = await findPanel(/^Test Relay/)
    expect(await findCheckText(testPanel)).toBeVisible()
    expect(settings).toHaveAttribute('href', '/smtpSettings?edit=6&of=5&fix=mail')
    platform.replies.set('POST /smtpSettings/6/test', { status: 202, body: { job: 3 } })
    platform.replies.set('GET /jobs/3', { status: 200, body: buildJob({ id: 3 }) })
    // The test email goes to the operator who runs the test.
    expect(testPanel.getByLabelText('Send test to')).toHaveValue('ann@example.com')
    await user.click(testPanel.getByRole('button', { name: 'Test' }))
    await waitFor(() => expect(platform.writes()).toHaveLength(2))
    await waitFor(() => expect(address()).toBe('/smtpSettings?test=6&of=5&fix=mail'))
    expect(await findCheckText(await findPanel(/^Test Relay/))).toBeVisible()
  })

  test('for both environments of a provider', async () => {
    const account = { ...relay, ...getInitialValues(giftCardSetup), environment: 'live' }
    const platform = createPlatformWithCheck({ giftCardSetup: account })
    const body = { at: null, balances: [], webhook: null }
    platform.replies.set('GET /giftCardSetup/6/balances', { status: 200, body })
    await renderConsole('/giftCardSetup?environment=live&of=5&fix=mail', {
      platform,
    })
    expect(await screen.findByText('Its mail waits.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sandbox' })).toHaveAttribute(
      'href',
      '/giftCardSetup?environment=sandbox&of=5&fix=mail',
    )
  })
})

test('a failing setup opened from a store says its cause once', async () => {
  const platform = createMemoryPlatform()
  const problem = 'The account is closed.'
  const detail = `${problem} Once that's fixed, test and activate the payment setup.`
  const bodies: [string, unknown][] = [
    ['/paymentSetups/6', buildPaymentSetup({ state: 'degraded', problem })],
    ['/paymentSetups/6/tests', { data: [] }],
    ['/stores/5', buildStore()],
    ['/stores/5/readiness', { percent: 80, checks: [{ key: 'payment', ok: false, detail }] }],
  ]
  for (const [path, body] of bodies) platform.replies.set(`GET ${path}`, { status: 200, body })
  await renderConsole('/payment-setup/6/details?of=5&fix=payment', { platform })
  expect(
    await screen.findByText('Fix the error below, then test and activate the settings.'),
  ).toBeVisible()
  expect(screen.getAllByText(/The account is closed\./)).toHaveLength(1)
})

test('a setup opened from a store names the check and links back and to the next fix', async () => {
  const platform = createMemoryPlatform()
  const checks = [
    { key: 'payment', ok: false, detail: 'Its setup fails.' },
    { key: 'gift', ok: false, detail: 'It is a draft.', fix: '/giftCardSetup?environment=live' },
    { key: 'theme', ok: true, detail: null },
  ]
  const bodies: [string, unknown][] = [
    ['/paymentSetups/6', buildPaymentSetup()],
    ['/paymentSetups/6/tests', { data: [] }],
    ['/stores/5', buildStore()],
    ['/stores/5/readiness', { percent: 80, checks }],
  ]
  for (const [path, body] of bodies) platform.replies.set(`GET ${path}`, { status: 200, body })
  await renderConsole('/payment-setup/6/details?of=5&fix=payment', { platform })
  expect(await screen.findByText(/^You're fixing the payment setup for /)).toBeVisible()
  expect(screen.getByText('Its setup fails.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the store' })).toHaveAttribute(
    'href',
    '/stores/5',
  )
  expect(screen.getByRole('link', { name: 'Next fix: Gift cards' })).toHaveAttribute(
    'href',
    '/giftCardSetup?environment=live&of=5&fix=gift',
  )
  expect(screen.getByRole('link', { name: 'Health' })).toHaveAttribute(
    'href',
    '/payment-setup/6/details?tab=health&of=5&fix=payment',
  )
})

test.each([
  [
    'signOn',
    'The SSO setup is tested but not active. Activate it so that admins can use it to sign in.',
  ],
  ['print', /^The print-on-demand setup is tested but not active\. Activate it/],
])('a tested %s setup says to activate it although the store needs none', async (kind, advice) => {
  const platform = createMemoryPlatform()
  const bodies: [string, unknown][] = [
    ['/paymentSetups/6', buildPaymentSetup()],
    ['/paymentSetups/6/tests', { data: [] }],
    ['/stores/5', buildStore({ signOnState: 'verified', printState: 'verified' })],
    ['/stores/5/readiness', { percent: 100, checks: [] }],
  ]
  for (const [path, body] of bodies) platform.replies.set(`GET ${path}`, { status: 200, body })
  await renderConsole(`/payment-setup/6/details?of=5&fix=${kind}`, { platform })
  expect(await screen.findByText(advice)).toBeVisible()
})

test.each(['Save and test', 'Save, test, and activate'])(
  'the button that confirms the impact of "%s" keeps its name',
  async (name) => {
    const { user, platform } = await openSetup('')
    const impact = { token: 'told', reaches: 1, own: 0, worse: [] }
    platform.replies.set('PATCH /paymentSetups/6', ({ search }) =>
      search?.get('reach') === 'told'
        ? { status: 200, body: buildPaymentSetup({ name: 'Stripe Nordics 2', version: 2 }) }
        : {
            status: 409,
            body: { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact },
          },
    )
    platform.replies.set('POST /paymentSetups/6/test', { status: 202, body: { job: 3 } })
    await user.type(screen.getByLabelText('Name'), ' 2')
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByText('This affects 1 store.')).toBeVisible()
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(platform.writes()).toHaveLength(3))
    expect(platform.writes().at(-1)).toMatchObject({
      path: '/paymentSetups/6/test',
      body: { activate: name.endsWith('activate') },
    })
  },
)

test('a test requested during a save starts after it', async () => {
  const { user, platform } = await openSetup('')
  const save = Promise.withResolvers<void>()
  platform.replies.set('PATCH /paymentSetups/6', async () => {
    await save.promise
    return { status: 200, body: buildPaymentSetup({ name: 'Stripe Norden', version: 2 }) }
  })
  platform.replies.set('POST /paymentSetups/6/test', {
    status: 202,
    body: buildTest([], 'running'),
  })
  await user.type(screen.getByLabelText('Name'), ' 2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(platform.writes()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Test' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(platform.writes()).toHaveLength(1)
  save.resolve()
  await waitFor(() =>
    expect(platform.writes().map(({ path }) => path)).toEqual([
      '/paymentSetups/6',
      '/paymentSetups/6/test',
    ]),
  )
})

describe('Disabling', () => {
  const buildUnconfirmed = (more: object) => ({
    status: 409,
    body: {
      status: 409,
      code: 'unconfirmed',
      title: 'Not confirmed',
      reach: { token: 'just-this', reaches: 0, own: 0, worse: [], ...more },
    },
  })
  const getDisableButtons = () => screen.getAllByRole('button', { name: 'Disable' })

  test('asks for confirmation with the name, what stops, and the stores', async () => {
    const { user, platform } = await openSetup('')
    const what = "Acme, Bolt, Cobalt, and 4 more stores can't take payments."
    const worse = [{ what, count: 0, examples: [] }]
    platform.replies.set('POST /paymentSetups/6/state', buildUnconfirmed({ reaches: 7, worse }))
    expect(getDisableButtons()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    const question = await screen.findByRole('alert')
    expect(question).toHaveTextContent('Disable Stripe Nordics? Until you activate it again:')
    expect(within(question).getByRole('listitem')).toHaveTextContent(what)
    const [, confirmButton] = getDisableButtons()
    await user.click(confirmButton ?? document.body)
    await waitFor(() => expect(platform.writes()).toHaveLength(2))
    const [first, confirmed] = platform.writes()
    expect(first?.search?.get('reach') ?? null).toBeNull()
    expect(confirmed?.body).toMatchObject({ event: 'disable' })
    expect(confirmed?.search?.get('reach')).toBe('just-this')
  })

  test('asks even if no store uses the setup', async () => {
    const { user, platform } = await openSetup('', { storeIds: [], stores: 0 })
    platform.replies.set('POST /paymentSetups/6/state', buildUnconfirmed({}))
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Disable Stripe Nordics? No stores use it.',
    )
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(platform.writes()).toHaveLength(1)
  })

  test('shows an impact without stores as it is', async () => {
    const { user, platform } = await openSetup('', { storeIds: [], stores: 0 })
    const worse = [{ what: 'Links of operators wait', count: 0, examples: [] }]
    platform.replies.set('POST /paymentSetups/6/state', buildUnconfirmed({ worse }))
    await user.click(screen.getByRole('button', { name: 'Disable' }))
    const question = await screen.findByRole('alert')
    expect(within(question).getByRole('listitem')).toHaveTextContent(/^Links of operators wait$/)
  })

  test('counts stores even without an impact unit of its own', async () => {
    const platform = createMemoryPlatform()
    const pool = {
      id: 1,
      ...stamp,
      ...getInitialValues(cognitoSetup),
      name: 'Members',
      state: 'active',
    }
    const page = { ...emptyPage, total: 1 }
    platform.replies.set('GET /cognitoSetup', { status: 200, body: { data: [pool], page } })
    platform.replies.set('GET /cognitoSetup/1/tests', { status: 200, body: { data: [] } })
    const worse = [{ what: 'Sign-in of members stops', count: 1, examples: ['Acme'] }]
    platform.replies.set('POST /cognitoSetup/1/state', buildUnconfirmed({ reaches: 1, worse }))
    const { user } = await renderConsole('/cognitoSetup', { platform })
    await user.click(await screen.findByRole('button', { name: 'Disable' }))
    const question = await screen.findByRole('alert')
    expect(question).toHaveTextContent('Disable Members?')
    expect(question).toHaveTextContent('Sign-in of members stops in 1 store: Acme')
  })
})

test('a rotation asks for the expiration date only in live mode and sends it', async () => {
  const { user, platform } = await openSetup('?tab=credentials', { mode: 'live' })
  platform.replies.set('POST /paymentSetups/6/rotation', { status: 200, body: buildPaymentSetup() })
  const rotation = within(screen.getByRole('region', { name: 'Rotate credentials' }))
  await user.type(rotation.getByLabelText(/^New secret key(?! expires)/), 'sk_live_next0123456789')
  await user.type(rotation.getByLabelText(/^New secret key expires/), '2027-12-31')
  await user.click(rotation.getByRole('button', { name: 'Rotate credentials' }))
  await waitFor(() =>
    expect(platform.writes()).toContainEqual(
      expect.objectContaining({
        path: '/paymentSetups/6/rotation',
        body: expect.objectContaining({ keyExpiresOn: '2027-12-31' }),
      }),
    ),
  )
  cleanup()
  await openSetup('?tab=credentials')
  expect(screen.queryByLabelText(/^New secret key expires/)).not.toBeInTheDocument()
})

describe('Undo', () => {
  const getUndoButton = () => screen.queryByRole('button', { name: /^Undo the change to/ })

  async function disableSetup(previousState: string, changes: object = {}) {
    const passedTest = buildTest([buildStep('redirect', 'unknown', 'Only a browser proves it.')])
    const degradedEntry = { ...buildTest([], 'failed'), what: 'degraded', id: 12 }
    const history = previousState === 'degraded' ? [degradedEntry, passedTest] : [passedTest]
    const view = await openSetup('', { state: previousState }, { history })
    const body = buildPaymentSetup({ state: 'disabled', ...changes })
    view.platform.replies.set('POST /paymentSetups/6/state', { status: 200, body })
    await view.user.click(screen.getByRole('button', { name: 'Disable' }))
    await screen.findByText(/^Disabled/)
    return view
  }

  test('undoing a disable activates the setup again despite the same untested steps', async () => {
    const { user, platform } = await disableSetup('active')
    const [first] = platform.writes()
    await user.click(getUndoButton() ?? document.body)
    await screen.findByText(/^Undid the change to/)
    const last = platform.writes().at(-1)
    expect(last?.body).toEqual({ event: 'activate', despite: ['redirect'] })
    // The version stays the same, so disabling and activating again needs a new key.
    expect(last?.idempotencyKey).toBe(`undo-${first?.idempotencyKey}`)
  })

  test.each([
    ['a degraded setup', 'degraded', {}],
    ['a setup that needs a test', 'active', { provenVersion: null }],
  ])("undoing a disable isn't offered for %s", async (_, previousState, changes) => {
    await disableSetup(previousState, changes)
    expect(getUndoButton()).toBeNull()
  })

  test('undoing a copy from the pool restores our settings', async () => {
    const platform = createMemoryPlatform()
    const pool = {
      id: 1,
      ...stamp,
      ...getInitialValues(cognitoSetup),
      name: 'Members',
      awsAccessKeyId: 'AKIA',
      awsSecretAccessKey: { set: true },
      callbackUrls: ['https://shop.example.com'],
      state: 'draft',
    }
    const theirs = ['https://other.example.com']
    const replies: [string, unknown][] = [
      ['GET /cognitoSetup', { data: [pool], page: { ...emptyPage, total: 1 } }],
      ['GET /cognitoSetup/1', pool],
      ['GET /cognitoSetup/1/tests', { data: [] }],
      [
        'GET /cognitoSetup/1/comparison',
        { differences: [{ field: 'callbackUrls', ours: pool.callbackUrls, theirs, takes: true }] },
      ],
      ['PATCH /cognitoSetup/1', { ...pool, callbackUrls: theirs, version: 2 }],
    ]
    for (const [call, body] of replies) platform.replies.set(call, { status: 200, body })
    const { user } = await renderConsole('/cognitoSetup?compare', { platform })
    await user.click(await screen.findByRole('button', { name: 'Copy from pool' }))
    await user.click(await screen.findByRole('button', { name: 'Undo the change to Members' }))
    await screen.findByText(/^Undid the change to/)
    expect(platform.writes().map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
      [{ callbackUrls: theirs }, 1],
      [{ callbackUrls: pool.callbackUrls }, 2],
    ])
  })

  test('undoing a store mapping restores the previous one', async () => {
    const platform = createMemoryPlatform()
    const account = {
      id: 2,
      ...stamp,
      ...getInitialValues(printfulSetup),
      name: 'Prints',
      storeMap: ['71 = old'],
      state: 'draft',
    }
    const ours = { id: 5, code: 'acme', name: 'Acme Rewards' }
    const theirs = { theirs: 71, name: 'Theirs', ours, fault: null, webhookExpiresAt: null }
    const replies: [string, unknown][] = [
      ['GET /printfulSetup', { data: [account], page: { ...emptyPage, total: 1 } }],
      ['GET /printfulSetup/2', account],
      [
        'GET /printfulSetup/2/account',
        { address: null, scopes: null, storesAt: null, stores: [theirs], events: [] },
      ],
      ['GET /stores/5', buildStore()],
      ['PATCH /printfulSetup/2', { ...account, storeMap: ['71 = acme'], version: 2 }],
    ]
    for (const [call, body] of replies) platform.replies.set(call, { status: 200, body })
    const { user } = await renderConsole('/printfulSetup?account=2', { platform })
    await user.click(await screen.findByRole('button', { name: 'Save mapping' }))
    const button = { name: 'Undo the change to Prints' }
    await user.click(await screen.findByRole('button', button, { timeout: 10_000 }))
    await screen.findByText(/^Undid the change to/)
    expect(platform.writes().map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
      [{ storeMap: ['71 = acme'] }, 1],
      [{ storeMap: ['71 = old'] }, 2],
    ])
  })
})

test("an error that new credentials can't fix shows at the rotation, not at a field", async () => {
  const { user, platform } = await openSetup('?tab=credentials')
  const detail = 'The platform cannot reach Stripe. Whoever runs the platform mends its network.'
  platform.replies.set('POST /paymentSetups/6/rotation', {
    status: 409,
    body: { status: 409, code: 'wrong_state', title: 'Not possible right now', detail },
  })
  const rotation = within(screen.getByRole('region', { name: 'Rotate credentials' }))
  await user.type(rotation.getByLabelText(/^New secret key/), 'sk_test_next0123456789')
  await user.click(rotation.getByRole('button', { name: 'Rotate credentials' }))
  expect((await rotation.findByRole('alert')).textContent).toBe(detail)
  expect(rotation.getByLabelText(/^New secret key/)).not.toBeInvalid()
})

describe('A setup page', () => {
  test("says each step's result, and doesn't count a skipped one as passed", async () => {
    const steps = [
      buildStep('keys', 'passed', 'Payment instructions are set.', { ms: 3, required: true }),
      buildStep('answer', 'skipped', 'Nothing to call.'),
      buildStep('event', 'unknown', 'No events yet'),
    ]
    await openSetup('', {}, { history: [buildTest(steps)] })
    const lines = screen.getAllByText(/^Step /).map((title) => title.closest('li')?.textContent)
    expect(lines).toEqual([
      'Step keys: passed, 3 msPayment instructions are set.',
      'Step answer: skippedNothing to call.',
      'Step event: not checkedNo events yet',
    ])
    expect(screen.getByText('Test: 1 step passed, 1 skipped, 1 not checked')).toBeVisible()
  })

  test('says only "skipped" for steps after a failed one', async () => {
    const steps = [
      buildStep('keys', 'failed', 'There is no key.', { ms: 127 }),
      buildStep('answer', 'skipped', 'Skipped because an earlier step failed.'),
    ]
    await openSetup('', {}, { history: [buildTest(steps, 'failed')] })
    const [keys, answer] = screen.getAllByText(/^Step /).map((title) => title.closest('li'))
    expect(keys).toHaveTextContent('Step keys: failed, 127 ms')
    expect(answer).toHaveTextContent(/^Step answer: skipped$/)
  })

  test('links from its audit tab to the history of the setup', async () => {
    const { user, address } = await openSetup('?tab=audit')
    await user.click(screen.getByRole('link', { name: 'View changes' }))
    const panel = within(await screen.findByRole('dialog', { name: /^Stripe Nordics/ }))
    expect(panel.getByText(/^Created by /)).toBeVisible()
    expect(address()).toBe('/payment-setup?edit=6&history')
  })

  test("shows secrets as read-only to operators who can't manage them and names the permission", async () => {
    const testSecretKey = { set: true, hint: '9876', changedAt: stamp.updatedAt }
    await openSetup(
      '?tab=credentials',
      { testSecretKey },
      { permissions: ['payments:read', 'payments:write'], facts: { enforcePermissions: true } },
    )
    const key = screen.getByLabelText('Test secret key')
    expect(key).toHaveAttribute('readonly')
    expect(key).toHaveDisplayValue(/9876/)
    expect(key).not.toHaveAttribute('name')
    expect(key).toHaveAccessibleDescription(/You need payments:secrets/)
    expect(screen.queryByRole('checkbox', { name: /Test secret key/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rotate credentials' })).not.toBeInTheDocument()
  })

  test.each([
    ['stripe', undefined, undefined, undefined],
    [
      'adyen',
      'Adyen calls this the client key.',
      'Adyen calls this the API key.',
      'Adyen calls this the HMAC key.',
    ],
    [
      'paypal',
      'PayPal calls this the client ID.',
      'PayPal calls this the client secret.',
      'Enter the webhook ID from PayPal.',
    ],
    [
      'braintree',
      'Braintree calls this the public key.',
      'Braintree calls this the private key.',
      "Leave blank. Braintree doesn't need a webhook secret.",
    ],
  ])('shows what %s calls its credentials', async (provider, ...hints) => {
    await openSetup('?tab=credentials', { provider })
    for (const mode of ['Test', 'Live'])
      for (const [at, label] of ['publishable key', 'secret key', 'webhook secret'].entries()) {
        const input = screen.getByLabelText(`${mode} ${label}`)
        if (hints[at]) expect(input).toHaveAccessibleDescription(hints[at])
        else expect(input).not.toHaveAccessibleDescription()
      }
  })

  test('has no link to the history for read-only operators', async () => {
    await openSetup(
      '?tab=audit',
      {},
      {
        permissions: ['payments:read'],
        facts: { enforcePermissions: true },
      },
    )
    expect(screen.getByText(/^Only users who can change this setup/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'View changes' })).toBeNull()
  })
})

describe('A setup that fixed the problem of a store', () => {
  const buildReadiness = (ok: boolean, fix = '/payment-setup/8/details') => ({
    percent: 80,
    checks: [{ key: 'payment', ok, detail: ok ? null : 'Its setup fails.', fix }],
  })
  /** Lists by filter: the stores on the first page and the total. */
  async function openFixed(
    lists: Record<string, [others: object[], total: number]>,
    replies: Record<string, object> = {},
  ) {
    const platform = createMemoryPlatform()
    const bodies: [string, unknown][] = [
      ['/paymentSetups/6', buildPaymentSetup()],
      ['/paymentSetups/6/tests', { data: [] }],
      ['/stores/5', buildStore()],
      ['/stores/5/readiness', buildReadiness(true)],
      ['/stores/9/readiness', buildReadiness(false)],
      ...Object.entries(replies),
    ]
    for (const [path, body] of bodies) platform.replies.set(`GET ${path}`, { status: 200, body })
    platform.replies.set('GET /stores', ({ search }) => {
      const filter = Object.keys(lists).find(
        (field) => search?.get(`filter[${field}][has]`) === 'payment',
      )
      const [data, total] = lists[filter ?? ''] ?? [[], 0]
      return { status: 200, body: { data, page: { ...emptyPage, total } } }
    })
    await renderConsole('/payment-setup/6/details?of=5&fix=payment', { platform })
    return platform
  }
  const other = buildStore({ id: 9, name: 'Norden' })

  test('links to the next store with the same problem, at the same fix', async () => {
    const platform = await openFixed({ missing: [[other], 8] })
    expect(
      await screen.findByRole('link', { name: 'Next: 8 more stores that need this fix' }),
    ).toHaveAttribute('href', '/payment-setup/8/details?of=9&fix=payment')
    const requests = platform.requests.filter(({ path }) => path === '/stores')
    expect(requests.map(({ search }) => search?.get('filter[status][eq]'))).toEqual([
      buildStore()['status'],
      buildStore()['status'],
    ])
  })

  test('counts stores whose integration stopped working', async () => {
    await openFixed({ missing: [[], 0], failingIntegrations: [[other], 1] })
    expect(
      await screen.findByRole('link', { name: 'Next: 1 more store that needs this fix' }),
    ).toHaveAttribute('href', '/payment-setup/8/details?of=9&fix=payment')
  })

  test('adds up both kinds without the fixed store', async () => {
    await openFixed({
      missing: [[other], 3],
      failingIntegrations: [[buildStore({ id: 5 })], 2],
    })
    expect(
      await screen.findByRole('link', { name: 'Next: 4 more stores that need this fix' }),
    ).toBeVisible()
  })

  test('says when no other store has the problem', async () => {
    await openFixed({})
    expect(await screen.findByText('No other active stores need this fix.')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'View incident' })).toBeNull()
  })

  test('says how many orders are still unpaid, and links to their incident', async () => {
    const incident = {
      id: 3,
      ...stamp,
      cause: "The Stripe account isn't valid",
      stake: 126_800,
      currency: 'EUR',
    }
    const totals = { payments: 25, amounts: [{ currency: 'EUR', amount: 126_800 }] }
    const affected = { id: 5, name: 'Nordics', currency: 'EUR', failures: 25, amount: 126_800 }
    const paid = { ...incident, id: 4, stake: 0 }
    await openFixed(
      {},
      {
        '/incidents': { data: [paid, incident], page: { ...emptyPage, total: 2 } },
        '/incidents/3/stores': { data: [affected] },
        '/incidents/3/payments': { retries: totals, links: totals, setups: [] },
      },
    )
    expect(
      await screen.findByText(
        /25 orders \(1,268\.00 EUR\), placed while payments were failing, are still unpaid\./,
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'View incident' })).toHaveAttribute(
      'href',
      '/paymentAttempt?incidents&incident=3',
    )
  })

  test('says that it is active if its test could not check every step', async () => {
    const step = { title: 'A step', required: false, ms: 1, code: null, sentence: null }
    const lastTest = {
      id: 1,
      what: 'test',
      version: 1,
      actor: 'ann@example.com',
      startedAt: '2026-11-22T08:00:00.000Z',
      endedAt: '2026-11-22T08:00:01.000Z',
      outcome: 'passed',
      sentence: null,
      steps: ['webhook', 'event'].map((name) => ({ ...step, name, outcome: 'unknown' })),
    }
    await openFixed({}, { '/paymentSetups/6/tests': { data: [lastTest] } })
    expect(await screen.findByText(/^The payment setup for .* is active\.$/)).toBeVisible()
    expect(screen.getByText(/The test couldn't check 2 steps\./)).toBeVisible()
  })
})

describe('Issue 35, number 7: emails that wait for an SMTP setting', () => {
  async function openTest(more: object) {
    const platform = createMemoryPlatform()
    const setting = { ...relay, waiting: 4, ...more }
    const bodies: [string, unknown][] = [
      ['/smtpSettings', { data: [setting], page: { ...emptyPage, total: 1 } }],
      ['/smtpSettings/6', setting],
      ['/smtpSettings/6/tests', { data: [] }],
    ]
    for (const [path, body] of bodies) platform.replies.set(`GET ${path}`, { status: 200, body })
    const rendered = await renderConsole('/smtpSettings?test=6', { platform })
    return { ...rendered, platform, panel: within(await screen.findByRole('dialog')) }
  }

  test('are counted in the list and above the test', async () => {
    const { panel } = await openTest({})
    expect(panel.getByText(/^4 emails are waiting/)).toBeVisible()
    expect(screen.getByRole('link', { name: '4 waiting' })).toBeVisible()
  })

  test('are sent by a test that activates the setting', async () => {
    const { user, panel, platform } = await openTest({})
    platform.replies.set('POST /smtpSettings/6/test', { status: 202, body: { job: 3 } })
    platform.replies.set('GET /jobs/3', { status: 200, body: buildJob({ id: 3 }) })
    await user.click(panel.getByRole('button', { name: 'Test and send' }))
    await waitFor(() => expect(platform.writes().at(-1)?.body).toMatchObject({ activate: true }))
  })

  test('are sent once a paused setting resumes', async () => {
    const { user, panel, platform } = await openTest({ state: 'active', paused: true })
    platform.replies.set('PATCH /smtpSettings/6', {
      status: 200,
      body: { ...relay, paused: false },
    })
    await user.click(panel.getByRole('button', { name: 'Resume sending' }))
    await waitFor(() => expect(platform.writes().at(-1)?.body).toEqual({ paused: false }))
  })

  test('are not mentioned if there are none', async () => {
    const { panel } = await openTest({ waiting: 0 })
    expect(panel.queryByText(/waiting/)).toBeNull()
  })
})
