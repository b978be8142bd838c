import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const getGoogleButton = () => screen.queryByRole('button', { name: 'Continue with Google' })
const findForm = (element: HTMLElement | null) => element?.closest('form')

async function openSignIn(path: string, google = true, platform = createMemoryPlatform()) {
  const view = await renderConsole(path, { platform, signedOut: true, facts: { google } })
  await screen.findByRole('heading', { name: 'Sign in' })
  return view
}

describe('"Continue with Google" on the sign-in page', () => {
  test.each([true, false])('is shown only if Google is configured: %s', async (google) => {
    await openSignIn('/', google)
    expect(getGoogleButton() !== null).toBe(google)
  })

  test('is a separate form that keeps ?next= and sends no password', async () => {
    await openSignIn('/?next=%2Fsizes%3Fsearch%3Da&failure=cancelled')
    const form = findForm(getGoogleButton())
    expect(form).toHaveAttribute('method', 'post')
    expect(form).toHaveAttribute('action', '/auth/google?next=%2Fsizes%3Fsearch%3Da')
    expect([...new FormData(form ?? undefined)]).toEqual([])
    expect(findForm(screen.getByLabelText('Password'))).not.toBe(form)
  })

  test.each([
    ['refused', "This Google account can't use the console."],
    ['cancelled', 'You canceled the Google sign-in.'],
    ['expired', /took too long/],
    ['throttled', /Too many attempts/],
    ['unavailable', /Google isn't responding/],
    ['unreachable', /The platform isn't responding/],
  ])('explains the result "%s"', async (code, sentence) => {
    await openSignIn(`/?failure=${code}`)
    expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  })

  test('the result is cleared once a password is tried', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('POST /auth/login', { status: 401 })
    const { user, address } = await openSignIn('/?next=%2Fsizes&failure=cancelled', true, platform)
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/The email or password isn't correct/)).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(address()).toBe('/?next=%2Fsizes')
  })
})
