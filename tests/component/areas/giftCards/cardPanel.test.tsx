import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const card = {
  id: 12,
  ...stamp,
  sentAt: '2026-03-01T10:00:00.000Z',
  recipient: 'mia@acme.example',
  memberId: 7,
  environment: 'live',
  amount: 2500,
  currency: 'EUR',
  status: 'sent',
  reference: 'O-00000012',
  problem: null,
  templateId: null,
  productId: null,
  storeId: null,
  labels: { memberId: 'Mia Berg' },
}
const emptyStep = { by: null, note: null, emailId: null }
const timeline = {
  data: [
    { ...emptyStep, at: card.sentAt, kind: 'ordered', source: 'console', by: 'ann@example.com' },
    { ...emptyStep, at: card.sentAt, kind: 'sent', source: 'runa', note: 'Order O-00000012' },
    {
      ...emptyStep,
      at: card.sentAt,
      kind: 'emailFailed',
      source: 'mailServer',
      note: 'To mia@acme.example. No such address.',
      emailId: 5,
    },
    { ...emptyStep, at: card.sentAt, kind: 'keptSafe', source: 'platform' },
  ],
  link: { state: 'claimed', checkedAt: '2026-03-02T10:00:00.000Z' },
}

/** Opens the panel of a gift card. */
async function openCard({
  changes = {},
  steps = { status: 200, body: timeline as unknown },
  access = {},
}: {
  changes?: object
  steps?: { status: number; body?: unknown }
  access?: object
} = {}) {
  const platform = createMemoryPlatform()
  const record = { ...card, ...changes }
  platform.replies.set('GET /giftCards', {
    status: 200,
    body: { data: [record], page: { ...emptyPage, total: 1 } },
  })
  platform.replies.set('GET /giftCards/12', { status: 200, body: record })
  platform.replies.set('GET /giftCards/12/timeline', steps)
  const rendered = await renderConsole('/wegift/templates?cards&record=12', { platform, ...access })
  return { ...rendered, platform, panel: within(await screen.findByRole('dialog')) }
}

test('shows what happened to a gift card, who reported it, and what Runa cannot tell', async () => {
  const { panel } = await openCard()
  const steps = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(steps).toMatchObject([
    expect.stringMatching(/^Ordered.*ann@example\.com$/),
    expect.stringMatching(/^Sent by Runa.*RunaOrder O-00000012$/),
    expect.stringMatching(/^Email failed.*Mail serverTo mia@acme\.example\. No such address\./),
    expect.stringMatching(/^Kept safe.*Platform$/),
  ])
  expect(panel.getByRole('link', { name: 'Open email' })).toHaveAttribute(
    'href',
    '/smtpSettings?mails&record=5',
  )
  expect(panel.getByText(/^Link: opened\./)).toHaveTextContent('03/02/2026')
  expect(panel.getByText(/doesn't say whether it reached the inbox/)).toBeVisible()
  expect(panel.getByText(/Cancel order O-00000012 in Runa's portal/)).toBeVisible()
})

test.each([
  ['sent', ['Resend email...', 'Show code...'], ['Check at Runa']],
  ['failed', ['Resend...'], []],
  ['waiting', ['Cancel gift card...'], []],
  ['canceled', [], []],
])('offers what a gift card that is %s allows', async (status, links, buttons) => {
  const { panel } = await openCard({ changes: { status } })
  const actions = panel.queryByRole('navigation', { name: 'Actions' })
  const listNames = (role: 'link' | 'button') =>
    actions
      ? within(actions)
          .queryAllByRole(role)
          .map(({ textContent }) => textContent)
      : []
  expect([listNames('link'), listNames('button')]).toEqual([links, buttons])
})

test('offers nothing to an account that may only read', async () => {
  const { panel } = await openCard({
    access: { permissions: ['giftCards:read'], facts: { enforcePermissions: true } },
  })
  expect(panel.getByText('Sent by Runa')).toBeVisible()
  expect(panel.queryByRole('navigation', { name: 'Actions' })).toBeNull()
  expect(panel.queryByRole('link', { name: 'Open email' })).toBeNull()
})

test('shows the facts of a gift card whose timeline fails', async () => {
  const { panel } = await openCard({ steps: { status: 503 } })
  expect(panel.getByText('Mia Berg')).toBeVisible()
  expect(panel.queryByRole('listitem')).toBeNull()
})

test('asks Runa, and shows the answer in the same panel', async () => {
  const { user, platform, panel } = await openCard({
    steps: { status: 200, body: { ...timeline, link: null } },
  })
  expect(
    panel.getByText("We haven't checked at Runa yet whether the gift card was opened."),
  ).toBeVisible()
  platform.replies.set('POST /giftCards/12/check', { status: 200, body: card })
  platform.replies.set('GET /giftCards/12/timeline', { status: 200, body: timeline })
  await user.click(panel.getByRole('button', { name: 'Check at Runa' }))
  expect(await screen.findByText(/^Link: opened\./)).toBeVisible()
  expect(platform.writes()).toMatchObject([{ method: 'POST', path: '/giftCards/12/check' }])
})
