import { describe, expect, test } from 'vitest'
import {
  buildPasswordChangedUrl,
  handlePasswordForm,
  getPasswordFormInput,
} from '#server/console/render/passwordForm.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const visitor = { token: 't', storeId: '1', userId: '7' }
const typed = { currentPassword: 'old one', password: 'new one', confirmPassword: 'new one' }

/** The form as a browser without JavaScript sends it, and what the platform was asked. */
async function post(
  fields: Record<string, string>,
  {
    refusal,
    search = '?password',
  }: {
    refusal?: ApiError
    search?: string
  } = {},
) {
  const calls: Parameters<Api['send']>[0][] = []
  const api: Api = {
    async send(call) {
      calls.push(call)
      if (refusal) throw refusal
      return { status: 200, body: {}, headers: new Headers() }
    },
  }
  const request = new Request(`http://console/stickers${search}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return { calls, outcome: await handlePasswordForm(request, api, visitor) }
}

const refusal = (status: number, fields?: Record<string, string>) =>
  new ApiError({ status, title: 'No', code: 'wrong_password', ...(fields && { fields }) }, 7)

const empty = { currentPassword: '', password: '', confirmPassword: '' }

describe('the Reset Password form, sent without JavaScript', () => {
  test('changes the password under the key of the form', async () => {
    const { calls, outcome } = await post({ ...typed, resetPassword: 'change', writeKey: 'k1' })
    expect(outcome).toEqual({ changed: true, status: 303 })
    expect(calls).toEqual([
      {
        method: 'PUT',
        path: '/users/changePassword',
        body: {
          id: '7',
          currentPassword: 'old one',
          new_password: 'new one',
          confirmPassword: 'new one',
        },
        idempotencyKey: 'k1',
      },
    ])
  })

  test('with errors is refused at the fields before the platform is asked; passwords are in no answer', async () => {
    const values = { currentPassword: '', password: 'a', confirmPassword: 'b' }
    const { calls, outcome } = await post({ ...values, resetPassword: 'change' })
    expect(calls).toEqual([])
    expect(outcome).toEqual({
      changed: false,
      status: 422,
      form: {
        values: empty,
        errors: {
          currentPassword: 'Current password is a required field',
          confirmPassword: "The passwords don't match.",
        },
        revealed: false,
      },
    })
  })

  test('shows what the platform refuses at its field', async () => {
    const fields = { currentPassword: 'Wrong.', new_password: 'Too short.' }
    const { outcome } = await post(
      { ...typed, resetPassword: 'change' },
      { refusal: refusal(422, fields) },
    )
    expect(outcome).toMatchObject({
      status: 422,
      form: { values: empty, errors: { currentPassword: 'Wrong.', password: 'Too short.' } },
    })
    expect(outcome?.failure).toBeUndefined()
  })

  test('says what else went wrong as a notification, with its status', async () => {
    const { outcome } = await post({ ...typed, resetPassword: 'change' }, { refusal: refusal(502) })
    expect(outcome).toMatchObject({
      status: 502,
      retryAfter: 7,
      form: { values: empty },
      failure: { type: 'error', title: "Your password wasn't changed.", timeout: false },
    })
  })

  test('Generate Password fills both fields and shows them, but not what was typed', async () => {
    const { calls, outcome } = await post({ ...typed, resetPassword: 'generate' })
    const { values, revealed, errors } = outcome?.form ?? {}
    expect(calls).toEqual([])
    expect([outcome?.status, revealed, errors]).toEqual([200, true, {}])
    expect(values?.password).toMatch(/^[A-Za-z0-9=+\-^?!%&*$#@|]{15}$/)
    expect(values).toEqual({
      currentPassword: '',
      password: values?.password,
      confirmPassword: values?.password,
    })
  })

  test.each([
    ['the form of a page below the modal', { intent: 'create', name: 'A' }, '?create&password'],
    ['an address without the modal', { ...typed, resetPassword: 'change' }, '?create'],
  ])('leaves %s to the page', async (_, fields, search) => {
    expect(await post(fields, { search })).toEqual({ calls: [], outcome: null })
  })
})

test('the page after it is the one below, with the outcome', () => {
  expect(buildPasswordChangedUrl('/stickers?sort=-name&password')).toBe(
    '/stickers?sort=-name&notice=password-changed',
  )
  expect(buildPasswordChangedUrl('/stickers?password')).toBe('/stickers?notice=password-changed')
})

test('only an address that opens the modal carries its form, with a key of its own each time', () => {
  expect(getPasswordFormInput('/stickers', null)).toBeNull()
  const keys = [1, 2].map(() => getPasswordFormInput('/stickers?password', null)?.writeKey)
  expect(new Set(keys).size).toBe(2)
})
