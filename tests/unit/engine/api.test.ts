import * as fc from 'fast-check'
import { number, type } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { ApiError, parseResponse, toApiError } from '#shared/engine/api.ts'

describe('an answer of 400 or more as a failure', () => {
  test('keeps what a platform says in problem+json', () => {
    const problem = {
      status: 422,
      title: 'Not valid',
      code: 'invalid',
      requestId: 'r-1',
      fields: { code: 'Code is taken' },
    }
    const failure = toApiError(422, problem, 8)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure.problem).toEqual(problem)
    expect(failure.status).toBe(422)
    expect(failure.retryAfter).toBe(8)
  })

  test.each([
    [400, 'bad_request'],
    [401, 'signed_out'],
    [403, 'forbidden'],
    [404, 'not_offered'],
    [405, 'not_offered'],
    [409, 'conflict'],
    [413, 'too_large'],
    [415, 'unsupported_type'],
    [422, 'invalid'],
    [429, 'throttled'],
    [500, 'internal'],
    [502, 'unreachable'],
    [503, 'busy'],
    [504, 'timeout'],
    [418, 'internal'],
  ])('goes by the status where a platform says nothing: %i is %s', (status, code) => {
    for (const body of [undefined, null, '<html>', {}, { message: 'no' }, { status: 200 }])
      expect(toApiError(status, body).problem).toMatchObject({ status, code })
  })

  test('does not believe a problem that names another status', () => {
    const body = { status: 200, title: 'Fine', code: 'fine' }
    expect(toApiError(500, body).problem.code).toBe('internal')
  })

  test('whatever the body, it is a failure of that status with a code', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.anything(), (status, body) => {
        const failure = toApiError(status, body)
        expect(failure.status).toBe(status)
        expect(typeof failure.problem.code).toBe('string')
      }),
    )
  })
})

describe('an answer is checked once, at the border', () => {
  const Counted = type({ count: number() })

  test('what was agreed passes, further fields included', () => {
    const body = { count: 3, more: true }
    expect(parseResponse(Counted, body)).toBe(body)
  })

  test.each([undefined, null, [], 'count', { count: '3' }])('%j is a 502', (body) => {
    expect(() => parseResponse(Counted, body)).toThrow(
      expect.objectContaining({ status: 502, message: '502 bad_answer' }),
    )
  })
})
