import fc from 'fast-check'
import { object, string, type } from 'superstruct'
import { expect, test } from 'vitest'
import { ApiError, parseResponse, toApiError } from '#shared/engine/api.ts'
import { is } from '#shared/engine/is.ts'

const unprintable: unknown = JSON.parse('{"name":{"toString":[]}}')

test('a value that cannot become text does not match, and throws no error', () => {
  expect(is(unprintable, type({ name: string() }))).toBe(false)
})

test('an answer with such a value is a bad answer, and such a problem is ignored', () => {
  expect(() => parseResponse(type({ name: string() }), unprintable)).toThrow(ApiError)
  expect(toApiError(422, { status: 422, title: { toString: [] } }).problem.code).toBe('invalid')
})

test('checking any JSON never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(typeof is(value, object({ toString: string() }))).toBe('boolean')
    }),
  )
})
