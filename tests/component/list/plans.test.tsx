import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { buildPlan, buildPlanRow } from '#tests/support/plans.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const small = buildPlanRow({ code: 'S', before: { group: 'adult' }, after: { group: 'youth' } })
const large = buildPlanRow({
  row: 2,
  id: 2,
  code: 'L',
  label: 'Large',
  outcome: 'refused',
  sentence: 'ana@example changed this record in the meantime: Family.',
})

async function openPlan(address: string, plan = buildPlan({ id: 3, data: [small, large] })) {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S'), buildSize(2, 'Large', 'L')])
  platform.replies.set('GET /plans/3', { status: 200, body: plan })
  const view = await renderConsole(address, { platform })
  const panel = within(await screen.findByRole('dialog'))
  return { ...view, platform, panel }
}

const address = '/sizes?chosen=1,2&bulk=change&field=group&plan=3'

test('a plan shows its rows, and a link filters them by outcome', async () => {
  const { panel, user, router, platform } = await openPlan(address)
  const rows = within(await panel.findByRole('region', { name: 'Preview rows' }))
  expect(rows.getByText('Adult')).toBeVisible()
  expect(rows.getByText('Youth')).toBeVisible()
  expect(rows.getByText('ana@example changed this record in the meantime: Family.')).toBeVisible()
  expect(rows.getByRole('link', { name: 'All 2' })).toHaveAttribute('aria-current', 'true')
  await user.click(rows.getByRole('link', { name: 'Rejected 1' }))
  await waitFor(() => expect(router.state.location.search).toContain('planOutcome=refused'))
  const requests = platform.requests.filter(({ path }) => path === '/plans/3')
  expect(requests.at(-1)?.search?.get('outcome')).toBe('refused')
})

test('the rows of a plan can be paged and downloaded', async () => {
  const { panel, user, router } = await openPlan(
    address,
    buildPlan({
      id: 3,
      data: [small],
      counts: { change: 20_000 },
      page: { after: 0, next: 20, previous: null, total: 20_000 },
    }),
  )
  expect(await panel.findByText('1–1 of 20,000')).toBeVisible()
  expect(panel.getByRole('link', { name: 'Download preview' })).toHaveAttribute(
    'href',
    '/api/plans/3/export',
  )
  expect(panel.queryByRole('link', { name: 'Previous' })).toBeNull()
  await user.click(panel.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(router.state.location.search).toContain('planAfter=20'))
  expect(panel.getByRole('button', { name: 'Change Group for 20,000 sizes' })).toBeEnabled()
})

test('a plan that can no longer start says so and keeps its rows', async () => {
  const { panel, user, platform } = await openPlan(address)
  const detail = 'This preview has expired. Preview the changes again.'
  platform.replies.set('POST /sizes/bulk', {
    status: 409,
    body: { status: 409, code: 'wrong_state', title: 'Too old', detail },
  })
  await user.click(await panel.findByRole('button', { name: 'Change Group for 1 size' }))
  expect(await panel.findByText(detail)).toBeVisible()
  expect(panel.getByText('ana@example changed this record in the meantime: Family.')).toBeVisible()
})
