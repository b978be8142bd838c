import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

const order = {
  ...stamp,
  id: 101,
  number: '#1001',
  storeId: 3,
  memberId: 5,
  member: 'A••• E•••',
  placedAt: '2026-11-22T08:00:00.000Z',
  amount: 14300,
  currency: 'AUD',
  status: 'paid',
  labels: { storeId: 'Acme Rewards', memberId: 'A••• E•••' },
}

/** Opens an order as an operator who can't see members, with these permissions for payments. */
async function openOrder(query: string, actions: readonly string[]) {
  const platform = createMemoryPlatform()
  const setReply = (call: string, body: unknown, status = 200) =>
    platform.replies.set(call, { status, body })
  setReply('GET /orders', { data: [order], page: { ...emptyPage, total: 1 } })
  setReply('GET /orders/101', order)
  setReply('GET /orders/101/timeline', { data: [] })
  setReply('GET /orders/101/charges', { data: [], events: [], disputes: [] })
  const view = await renderConsole(`/paymentAttempt?orders&${query}`, {
    platform,
    permissions: actions.map((action) => `payments:${action}`),
    facts: { enforcePermissions: true },
  })
  const panel = within(await screen.findByRole('dialog'))
  return { ...view, platform, setReply, panel }
}

test('shows a masked member for a reason, once', async () => {
  const { user, panel, platform, setReply } = await openOrder('order=101', ['read', 'reveal'])
  expect(panel.queryByText(/Anna Ek/)).toBeNull()
  setReply('POST /orders/101/reveal', { name: 'Anna Ek', email: 'anna@acme.example', text: null })
  await user.click(panel.getByRole('link', { name: 'Show member...' }))
  const name = 'Show the member of #1001'
  const reveal = within(await screen.findByRole('dialog', { name }))
  expect(reveal.getByText(/The log shows who saw them, and why\.$/)).toBeVisible()

  await user.click(reveal.getByRole('button', { name: 'Show member' }))
  expect(await reveal.findByText('Reason is a required field')).toBeVisible()
  expect(platform.writes()).toEqual([])

  await user.type(reveal.getByLabelText('Reason'), 'The member asks on the phone')
  await user.click(reveal.getByRole('button', { name: 'Show member' }))
  expect(await screen.findByText('Anna Ek, anna@acme.example')).toBeVisible()
  expect(platform.writes()).toMatchObject([
    { path: '/orders/101/reveal', body: { reason: 'The member asks on the phone' } },
  ])
  await user.click(screen.getByRole('link', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText(/anna@acme\.example/)).toBeNull())
})

test('says that a member was already shown, and keeps the reason of a rejected request', async () => {
  const { user, panel, setReply } = await openOrder('revealOrder=101', ['read', 'reveal'])
  const fields = { reason: 'Enter a reason that others understand.' }
  setReply('POST /orders/101/reveal', { status: 422, code: 'invalid', title: 'No', fields }, 422)
  await user.type(panel.getByLabelText('Reason'), 'The member asks')
  await user.click(panel.getByRole('button', { name: 'Show member' }))
  expect(await panel.findByText(fields.reason)).toBeVisible()
  expect(panel.getByLabelText('Reason')).toHaveValue('The member asks')

  setReply('POST /orders/101/reveal', { name: null, email: null, text: null })
  await user.click(panel.getByRole('button', { name: 'Show member' }))
  expect(await screen.findByText('The member was already shown, or was deleted.')).toBeVisible()
})

test('is offered only with the permission to see personal data', async () => {
  const { panel } = await openOrder('order=101', ['read', 'write'])
  expect(panel.queryByRole('link', { name: 'Show member...' })).toBeNull()
})

test.each([
  [
    'gift card',
    'giftCards',
    'giftCards',
    '/wegift/templates?cards&record=7',
    'revealCard',
    'recipient',
  ],
  ['email', 'mails', 'smtpSettings', '/smtpSettings?mails&record=7', 'revealEmail', 'email'],
])(
  'shows the masked recipient of a %s for a reason',
  async (_kind, name, permission, url, parameter, shown) => {
    const platform = createMemoryPlatform()
    const record = { ...stamp, id: 7, recipient: 'a•••', storeId: 3, status: 'sent', amount: 2500 }
    const setReply = (call: string, body: unknown) =>
      platform.replies.set(call, { status: 200, body })
    setReply(`GET /${name}`, { data: [record], page: { ...emptyPage, total: 1 } })
    setReply(`GET /${name}/7`, record)
    setReply(`GET /${name}/7/timeline`, { data: [], link: null })
    setReply('GET /mails/7/text', { state: 'masked', text: null, savedUntil: null })
    const text = name === 'mails' ? 'Hello Anna' : null
    setReply(`POST /${name}/7/reveal`, { name: null, email: 'anna@acme.example', text })
    const { user, address } = await renderConsole(url, {
      platform,
      permissions: [`${permission}:read`, 'payments:reveal'],
      facts: { enforcePermissions: true },
    })
    await user.click(await screen.findByRole('link', { name: `Show ${shown}...` }))
    await waitFor(() => expect(address()).toContain(`${parameter}=7`))
    const panel = within(
      await screen.findByRole('dialog', {
        name: `Show the ${shown === 'email' ? 'email to' : shown} a•••`,
      }),
    )
    await user.type(panel.getByLabelText('Reason'), 'The member asks on the phone')
    await user.click(panel.getByRole('button', { name: `Show ${shown}` }))
    expect(await screen.findByText('anna@acme.example')).toBeVisible()
    if (text !== null) expect(screen.getByText(text)).toBeVisible()
    expect(platform.writes()).toMatchObject([
      { path: `/${name}/7/reveal`, body: { reason: 'The member asks on the phone' } },
    ])
  },
)
