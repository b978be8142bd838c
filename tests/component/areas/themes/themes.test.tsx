import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const buildTheme = (id: number, name: string, more: object = {}) => ({
  ...stamp,
  id,
  name,
  code: name.toLowerCase(),
  description: null,
  category: null,
  author: null,
  preview: null,
  status: 'published',
  replacementId: null,
  stores: 0,
  ...more,
})

const version = {
  ...stamp,
  id: 8,
  semver: '1.1.0',
  themeId: 3,
  labels: { themeId: 'Harbour' },
  package: 1,
  changelog: 'Calmer.',
  rollout: 'few',
  stores: 1,
}

async function open(
  address: string,
  blocked: object[] = [],
  { rollout = 'few', guard }: { rollout?: string; guard?: object } = {},
) {
  const platform = createMemoryPlatform()
  const data = [buildTheme(3, 'Harbour', { stores: 12 }), buildTheme(4, 'Linen')]
  const setReply = (path: string, body: unknown) =>
    platform.replies.set(`GET ${path}`, { status: 200, body })
  setReply('/themes', { data, page: { ...emptyPage, total: 2 } })
  for (const one of data) setReply(`/themes/${one.id}`, one)
  setReply('/themeVersions', { data: [{ ...version, rollout }], page: emptyPage })
  setReply('/themeVersions/8', { ...version, rollout })
  setReply('/themeVersions/8/rollout', {
    stages: [5, 25, 100].map((share) => ({ share, stores: 12, running: 1 })),
    moved: [{ storeId: 5, name: 'Acme', from: null, at: stamp.createdAt, backAt: stamp.createdAt }],
    total: 1,
    pilots: { stores: 3, running: 2 },
    blocked,
    guard,
  })
  setReply('/themes/3/uses', { data: [{ kind: 'store', count: 12, examples: ['Acme Rewards'] }] })
  setReply('/stores', { data: [{ ...stamp, id: 5, name: 'Acme Rewards' }], page: emptyPage })
  return { ...(await renderConsole(address, { platform })), platform }
}

test('a theme links to the stores that use it', async () => {
  await open('/themes')
  const link = await screen.findByRole('link', { name: '12 stores use Harbour' })
  expect(link).toHaveAttribute('href', '/stores?filter[themeId][eq]=3')
})

test('deleting a theme in use lists its stores and offers no button', async () => {
  await open('/themes?delete=3')
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByText(/Acme Rewards/)).toBeVisible()
  expect(panel.queryByRole('button', { name: /^Delete/ })).toBeNull()
})

test('the code of an existing theme is read-only', async () => {
  await open('/themes?edit=3')
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByLabelText(/^Code/)).toBeVisible()
  expect(panel.getByLabelText(/^Code/)).toHaveAttribute('readonly')
})

test('assigning a theme asks for confirmation with its impact and keeps the selected stores', async () => {
  const { platform, user } = await open('/themes?assign=4')
  const impact = {
    token: 'told',
    reaches: 1,
    own: 0,
    worse: [{ what: 'This replaces Harbour', count: 1, examples: ['Acme Rewards'] }],
  }
  platform.replies.set('POST /themes/4/assign', {
    status: 409,
    body: { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact },
  })
  const panel = within(await screen.findByRole('dialog'))
  await user.click(panel.getByRole('button', { name: 'Preview changes' }))
  expect(await panel.findByText('Select at least one store.')).toBeVisible()
  await user.type(await panel.findByLabelText(/^Stores/), 'Acme')
  await user.click(await screen.findByRole('option', { name: /Acme Rewards/ }))
  await user.click(panel.getByRole('button', { name: 'Preview changes' }))
  expect(await panel.findByText(/This replaces Harbour in 1 store: Acme/)).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Change 1 store' }))
  const requests = platform.requests.filter(({ path }) => path === '/themes/4/assign')
  expect(requests.map(({ body, search }) => [body, search?.get('reach')])).toEqual([
    [{ storeIds: [5] }, ''],
    [{ storeIds: [5] }, 'told'],
  ])
})

