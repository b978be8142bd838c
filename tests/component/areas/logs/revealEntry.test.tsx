import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const time = '2026-11-22T08:00:00.000Z'
const masked = {
  ...stamp,
  id: 9,
  time,
  stream: 'audit',
  severity: 'info',
  event: 'members.updated',
  actor: 'ann@example.com',
  targetType: 'members',
  targetId: 7,
  label: 'M••• B•••',
  result: 'ok',
  ip: '',
  requestId: 'job',
  changes: { email: { before: 'm•••', after: 'b•••' } },
  cause: null,
  fault: null,
  count: 1,
  first: time,
}
const revealed = {
  label: 'Mia Berg',
  cause: null,
  changes: { email: { before: 'mia@acme.example', after: 'berg@acme.example' } },
}

/** Opens an entry of the platform's log as an operator with these permissions. */
async function openEntry(permissions: string[], entry: object = masked) {
  const platform = createMemoryPlatform()
  const setReply = (call: string, body: unknown, status = 200) =>
    platform.replies.set(call, { status, body })
  setReply('GET /platformLogEntries', { data: [entry], page: { ...emptyPage, total: 1 } })
  setReply('GET /platformLogEntries/9', entry)
  setReply('POST /platformLogEntries/9/reveal', revealed)
  const view = await renderConsole('/users?log&entry=9', {
    platform,
    permissions,
    facts: { enforcePermissions: true },
  })
  return { ...view, platform, setReply, panel: within(await screen.findByRole('dialog')) }
}

test('shows the personal data in a log entry for a reason, once', async () => {
  const { user, panel, platform, setReply } = await openEntry(['users:read', 'payments:reveal'])
  await user.click(panel.getByRole('link', { name: 'Show personal data...' }))
  const form = within(await screen.findByRole('dialog', { name: 'Show personal data' }))
  await user.click(form.getByRole('button', { name: 'Show personal data' }))
  expect(await form.findByText('Reason is a required field')).toBeVisible()
  expect(platform.writes()).toEqual([])

  await user.type(form.getByLabelText('Reason'), 'The member asks')
  await user.click(form.getByRole('button', { name: 'Show personal data' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Personal data' }))
  expect(shown.getByText('Mia Berg')).toBeVisible()
  expect(shown.getByText('berg@acme.example')).toBeVisible()
  expect(platform.writes()).toMatchObject([
    { path: '/platformLogEntries/9/reveal', body: { reason: 'The member asks' } },
  ])
  await user.click(shown.getByRole('link', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('berg@acme.example')).toBeNull())

  setReply('POST /platformLogEntries/9/reveal', { label: null, cause: null, changes: null })
  await user.click(await screen.findByRole('link', { name: 'Show personal data...' }))
  const again = within(await screen.findByRole('dialog', { name: 'Show personal data' }))
  await user.type(again.getByLabelText('Reason'), 'The member asks')
  await user.click(again.getByRole('button', { name: 'Show personal data' }))
  expect(await screen.findByText('The personal data was already shown.')).toBeVisible()
})

test.each([
  ['with the permission to see members', ['users:read', 'payments:reveal', 'dashboardRead'], {}],
  ['without the permission to see personal data', ['users:read', 'payments:read'], {}],
  [
    'for an entry without personal data',
    ['users:read', 'payments:reveal'],
    { label: 'Mia', changes: {} },
  ],
])('is not offered %s', async (_case, permissions, changes) => {
  const { panel } = await openEntry(permissions, { ...masked, ...changes })
  expect(panel.queryByRole('link', { name: 'Show personal data...' })).toBeNull()
})
