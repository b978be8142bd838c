import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const path = '/account?section=secondFactor'
const nothing = { totp: null, passkeys: [], recoveryCodes: 0, required: false, dueAt: null }
const passkey = { id: 3, name: 'Work laptop', backedUp: true, createdAt: '2026-11-01T00:00:00Z' }
const codes = ['abcde-fghjk', 'mnpqr-stuvw']

async function openFactors(factors: object = {}) {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /account/factors', { status: 200, body: { ...nothing, ...factors } })
  const view = await renderConsole(path, { platform })
  await screen.findByRole('heading', { name: 'Authenticator app' })
  return { ...view, platform }
}

test('sets up an authenticator app and shows the recovery codes once', async () => {
  const { user, platform } = await openFactors()
  const uri = 'otpauth://totp/Console:ann%40example.com?secret=JBSWY3DPEHPK3PXP'
  platform.replies.set('POST /account/totp', {
    status: 200,
    body: { secret: 'JBSWY3DPEHPK3PXP', uri },
  })
  platform.replies.set('POST /account/totp/confirmation', {
    status: 200,
    body: { recoveryCodes: codes },
  })
  await user.click(screen.getByRole('button', { name: 'Set up app' }))
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Code from the app' }), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm code' }))
  expect(await screen.findByText('abcde-fghjk')).toBeVisible()
  expect(platform.writes().at(-1)?.body).toEqual({ code: '123456' })
})

test('shows what the account has, and removes a passkey', async () => {
  const { user, platform } = await openFactors({
    passkeys: [{ ...passkey, lastUsedAt: null }],
    recoveryCodes: 1,
  })
  expect(screen.getByText('Work laptop')).toBeVisible()
  expect(screen.getByText(/^1 recovery code is left\./)).toBeVisible()
  platform.replies.set('DELETE /account/passkeys/3', { status: 204 })
  await user.click(screen.getByRole('button', { name: 'Remove passkey Work laptop' }))
  expect(await screen.findByText('Second factor removed')).toBeVisible()
})

test('renames a passkey, and keeps what was entered if it is rejected', async () => {
  const { user, platform } = await openFactors({ passkeys: [{ ...passkey, lastUsedAt: null }] })
  const details = screen.getByText('Rename')
  await user.click(details)
  const field = screen.getByLabelText('New name')
  expect(field).toHaveValue('Work laptop')
  platform.replies.set('PATCH /account/passkeys/3', {
    status: 422,
    body: {
      status: 422,
      code: 'invalid',
      title: 'No',
      fields: { name: 'Name is a required field' },
    },
  })
  await user.clear(field)
  await user.type(field, '  ')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  expect(await screen.findByText('Name is a required field')).toBeVisible()
  platform.replies.set('PATCH /account/passkeys/3', { status: 204 })
  await user.type(screen.getByLabelText('New name'), 'Old laptop')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  expect(await screen.findByText('Passkey renamed')).toBeVisible()
  expect(JSON.stringify(platform.writes().at(-1)?.body)).toContain('Old laptop')
})

test('says that passkeys need a host name', async () => {
  await openFactors()
  expect(screen.getByText(/Passkeys don't work at an IP address/)).toBeVisible()
})

test('asks for a confirmation when a call needs it, and then repeats the call', async () => {
  const { user, platform } = await openFactors({
    totp: { confirmedAt: '2026-11-01T00:00:00Z' },
    recoveryCodes: 2,
  })
  let isConfirmed = false
  platform.replies.set('POST /account/recoveryCodes', () =>
    isConfirmed
      ? { status: 200, body: { recoveryCodes: codes } }
      : { status: 403, body: { status: 403, code: 'step_up_required', title: 'No' } },
  )
  platform.replies.set('POST /auth/stepUp/options', {
    status: 200,
    body: { methods: ['totp', 'recovery'], challenge: null, options: null },
  })
  const wrong = "The code isn't correct."
  platform.replies.set('POST /auth/stepUp', () => {
    isConfirmed = JSON.stringify(platform.writes().at(-1)?.body).includes('123456')
    return isConfirmed
      ? { status: 204 }
      : {
          status: 422,
          body: { status: 422, code: 'wrong_factor', title: 'No', fields: { code: wrong } },
        }
  })
  await user.click(screen.getByRole('button', { name: 'Create new codes' }))
  const dialog = await screen.findByRole('dialog', { name: "Confirm it's you" })
  const field = await within(dialog).findByRole('textbox')
  await user.type(field, '000000')
  await user.click(within(dialog).getByRole('button', { name: 'Confirm code' }))
  expect(await within(dialog).findByText(wrong)).toBeVisible()
  await user.clear(field)
  await user.type(field, '123456')
  await user.click(within(dialog).getByRole('button', { name: 'Confirm code' }))
  expect(await screen.findByText('abcde-fghjk')).toBeVisible()
})

test('without a confirmation, the call is rejected and nothing else happens', async () => {
  const { user, platform } = await openFactors({ totp: { confirmedAt: '2026-11-01T00:00:00Z' } })
  platform.replies.set('POST /account/recoveryCodes', {
    status: 403,
    body: { status: 403, code: 'step_up_required', title: 'No', detail: 'Confirm that it is you.' },
  })
  platform.replies.set('POST /auth/stepUp/options', {
    status: 200,
    body: { methods: ['totp'], challenge: null, options: null },
  })
  await user.click(screen.getByRole('button', { name: 'Create new codes' }))
  const dialog = await screen.findByRole('dialog', { name: "Confirm it's you" })
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/Confirm that it is you\./)).toBeVisible()
})
