import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/engine/api.ts'
import type { Api, RequestOptions } from '#shared/engine/api.ts'
import {
  confirmFormStepUp,
  sendStepUpPage,
  watchForStepUp,
} from '#server/console/render/stepUpPage.ts'

const wrong = "The code isn't correct."

/** Creates a platform that accepts one code. */
function createApi() {
  const calls: RequestOptions[] = []
  const api: Api = {
    async send(call) {
      calls.push(call)
      if (call.path === '/auth/stepUp/options')
        return { status: 200, body: { methods: ['totp', 'passkey'], challenge: null, options: {} } }
      const isRight = JSON.stringify(call.body).includes('123456')
      if (isRight) return { status: 204, body: undefined }
      const problem = { status: 422, code: 'wrong_factor', title: 'No', fields: { code: wrong } }
      throw new ApiError(problem)
    },
  }
  return { api, calls }
}

const createForm = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const loadPage = (form: FormData, rejected: Parameters<typeof sendStepUpPage>[2] = null) => {
  const app = express()
  const { api } = createApi()
  const url = '/users?invite'
  app.get('/', (_req, res) => sendStepUpPage(res, { api, form, url }, rejected))
  return request(app).get('/')
}

test('keeps what was typed in hidden fields, and posts to the same page', async () => {
  const form = createForm({ people: '"Mia" <mia@example.com>' })
  form.append('groupIds', '1')
  form.append('groupIds', '2')
  const { status, text, headers } = await loadPage(form)
  expect(status).toBe(403)
  expect(text).toContain('<form method="post" action="/users?invite">')
  expect(text).toContain('name="people" value="&quot;Mia&quot; &lt;mia@example.com&gt;"')
  expect(text.match(/name="groupIds"/g)).toHaveLength(2)
  expect(text).toContain('autocomplete="one-time-code"')
  expect(text).not.toContain('<script')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('says what is wrong at its field', async () => {
  const { status, text } = await loadPage(createForm({}), { method: 'totp', error: wrong })
  expect(status).toBe(422)
  expect(text).toContain('role="alert"')
  expect(text).toContain('aria-describedby="totp-error"')
})

test('a correct code confirms, and only the form that was typed goes on', async () => {
  const { api, calls } = createApi()
  const form = createForm({ name: 'Ana', stepUpMethod: 'totp', stepUpProof: '123456' })
  expect(await confirmFormStepUp(form, api)).toBeNull()
  expect([...form]).toEqual([['name', 'Ana']])
  expect(calls).toMatchObject([{ path: '/auth/stepUp', body: { method: 'totp', code: '123456' } }])
})

test('a wrong code is an error, and what was typed stays', async () => {
  const { api } = createApi()
  const form = createForm({ name: 'Ana', stepUpMethod: 'totp', stepUpProof: '000000' })
  expect(await confirmFormStepUp(form, api)).toEqual({ method: 'totp', error: wrong })
  expect([...form]).toEqual([['name', 'Ana']])
})

test('other forms are not confirmed', async () => {
  const { api, calls } = createApi()
  expect(await confirmFormStepUp(createForm({ name: 'Ana' }), api)).toBeNull()
  expect(calls).toEqual([])
})

test('remembers that a call needs a confirmation', async () => {
  const problem = { status: 403, code: 'step_up_required', title: 'No' }
  const { api, needsStepUp } = watchForStepUp({ send: () => Promise.reject(new ApiError(problem)) })
  expect(needsStepUp()).toBe(false)
  await expect(api.send({ method: 'POST', path: '/users/invitations' })).rejects.toThrow(ApiError)
  expect(needsStepUp()).toBe(true)
})
