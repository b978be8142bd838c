import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Safari/604.1'
const session = {
  id: 8,
  agent: safari,
  ip: '203.0.113.7',
  createdAt: '2026-01-02T03:04:00Z',
  lastSeen: '2026-01-02T04:04:00Z',
  current: false,
}
const event = {
  id: 1,
  time: '2026-01-02T03:04:00Z',
  event: 'auth.refused',
  actor: 'ana@example.com',
  ip: '2001:db8::7',
  result: 'failed',
}

function openAccount(search: string, replies: Record<string, unknown>) {
  const platform = createMemoryPlatform()
  for (const [call, body] of Object.entries(replies))
    platform.replies.set(call, { status: 200, body })
  return renderConsole(`/account${search}`, { platform })
}

describe('My account', () => {
  test('an unknown section shows the profile and says so', async () => {
    const profile = { id: 1, ...stamp, firstName: 'Ana', lastName: 'Costa' }
    await openAccount('?section=nothing', { 'GET /account': profile })
    expect(screen.getByRole('alert')).toHaveTextContent("There's no section named nothing")
    expect(screen.getByLabelText('First name')).toHaveValue('Ana')
  })

  test('a session says its device and network, and only others can be ended', async () => {
    const current = { ...session, id: 9, agent: null, ip: null, current: true }
    const { user, platform } = await openAccount('?section=sessions', {
      'GET /account/sessions': { data: [current, session] },
      'DELETE /account/sessions/8': {},
    })
    const [, own, other] = screen.getAllByRole('row')
    expect(own).toHaveTextContent('Unknown deviceUnknown network')
    expect(own).toHaveTextContent('This session')
    expect(other).toHaveTextContent('Safari on iPhone203.0.113.0/24')
    const name = 'End session: Safari on iPhone, 203.0.113.0/24'
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() =>
      expect(platform.requests).toContainEqual(
        expect.objectContaining({ method: 'DELETE', path: '/account/sessions/8' }),
      ),
    )
  })

  test('without other sessions, there is nothing to end', async () => {
    const data = [{ ...session, current: true }]
    await openAccount('?section=sessions', { 'GET /account/sessions': { data } })
    expect(screen.getByText("You aren't signed in anywhere else.")).toBeVisible()
    expect(screen.queryByRole('button', { name: /End/ })).not.toBeInTheDocument()
  })

  test('security events say what happened and where, and lead to older ones', async () => {
    await openAccount('?section=securityEvents', {
      'GET /account/securityEvents': { data: [event], next: '2026-01-02T03:04:00Z_1' },
    })
    const [, row] = screen.getAllByRole('row')
    expect(row).toHaveTextContent('Failed sign-in2001:db8:0:0::/64')
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getByRole('link', { name: 'Older events' })).toHaveAttribute(
      'href',
      '/account?section=securityEvents&after=2026-01-02T03%3A04%3A00Z_1',
    )
    expect(pages.queryByRole('link', { name: 'Newest events' })).not.toBeInTheDocument()
  })
})
