import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'

const problem = { status: 401, title: 'No' }
const demand = { methods: ['totp', 'recovery'], options: null, setup: null }

/** Enters a correct password of an account that has a second factor. */
async function openSecondStep(secondFactor: object = demand) {
  const platform = createMemoryPlatform()
  const code = 'second_factor_required'
  platform.replies.set('POST /auth/login', {
    status: 401,
    body: { ...problem, code, secondFactor },
  })
  platform.replies.set('POST /auth/secondFactor', {
    status: 200,
    body: { user: operator, permissions: ['Sizes'] },
  })
  platform.replies.set('POST /auth/secondFactor/cancel', { status: 204 })
  const view = await renderConsole('/?next=%2Fsizes', { platform, signedOut: true })
  await view.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ann@example.com')
  await view.user.type(screen.getByLabelText('Password'), 'secret')
  await view.user.click(screen.getByRole('button', { name: 'Sign in' }))
  return { ...view, platform }
}

test('the code of the app completes the sign-in and opens the requested page', async () => {
  const { user, platform, address } = await openSecondStep()
  expect(await screen.findByRole('heading', { name: 'Authenticator app' })).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '123 456')
  await user.click(screen.getByRole('button', { name: 'Confirm code' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Sizes' })).toBeVisible()
  expect(address()).toBe('/sizes')
  expect(platform.writes().at(-1)?.body).toEqual({ method: 'totp', code: '123 456' })
})

test('a wrong code says why at its field, and another way can be chosen', async () => {
  const { user, platform } = await openSecondStep()
  const body = { ...problem, code: 'wrong_factor' }
  platform.replies.set('POST /auth/secondFactor', { status: 401, body })
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '000000')
  await user.click(screen.getByRole('button', { name: 'Confirm code' }))
  expect(await screen.findByText(/^The code isn't correct, or it was used before\./)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Use a recovery code' }))
  expect(await screen.findByRole('heading', { name: 'Recovery code' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use recovery code' }))
  expect(await screen.findByText('Recovery code is a required field')).toBeVisible()
})

test('an expired sign-in leads back to the password', async () => {
  const { user, platform } = await openSecondStep()
  const body = { ...problem, code: 'challenge_expired' }
  platform.replies.set('POST /auth/secondFactor', { status: 401, body })
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '000000')
  await user.click(screen.getByRole('button', { name: 'Confirm code' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await screen.findByRole('alert')).toHaveTextContent('Sign in again.')
})

test('canceling leads back to the password', async () => {
  const { user } = await openSecondStep()
  await user.click(await screen.findByRole('button', { name: 'Cancel sign-in' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('users who lost everything read who can help', async () => {
  const { user } = await openSecondStep()
  await user.click(await screen.findByRole('link', { name: 'I lost my device and recovery codes' }))
  expect(await screen.findByText(/ask an admin to reset your second factors/)).toBeVisible()
})

test('an account that needs a factor first gets a QR code and a key', async () => {
  const setup = { secret: 'JBSWY3DPEHPK3PXP', qrCode: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
  await openSecondStep({ methods: [], options: null, setup })
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
})
