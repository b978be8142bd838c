import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const dispute = {
  ...stamp,
  id: 3,
  orderId: 80,
  orderNumber: '#1080',
  storeId: 5,
  memberId: null,
  openedAt: '2026-11-26T19:44:00.000Z',
  amount: 3250,
  currency: 'USD',
  gateway: 'stripe',
  reason: null,
  status: 'open',
  dueAt: '2026-12-08T19:44:00.000Z',
  closedAt: null,
  reference: 'dp_1',
  labels: { storeId: 'Torino' },
}

/** Opens the panel of a dispute. */
async function openDispute(values: object = {}) {
  const platform = createMemoryPlatform()
  const record = { ...dispute, ...values }
  platform.replies.set('GET /disputes', { status: 200, body: { data: [record], page: emptyPage } })
  platform.replies.set('GET /disputes/3', { status: 200, body: record })
  await renderConsole('/paymentAttempt?disputes&dispute=3', { platform })
  return within(await screen.findByRole('dialog', { name: /#1080/ }))
}

test("a dispute's panel links to its store", async () => {
  const panel = await openDispute()
  expect(panel.getByRole('link', { name: 'Torino' })).toHaveAttribute('href', '/stores/5')
})

test('an open dispute says where to respond', async () => {
  const panel = await openDispute()
  expect(panel.getByText(/^Send your evidence in your Stripe account\./)).toBeVisible()
})

test('a decided dispute asks for nothing', async () => {
  const panel = await openDispute({ status: 'won', closedAt: '2026-11-27T10:00:00.000Z' })
  expect(panel.getByText('Won')).toBeVisible()
  expect(panel.queryByText(/^Send your evidence/)).toBeNull()
})
