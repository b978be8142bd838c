import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSize, createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { buildPlan, buildPlanRow } from '#tests/support/plans.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

function createPlatform() {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
  const setReply = (call: string, body: unknown, status = 200) =>
    platform.replies.set(call, { status, body })
  setReply('GET /scheduledChanges', { data: [], page: emptyPage })
  setReply('POST /plans', { id: 12 })
  return { platform, setReply }
}

test('changes of a form can be scheduled instead of saved', async () => {
  const { platform } = createPlatform()
  const { user, router } = await renderConsole('/sizes?edit=1', { platform })
  const panel = within(await screen.findByRole('dialog'))
  expect(panel.queryByRole('button', { name: 'Schedule...' })).toBeNull()
  await user.type(await panel.findByLabelText(/^Name/), ' and slim')
  await user.click(panel.getByRole('button', { name: 'Schedule...' }))
  await waitFor(() => expect(router.state.location.search).toBe('?schedule=12'))
  expect(
    platform.requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
  ).toEqual([{ resource: 'sizes', action: 'change', values: { name: 'Small and slim' }, ids: [1] }])
})

test('a planned change is shown, and a rejected time keeps what was typed', async () => {
  const { platform, setReply } = createPlatform()
  const row = buildPlanRow({ before: { name: 'Small' }, after: { name: 'Slim' } })
  setReply('GET /plans/12', buildPlan({ id: 12, data: [row], reaches: ['In this stage.'] }))
  const sentence = 'The start must be in the future.'
  setReply(
    'POST /plans/12/schedule',
    { status: 422, code: 'invalid', title: 'Not valid', fields: { startsAt: sentence } },
    422,
  )
  const { user } = await renderConsole('/scheduledChanges?schedule=12', { platform })
  const panel = within(await screen.findByRole('dialog', { name: 'Schedule this change: Small' }))
  expect(panel.getByText('In this stage.')).toBeVisible()
  const start = panel.getByLabelText(/^Start/)
  await user.type(start, '2020-01-01T10:00')
  await user.click(panel.getByRole('button', { name: 'Schedule' }))
  expect(await panel.findByText(sentence)).toBeVisible()
  expect(panel.getByLabelText(/^Start/)).toHaveValue('2020-01-01T10:00')
})

test("a plan that changes nothing can't be scheduled, and says why", async () => {
  const { platform, setReply } = createPlatform()
  const row = buildPlanRow({ outcome: 'refused', sentence: 'Test the current settings first.' })
  setReply('GET /plans/12', buildPlan({ id: 12, data: [row] }))
  await renderConsole('/scheduledChanges?schedule=12', { platform })
  const panel = within(await screen.findByRole('dialog'))
  expect(panel.getByText('Test the current settings first.')).toBeVisible()
  expect(panel.getByRole('alert')).toHaveTextContent(
    "You can't schedule this because no records would change.",
  )
  expect(panel.queryByRole('button', { name: 'Schedule' })).toBeNull()
})
