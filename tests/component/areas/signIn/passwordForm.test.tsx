import { describe, expect, test } from 'vitest'
import {
  buildPasswordChangedUrl,
  handlePasswordForm,
  getPasswordFormInput,
} from '#server/console/render/passwordForm.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const visitor = { token: 't', storeId: '1', userId: '7' }
const validValues = { currentPassword: 'old one', password: 'new one', confirmPassword: 'new one' }

/** Submits the form as a browser without JavaScript does and records the platform calls. */
async function submitForm(
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

const buildApiError = (status: number, fields?: Record<string, string>) =>
  new ApiError({ status, title: 'No', code: 'wrong_password', ...(fields && { fields }) }, 7)

const empty = { currentPassword: '', password: '', confirmPassword: '' }

describe('The Reset Password form without JavaScript', () => {
  test("changes the password with the form's idempotency key", async () => {
    const { calls, outcome } = await submitForm({
      ...validValues,
      resetPassword: 'change',
      writeKey: 'k1',
    })
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

  test('rejects invalid input before calling the platform and returns no passwords', async () => {
    const values = { currentPassword: '', password: 'a', confirmPassword: 'b' }
    const { calls, outcome } = await submitForm({ ...values, resetPassword: 'change' })
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

  test("shows the platform's errors at their fields", async () => {
    const fields = { currentPassword: 'Wrong.', new_password: 'Too short.' }
    const { outcome } = await submitForm(
      { ...validValues, resetPassword: 'change' },
      { refusal: buildApiError(422, fields) },
    )
    expect(outcome).toMatchObject({
      status: 422,
      form: { values: empty, errors: { currentPassword: 'Wrong.', password: 'Too short.' } },
    })
    expect(outcome?.failure).toBeUndefined()
  })

  test('reports other errors as a notification with their status', async () => {
    const { outcome } = await submitForm(
      { ...validValues, resetPassword: 'change' },
      { refusal: buildApiError(502) },
    )
    expect(outcome).toMatchObject({
      status: 502,
      retryAfter: 7,
      form: { values: empty },
      failure: { type: 'error', title: "Your password wasn't changed.", timeout: false },
    })
  })

  test("Generate Password fills and reveals both new passwords but doesn't return the typed one", async () => {
    const { calls, outcome } = await submitForm({ ...validValues, resetPassword: 'generate' })
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
    ['a URL without the modal', { ...validValues, resetPassword: 'change' }, '?create'],
  ])('leaves %s to the page', async (_, fields, search) => {
    expect(await submitForm(fields, { search })).toEqual({ calls: [], outcome: null })
  })
})

test('success redirects to the page below the modal with a notice', () => {
  expect(buildPasswordChangedUrl('/stickers?sort=-name&password')).toBe(
    '/stickers?sort=-name&notice=password-changed',
  )
  expect(buildPasswordChangedUrl('/stickers?password')).toBe('/stickers?notice=password-changed')
})

test('only a URL that opens the modal gets the form, with a new key each time', () => {
  expect(getPasswordFormInput('/stickers', null)).toBeNull()
  const keys = [1, 2].map(() => getPasswordFormInput('/stickers?password', null)?.writeKey)
  expect(new Set(keys).size).toBe(2)
})