test('a rollout stage asks for confirmation with the stores it changes', async () => {
  const { platform, user } = await open('/themes?versions&rollout=8')
  const impact = {
    token: 'told',
    reaches: 11,
    own: 0,
    worse: [{ what: 'Replaces 1.0.0', count: 11, examples: ['Acme Rewards'] }],
  }
  platform.replies.set('POST /themeVersions/8/rollout', {
    status: 409,
    body: { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact },
  })
  const panel = within(await screen.findByRole('dialog'))
  expect(panel.getByText(/^Rolled back/)).toBeVisible()
  await user.click(await panel.findByRole('button', { name: 'Roll out to 25%' }))
  expect(await panel.findByText('Roll out to 25%? This changes 11 stores.')).toBeVisible()
  expect(panel.getByText(/Replaces 1\.0\.0 in 11 stores: Acme Rewards, \.{3}/)).toBeVisible()
  expect(panel.queryByRole('button', { name: 'Pause' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Roll out to 25%' }))
  const requests = platform.requests.filter(({ method }) => method === 'POST')
  expect(requests.map(({ body, search }) => [body, search?.get('reach')])).toEqual([
    [{ event: 'widen' }, null],
    [{ event: 'widen' }, 'told'],
  ])
})

test('a blocked rollout stage is disabled, says why, and links to the cause', async () => {
  const sentence = 'The current stage is still running: 1 of 12 stores done.'
  const link = { to: '/themes?versions&jobs=4', label: 'Open the job' }
  await open('/themes?versions&rollout=8', [{ event: 'widen', sentence, link }])
  const panel = within(await screen.findByRole('dialog'))
  const widen = await panel.findByRole('button', { name: 'Roll out to 25%' })
  expect(widen).toBeDisabled()
  expect(widen).toHaveAccessibleDescription(sentence)
  expect(panel.getByRole('link', { name: 'Open the job' })).toHaveAttribute('href', link.to)
  expect(panel.getByRole('button', { name: 'Pause' })).toBeEnabled()
  expect(panel.getByText(/^Pilot stores on this version: 2 of 3\./)).toBeVisible()
  expect(panel.getByRole('link', { name: 'View pilot stores' })).toHaveAttribute(
    'href',
    '/themes?versions&stores=8',
  )
})

test('the start of a rollout can name a guard, which stays while the stores are confirmed', async () => {
  const { platform, user } = await open('/themes?versions&rollout=8', [], { rollout: 'new' })
  const impact = { token: 'told', reaches: 3, own: 0, worse: [] }
  platform.replies.set('POST /themeVersions/8/rollout', {
    status: 409,
    body: { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact },
  })
  const panel = within(await screen.findByRole('dialog'))
  await user.selectOptions(await panel.findByLabelText('Guarded figure'), 'Failed payments')
  await user.click(panel.getByRole('button', { name: 'Roll out to 5%' }))
  expect(await panel.findByText('Roll out to 5%? This changes 3 stores.')).toBeVisible()
  expect(panel.queryByRole('button', { name: /^Schedule/ })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Roll out to 5%' }))
  const guard = { guard: 'failedPayments', guardPercent: 50 }
  expect(
    platform.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : [])),
  ).toEqual([
    { event: 'start', ...guard },
    { event: 'start', ...guard },
  ])
})

test('a rollout that its guard paused says why, and offers to roll back first', async () => {
  const rise = 'Failed payments: 6 in 20 minutes, usually 1.'
  const guard = { name: 'failedPayments', percent: 50, rise }
  await open('/themes?versions&rollout=8', [], { rollout: 'fewPaused', guard })
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByRole('alert')).toHaveTextContent(
    `The guard paused this rollout. ${rise}`,
  )
  expect(panel.getByText('Guard: Failed payments can rise by at most 50%.')).toBeVisible()
  expect(panel.getAllByRole('button').at(-1)).toHaveAccessibleName('Roll back')
})

test('a stage is planned before it is scheduled', async () => {
  const { platform, user, router } = await open('/themes?versions&rollout=8')
  platform.replies.set('POST /plans', { status: 200, body: { id: 12 } })
  const panel = within(await screen.findByRole('dialog'))
  await user.click(await panel.findByRole('button', { name: 'Schedule: Roll out to 25%...' }))
  await waitFor(() => expect(router.state.location.search).toBe('?schedule=12'))
  expect(platform.requests.find(({ path }) => path === '/plans')?.body).toEqual({
    resource: 'themeVersions',
    action: 'widen',
    ids: [8],
  })
})

test('pausing a rollout can be undone', async () => {
  const { platform, user } = await open('/themes?versions&rollout=8')
  const body = { rollout: 'fewPaused', job: null }
  platform.replies.set('POST /themeVersions/8/rollout', { status: 200, body })
  const panel = within(await screen.findByRole('dialog'))
  await user.click(await panel.findByRole('button', { name: 'Pause' }))
  const undo = { name: /^Undo the change to/ }
  await user.click(await screen.findByRole('button', undo, { timeout: 10_000 }))
  await screen.findByText(/^Undid the change to/)
  const requests = platform.requests.filter(({ method }) => method === 'POST')
  const ifMatch = Number(requests[0]?.ifMatch)
  expect(requests).toMatchObject([
    { body: { event: 'pause' }, ifMatch },
    { body: { event: 'goOn' }, ifMatch: ifMatch + 1 },
  ])
})

test('an unknown store name is rejected once, even after several attempts', async () => {
  const { user, platform } = await open('/themes?assign=4')
  platform.replies.set('GET /stores', { status: 200, body: { data: [], page: emptyPage } })
  const panel = within(await screen.findByRole('dialog'))
  await user.type(await panel.findByLabelText(/^Stores/), 'Nobody')
  await user.click(panel.getByRole('heading', { name: /^Assign .* to stores$/ }))
  await panel.findByText(/Nobody/)
  await user.click(panel.getByRole('button', { name: 'Preview changes' }))
  await panel.findByText(/^Stores: .*Nobody/)
  expect(panel.getAllByText(/Nobody/)).toHaveLength(1)
})

test('deprecating a theme shows its impact, asks for a replacement and reason, and can be undone', async () => {
  const { platform, user } = await open('/themes?deprecate=3')
  const impact = {
    token: 'told',
    reaches: 12,
    own: 0,
    worse: [
      {
        what: 'The theme stays in use, but readiness goes down',
        count: 12,
        examples: ['Acme Rewards'],
      },
    ],
  }
  platform.replies.set('POST /themes/3/status', ({ search }) =>
    search?.get('reach') === 'told'
      ? {
          status: 200,
          body: buildTheme(3, 'Harbour', { status: 'deprecated', replacementId: 4, version: 2 }),
        }
      : {
          status: 409,
          body: { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact },
        },
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Deprecate Harbour' }))
  expect(
    panel.getByText(
      /^You won't be able to assign this theme to more stores\. 12 stores use this theme/,
    ),
  ).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Deprecate' }))
  expect(await panel.findByText('Reason is a required field')).toBeVisible()
  expect(platform.writes()).toEqual([])
  await user.click(panel.getByRole('textbox', { name: /^Replaced by/ }))
  await user.type(await panel.findByRole('combobox', { name: /^Replaced by/ }), 'Linen')
  await user.click(await screen.findByRole('option', { name: /Linen/ }))
  await user.type(panel.getByLabelText(/^Reason/), 'Too dark')
  await user.click(panel.getByRole('button', { name: 'Deprecate' }))
  expect(await panel.findByText('This affects 12 stores.')).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Deprecate' }))
  await screen.findByText('Changed the status of')
  expect(platform.writes().at(-1)).toMatchObject({
    path: '/themes/3/status',
    body: { status: 'deprecated', replacementId: 4, reason: 'Too dark' },
    ifMatch: 1,
  })
  platform.replies.set('PATCH /themes/3', { status: 200, body: buildTheme(3, 'Harbour') })
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(() =>
    expect(platform.writes().at(-1)).toMatchObject({
      path: '/themes/3',
      body: { status: 'published', replacementId: null },
      ifMatch: 2,
    }),
  )
})

test('typing in a picker continues while errors of other fields arrive', async () => {
  const { platform, user } = await open('/themes?deprecate=3')
  const reply = Promise.withResolvers<{ status: number; body: unknown }>()
  platform.replies.set('POST /themes/3/status', () => reply.promise)
  const panel = within(await screen.findByRole('dialog', { name: 'Deprecate Harbour' }))
  await user.type(panel.getByLabelText(/^Reason/), 'Dark')
  await user.click(panel.getByRole('button', { name: 'Deprecate' }))
  await user.click(panel.getByRole('textbox', { name: /^Replaced by/ }))
  await user.keyboard('Lin')
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(() => 0)
  const fields = { reason: 'Say more' }
  reply.resolve({ status: 422, body: { status: 422, code: 'invalid', title: 'No', fields } })
  expect(await panel.findByText('Say more')).toBeVisible()
  await waitFor(() => expect(frames).toHaveBeenCalled())
  for (const [draw] of frames.mock.calls) draw(0)
  frames.mockRestore()
  await user.keyboard('en')
  expect(await panel.findByRole('combobox', { name: /^Replaced by/ })).toHaveValue('Linen')
  expect(panel.getByLabelText(/^Reason/)).toHaveValue('Dark')
})

test('the form of an existing theme has no status, which its menu changes', async () => {
  await open('/themes?edit=3')
  const panel = within(await screen.findByRole('dialog'))
  expect(await panel.findByLabelText(/^Name/)).toBeVisible()
  expect(panel.queryByLabelText(/^Status/)).toBeNull()
  expect(panel.getByText('Deprecate...').closest('a')?.getAttribute('href')).toBe(
    '/themes?deprecate=3',
  )
  expect(panel.queryByText('Publish...')).toBeNull()
})
