import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'

const getEmailInput = () => screen.getByRole('textbox', { name: 'Email' })
const getPasswordInput = () => screen.getByLabelText('Password')
const getSubmitButton = () => screen.getByRole('button', { name: 'Sign in' })

async function openSignIn(path = '/', platform = createMemoryPlatform()) {
  if (!platform.replies.has('POST /auth/login'))
    platform.replies.set('POST /auth/login', {
      status: 200,
      body: { user: operator, permissions: ['Sizes'] },
    })
  const view = await renderConsole(path, { platform, signedOut: true })
  await screen.findByRole('heading', { name: 'Sign in' })
  return {
    ...view,
    async signIn() {
      await view.user.type(getEmailInput(), ' ann@example.com ')
      await view.user.type(getPasswordInput(), ' secret ')
      await view.user.click(getSubmitButton())
    },
  }
}

describe('screens.md, Login', () => {
  test('signs in with what was typed and opens the dashboard', async () => {
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

  test('opens the page that was requested', async () => {
    const { signIn, address } = await openSignIn('/sizes?search=large')
    expect(screen.getByText('Sign in to continue to the page you requested.')).toBeVisible()
    await signIn()
    expect(await screen.findByRole('heading', { level: 1, name: 'Sizes' })).toBeVisible()
    expect(address()).toBe('/sizes?search=large')
  })

  test('ignores a ?next= URL of another site', async () => {
    const { signIn, address } = await openSignIn('/?next=//evil.example')
    await signIn()
    await waitFor(() => expect(address()).toBe('/dashboard'))
  })

  test('shows the password when asked to', async () => {
    const { user } = await openSignIn()
    await user.type(getPasswordInput(), 'secret')
    expect(getPasswordInput()).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('checkbox', { name: 'Show password' }))
    expect(getPasswordInput()).toHaveAttribute('type', 'text')
    expect(getPasswordInput()).toHaveValue('secret')
  })

  test('while it signs in, the button is disabled and shows "Processing"', async () => {
    const platform = createMemoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number }>()
    platform.replies.set('POST /auth/login', () => promise)
    const { signIn } = await openSignIn('/', platform)
    await signIn()
    expect(screen.getByRole('button', { name: 'Processing' })).toBeDisabled()
    resolve({ status: 401 })
    await waitFor(() => expect(getSubmitButton()).toBeEnabled())
    // A disabled button loses the focus, and keyboard users retry from here.
    expect(getSubmitButton()).toHaveFocus()
  })
})

describe('Rejected sign-in', () => {
  const neutral = "The email or password isn't correct, or this account can't use the console."
  const buildProblem = (status: number, code: string) => ({ status, code, title: 'No' })

  test.each([
    ['wrong credentials', { status: 401, body: buildProblem(401, 'refused') }, neutral],
    ['a plain 401', { status: 401 }, neutral],
    [
      'too many attempts',
      { status: 429, body: buildProblem(429, 'throttled'), headers: { 'retry-after': '8' } },
      'Too many attempts. Try again in 8 seconds.',
    ],
    [
      'an unreachable platform',
      { status: 502, body: buildProblem(502, 'unreachable') },
      "The platform isn't responding, so you can't sign in right now. Try again in a moment.",
    ],
  ])('%s: shows an error and keeps what was typed', async (_, reply, sentence) => {
    const platform = createMemoryPlatform()
    platform.replies.set('POST /auth/login', reply)
    const { signIn, actors } = await openSignIn('/', platform)
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(getEmailInput()).toHaveValue('ann@example.com')
    expect(getPasswordInput()).toHaveValue(' secret ')
    expect(actors.session.getSnapshot().context.user).toBeNull()
  })

  test("spec.md section 6: a user whose sIdentifier is not 1 can't sign in", async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('POST /auth/login', {
      status: 200,
      body: { user: { ...operator, sIdentifier: 2 }, permissions: [] },
    })
    const { signIn, actors } = await openSignIn('/', platform)
    await signIn()
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(actors.session.getSnapshot().context.user).toBeNull()
  })

  test('an unreachable console suggests checking the connection', async () => {
    const platform = createMemoryPlatform()
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
  test('missing values show errors at their fields, the first gets the focus, and nothing is sent', async () => {
    const { user, platform } = await openSignIn()
    await user.click(getSubmitButton())
    expect(await screen.findByText('Password is a required field')).toBeVisible()
    expect(getEmailInput()).toHaveAccessibleDescription('Email is a required field')
    expect(getPasswordInput()).toHaveAccessibleDescription('Password is a required field')
    await waitFor(() => expect(getEmailInput()).toHaveFocus())
    expect(platform.writes()).toEqual([])
  })

  test('the focus goes to the password if it is the first invalid field', async () => {
    const { user } = await openSignIn()
    await user.type(getEmailInput(), 'ann@example.com')
    await user.click(getSubmitButton())
    await waitFor(() => expect(getPasswordInput()).toHaveFocus())
    expect(getEmailInput()).toBeValid()
  })

  test('fields are validated on blur and on change, not on input', async () => {
    const { user } = await openSignIn()
    await user.type(getEmailInput(), 'ann')
    expect(getEmailInput()).not.toHaveAttribute('aria-invalid')
    await user.tab()
    expect(getEmailInput()).toHaveAccessibleDescription('Email is not valid.')
    await user.type(getEmailInput(), '@example.com')
    await user.tab()
    expect(getEmailInput()).toBeValid()
  })
})
