import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'

const emptyList = { data: [], page: { next: null, previous: null, total: 0, totalIsCapped: false } }

const buildComment = (id: number, body: string, more: object = {}) => ({
  id,
  body,
  authorId: operator.id,
  createdAt: '2026-02-10T10:00:00.000Z',
  createdBy: 'ann@example.com',
  updatedAt: null,
  ...more,
})

function createPlatform(label: string) {
  const platform = createMemoryPlatform()
  const data = [buildComment(2, 'Called **them**'), buildComment(1, 'Seen', { authorId: 99 })]
  platform.replies.set('GET /comments', { status: 200, body: { label, data, next: null } })
  platform.replies.set('POST /comments', { status: 201, body: { id: 3 } })
  platform.replies.set('PUT /comments/2', { status: 200, body: { id: 2 } })
  return platform
}

describe('The panel of comments', () => {
  const openAttempt = async () => {
    const platform = createPlatform('#1001')
    platform.replies.set('GET /paymentAttempts', { status: 200, body: emptyList })
    const view = await renderConsole('/paymentAttempt?comments=7', { platform })
    return { ...view, platform, panel: within(await screen.findByRole('dialog')) }
  }

  test('shows the comments of a record, and asks only for them', async () => {
    const { panel, platform } = await openAttempt()
    expect(panel.getByRole('heading', { name: /#1001/ })).toBeVisible()
    expect(panel.getByText('them', { selector: 'strong' })).toBeVisible()
    expect(panel.getAllByRole('link', { name: /^Edit the comment from/ })).toHaveLength(1)
    expect(platform.requests.map(({ path }) => path)).not.toContain('/paymentAttempts/7')
    const search = platform.requests.find(({ path }) => path === '/comments')?.search
    expect(String(search)).toBe('resource=paymentAttempts&recordId=7')
  })

  test('adds a comment, stays open, and empties the form', async () => {
    const { user, panel, platform, address } = await openAttempt()
    await user.type(panel.getByLabelText('Comment'), 'Fixed')
    await user.click(panel.getByRole('button', { name: 'Add comment' }))
    await screen.findByText('Comment saved')
    await waitFor(() => expect(panel.getByLabelText('Comment')).toHaveValue(''))
    expect(address()).toBe('/paymentAttempt?comments=7')
    expect(platform.writes()[0]?.body).toEqual({
      resource: 'paymentAttempts',
      recordId: 7,
      body: 'Fixed',
    })
  })

  test('says at the field whom a mention cannot notify, and loses nothing', async () => {
    const { user, panel, platform } = await openAttempt()
    const sentence = "Ben Lind can't view this failed payment, so we can't send a notification."
    platform.replies.set('POST /comments', {
      status: 422,
      body: { status: 422, code: 'invalid', title: 'Not valid', fields: { body: sentence } },
    })
    await user.type(panel.getByLabelText('Comment'), '@Ben Lind, look')
    await user.click(panel.getByRole('button', { name: 'Add comment' }))
    expect(await panel.findByText(sentence)).toBeVisible()
    expect(panel.getByLabelText('Comment')).toHaveValue('@Ben Lind, look')
    await waitFor(() => expect(panel.getByLabelText('Comment')).toHaveFocus())
  })

  test('edits a comment in its place', async () => {
    const { user, panel, platform, address } = await openAttempt()
    await user.click(panel.getByRole('link', { name: /^Edit the comment from/ }))
    const inputs = await waitFor(() => {
      const found = panel.getAllByLabelText('Comment')
      expect(found).toHaveLength(2)
      return found
    })
    await user.type(inputs[1] as HTMLElement, ' again')
    await user.click(panel.getByRole('button', { name: 'Save comment' }))
    await screen.findByText('Comment saved')
    await waitFor(() => expect(address()).toBe('/paymentAttempt?comments=7'))
    await waitFor(() => expect(panel.getByText('them').closest('li')).toHaveFocus())
    expect(platform.writes()).toMatchObject([
      { method: 'PUT', path: '/comments/2', body: { body: 'Called **them** again' } },
    ])
  })
})

test("a setup's page opens the comments in a panel, and returns to the page", async () => {
  const platform = createPlatform('eu-central-1_abc')
  const record = {
    ...getInitialValues(cognitoSetup),
    id: 1,
    ...stamp,
    state: 'draft',
    settingsVersion: 1,
    provenVersion: null,
    failures: 0,
    userPoolId: 'eu-central-1_abc',
    labels: {},
  }
  platform.replies.set('GET /cognitoSetup', {
    status: 200,
    body: { ...emptyList, data: [record] },
  })
  platform.replies.set('GET /cognitoSetup/1/tests', { status: 200, body: { data: [] } })
  const { user, address } = await renderConsole('/cognitoSetup', { platform })
  await user.click(await screen.findByRole('link', { name: 'Comments' }))
  const panel = within(await screen.findByRole('dialog'))
  expect(panel.getByText('Seen')).toBeVisible()
  await user.type(panel.getByLabelText('Comment'), 'Done')
  await user.click(panel.getByRole('button', { name: 'Add comment' }))
  await screen.findByText('Comment saved')
  expect(address()).toBe('/cognitoSetup?comments=1')
  await user.click(panel.getByRole('link', { name: 'Close panel' }))
  await waitFor(() => expect(address()).toBe('/cognitoSetup'))
})

describe('The page of an alert', () => {
  const alert = {
    id: 5,
    ...stamp,
    title: 'Emails are failing',
    state: 'open',
    kind: 'integration',
    detail: 'The password was rejected.',
    storeIds: [1, 2],
    rank: 800,
    since: '2026-02-10T10:00:00.000Z',
    ownerId: null,
    snoozedUntil: null,
    reason: null,
    fix: '/smtpSettings?test=1',
    labels: {},
  }
  const token = '5.0.1800000000.k1.signature'

  function openAlert(linked: object = {}, permissions = ['ordersRead']) {
    const platform = createPlatform(alert.title)
    platform.replies.set(`GET /alertLinks/${token}`, {
      status: 200,
      body: { alertId: 5, title: alert.title, kind: 'incident', fixedAt: null, ...linked },
    })
    platform.replies.set('GET /attentionItems/5', { status: 200, body: alert })
    platform.replies.set('PUT /attentionItems/5/owner', {
      status: 200,
      body: { ...alert, ownerId: operator.id },
    })
    platform.replies.set('POST /attentionItems/5/state', {
      status: 200,
      body: { ...alert, state: 'snoozed' },
    })
    const facts = { enforcePermissions: true }
    return renderConsole(`/alerts/${token}`, { platform, permissions, facts }).then((view) => ({
      ...view,
      platform,
    }))
  }

  test('acknowledges the alert, which assigns it to the operator', async () => {
    const { user, platform } = await openAlert()
    expect(screen.getByRole('heading', { level: 1, name: alert.title })).toBeVisible()
    expect(platform.writes()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Acknowledge' }))
    await screen.findByText(/^Assigned to you/)
    expect(platform.writes()[0]).toMatchObject({ method: 'PUT', body: { ownerId: operator.id } })
  })

  test('snoozes the alert for the chosen days', async () => {
    const { user, platform } = await openAlert()
    await user.selectOptions(screen.getByLabelText('Snooze for'), '7 days')
    await user.click(screen.getByRole('button', { name: 'Snooze' }))
    await screen.findByText(/^Snoozed/)
    expect(platform.writes()[0]?.body).toEqual({ state: 'snoozed', days: 7 })
  })

  test('offers only comments to an operator who may not change alerts', async () => {
    await openAlert({}, ['ordersRead', 'ordersRead:read'])
    expect(screen.getByRole('button', { name: 'Add comment' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  test('says that the alert was fixed, and shows its comments', async () => {
    await openAlert({ fixedAt: '2026-02-11T10:00:00.000Z' })
    expect(screen.getByText(/^This alert was fixed on/)).toHaveTextContent('02/11/2026')
    expect(screen.getByText('Seen')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  test("says why a link doesn't work, with a way to the list of alerts", async () => {
    const platform = createMemoryPlatform()
    const detail = 'This link has expired. Links work for 7 days.'
    platform.replies.set('GET /alertLinks/old', {
      status: 404,
      body: { status: 404, code: 'not_found', title: 'Not found', detail },
    })
    await renderConsole('/alerts/old', { platform, permissions: ['ordersRead'] })
    expect(screen.getByText(detail)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open all alerts' })).toHaveAttribute(
      'href',
      '/dashboard?attention',
    )
  })
})

describe('A link in an email to an operator, without sign-in', () => {
  const personal = {
    email: 'ann@example.com',
    title: 'Emails are failing',
    detail: null,
    isOpen: true,
    isYours: false,
    snoozedUntil: null,
  }

  test('acknowledges the alert on the sign-in page', async () => {
    const platform = createMemoryPlatform()
    let alert = personal
    platform.replies.set('POST /alertLinks/check', () => ({ status: 200, body: alert }))
    platform.replies.set('POST /alertLinks/respond', () => {
      alert = { ...personal, isYours: true }
      return { status: 204 }
    })
    const { user } = await renderConsole('/alerts/abc', { platform, signedOut: true })
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    const box = within(screen.getByRole('region', { name: personal.title }))
    expect(box.getByText(/^The link was sent to ann@example.com/)).toBeVisible()
    await user.click(box.getByRole('button', { name: 'Acknowledge' }))
    expect(await box.findByText('You acknowledged this alert.')).toBeVisible()
    expect(box.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(platform.writes().find(({ path }) => path === '/alertLinks/respond')?.body).toEqual({
      token: 'abc',
      action: 'acknowledge',
    })
  })

  test('any other link shows only the sign-in form', async () => {
    const platform = createMemoryPlatform()
    await renderConsole('/alerts/abc', { platform, signedOut: true })
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })
})
