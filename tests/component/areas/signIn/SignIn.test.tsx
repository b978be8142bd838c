import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'

const email = () => screen.getByRole('textbox', { name: 'Email' })
const password = () => screen.getByLabelText('Password')
const submit = () => screen.getByRole('button', { name: 'Sign in' })

async function openSignIn(path = '/', platform = memoryPlatform()) {
  if (!platform.replies.has('POST /auth/login'))
    platform.replies.set('POST /auth/login', {
      status: 200,
      body: { user: operator, permissions: ['Sizes'] },
    })
  const shown = await renderConsole(path, { platform, signedOut: true })
  await screen.findByRole('heading', { name: 'Sign in' })
  return {
    ...shown,
    async signIn() {
      await shown.user.type(email(), ' ann@example.com ')
      await shown.user.type(password(), ' secret ')
      await shown.user.click(submit())
    },
  }
}

describe('screens.md, Login', () => {
  test('signs in with what was typed, and leads to the dashboard', async () => {
    const { signIn, platform, address, actors } = await openSignIn()
    await signIn()
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(address()).toBe('/dashboard')
    expect(platform.writes()[0]?.body).toEqual({ email: 'ann@example.com', password: ' secret ' })
    expect(actors.session.getSnapshot().context).toMatchObject({
      user: operator,
      permissions: ['Sizes'],
    })
  })

  test('leads to where the visitor wanted to go', async () => {
    const { signIn, address } = await openSignIn('/sizes?search=large')
    expect(screen.getByText('Sign in to continue to the page you requested.')).toBeVisible()
    await signIn()
    expect(await screen.findByRole('heading', { level: 1, name: 'Sizes' })).toBeVisible()
    expect(address()).toBe('/sizes?search=large')
  })

  test('leads nowhere else, whatever ?next= says', async () => {
    const { signIn, address } = await openSignIn('/?next=//evil.example')
    await signIn()
    await waitFor(() => expect(address()).toBe('/dashboard'))
  })

  test('shows the password on request', async () => {
    const { user } = await openSignIn()
    await user.type(password(), 'secret')
    expect(password()).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('checkbox', { name: 'Show password' }))
    expect(password()).toHaveAttribute('type', 'text')
    expect(password()).toHaveValue('secret')
  })

  test('while it signs in, the button is disabled and shows "Processing"', async () => {
    const platform = memoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number }>()
    platform.replies.set('POST /auth/login', () => promise)
    const { signIn } = await openSignIn('/', platform)
    await signIn()
    expect(screen.getByRole('button', { name: 'Processing' })).toBeDisabled()
    resolve({ status: 401 })
    await waitFor(() => expect(submit()).toBeEnabled())
    // A disabled button loses the focus; with the keyboard one tries again from here.
    expect(submit()).toHaveFocus()
  })
})

describe('a login that is refused', () => {
  const neutral = "The email or password isn't correct, or this account can't use the console."
  const problem = (status: number, code: string) => ({ status, code, title: 'No' })

  test.each([
    ['wrong credentials', { status: 401, body: problem(401, 'refused') }, neutral],
    ['a plain 401', { status: 401 }, neutral],
    [
      'too many tries',
      { status: 429, body: problem(429, 'throttled'), headers: { 'retry-after': '8' } },
      'Too many attempts. Try again in 8 seconds.',
    ],
    [
      'a platform that does not answer',
      { status: 502, body: problem(502, 'unreachable') },
      "The platform isn't responding, so you can't sign in right now. Try again in a moment.",
    ],
  ])('%s: says so, and keeps what was typed', async (_, reply, sentence) => {
    const platform = memoryPlatform()
    platform.replies.set('POST /auth/login', reply)
    const { signIn, actors } = await openSignIn('/', platform)
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(email()).toHaveValue('ann@example.com')
    expect(password()).toHaveValue(' secret ')
    expect(actors.session.getSnapshot().context.user).toBeNull()
  })

  test('spec.md section 6: a user whose sIdentifier is not 1 does not come in', async () => {
    const platform = memoryPlatform()
    platform.replies.set('POST /auth/login', {
      status: 200,
      body: { user: { ...operator, sIdentifier: 2 }, permissions: [] },
    })
    const { signIn, actors } = await openSignIn('/', platform)
    await signIn()
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(actors.session.getSnapshot().context.user).toBeNull()
  })

  test('a console that cannot be reached says to check the connection', async () => {
    const platform = memoryPlatform()
    platform.replies.set('POST /auth/login', () => {
      throw new TypeError('Failed to fetch')
    })
    const { signIn } = await openSignIn('/', platform)
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "We couldn't reach the console. Check your connection, then try again.",
    )
  })
})

describe('spec.md section 5 and screens.md, "Every form"', () => {
  test('what is missing is said under its field, the first one has the focus, nothing is sent', async () => {
    const { user, platform } = await openSignIn()
    await user.click(submit())
    expect(await screen.findByText('Password is a required field')).toBeVisible()
    expect(email()).toHaveAccessibleDescription('Email is a required field')
    expect(password()).toHaveAccessibleDescription('Password is a required field')
    await waitFor(() => expect(email()).toHaveFocus())
    expect(platform.writes()).toEqual([])
  })

  test('the focus goes to the password when it is the first that is wrong', async () => {
    const { user } = await openSignIn()
    await user.type(email(), 'ann@example.com')
    await user.click(submit())
    await waitFor(() => expect(password()).toHaveFocus())
    expect(email()).toBeValid()
  })

  test('fields are checked on blur and on change, not on input', async () => {
    const { user } = await openSignIn()
    await user.type(email(), 'ann')
    expect(email()).not.toHaveAttribute('aria-invalid')
    await user.tab()
    expect(email()).toHaveAccessibleDescription('Email is not valid.')
    await user.type(email(), '@example.com')
    await user.tab()
    expect(email()).toBeValid()
  })
})
