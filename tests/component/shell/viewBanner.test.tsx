import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const minuteMs = 60_000
const viewUntil = (ms: number) => ({
  name: 'Bo Li',
  view: { viewer: 'Ana Petrov', until: new Date(Date.now() + ms).toISOString() },
})

describe('A view of another account', () => {
  test('is named on every page, with the time left and a form that stops it', async () => {
    await renderConsole('/permissions', { account: viewUntil(14.5 * minuteMs) })
    expect(screen.getByText("You're viewing as Bo Li and can't change anything.")).toBeVisible()
    expect(screen.getByText('15 minutes left.')).toBeVisible()
    const form = screen.getByRole('button', { name: 'Stop viewing' }).closest('form')
    expect(form).toHaveAttribute('action', '/view-as/stop')
    expect(form).toHaveAttribute('method', 'post')
  })

  test("doesn't offer the pages of the account's owner", async () => {
    const { user } = await renderConsole('/permissions', { account: viewUntil(minuteMs) })
    await user.click(screen.getByLabelText(/User menu/))
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeVisible()
    for (const name of ['My account', 'Change Password', 'Notifications'])
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument()
  })

  test('reloads the page once its time is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { actors } = await renderConsole('/permissions', { account: viewUntil(minuteMs) })
      await vi.advanceTimersByTimeAsync(minuteMs + 5000)
      expect(actors.session.getSnapshot().context.user).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('is no part of an own session', async () => {
    await renderConsole('/permissions')
    expect(screen.queryByText(/You're viewing as/)).not.toBeInTheDocument()
  })
})
