import fc from 'fast-check'
import { object, string, type } from 'superstruct'
import { expect, test } from 'vitest'
import { ApiError, parseResponse, toApiError } from '#shared/engine/api.ts'
import { is } from '#shared/engine/is.ts'

const unwritable: unknown = JSON.parse('{"name":{"toString":[]}}')

test('a value that cannot be written as text is no match, rather than an error', () => {
  expect(is(unwritable, type({ name: string() }))).toBe(false)
})

test('an answer with such a value is a bad answer, and a refusal with it a plain refusal', () => {
  expect(() => parseResponse(type({ name: string() }), unwritable)).toThrow(ApiError)
  expect(toApiError(422, { status: 422, title: { toString: [] } }).problem.code).toBe('invalid')
})

test('asking about any JSON never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(typeof is(value, object({ toString: string() }))).toBe('boolean')
    }),
  )
})
