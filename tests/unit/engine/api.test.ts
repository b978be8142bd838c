import * as fc from 'fast-check'
import { number, type } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { ApiError, parseResponse, toApiError } from '#shared/engine/api.ts'

describe('Answers of 400 or more', () => {
  test("keep the platform's problem+json", () => {
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
  ])('get a code by their status if they have no problem: %i is %s', (status, code) => {
    for (const body of [undefined, null, '<html>', {}, { message: 'no' }, { status: 200 }])
      expect(toApiError(status, body).problem).toMatchObject({ status, code })
  })

  test('ignore a problem with another status', () => {
    const body = { status: 200, title: 'Fine', code: 'fine' }
    expect(toApiError(500, body).problem.code).toBe('internal')
  })

  test('become an error with their status and a code, whatever the body', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), fc.anything(), (status, body) => {
        const failure = toApiError(status, body)
        expect(failure.status).toBe(status)
        expect(typeof failure.problem.code).toBe('string')
      }),
    )
  })
})

describe('Parsed answers', () => {
  const Counted = type({ count: number() })

  test('pass with extra fields if they are valid', () => {
    const body = { count: 3, more: true }
    expect(parseResponse(Counted, body)).toBe(body)
  })

  test.each([undefined, null, [], 'count', { count: '3' }])(
    'fail with 502 if they are %j',
    (body) => {
      expect(() => parseResponse(Counted, body)).toThrow(
        expect.objectContaining({ status: 502, message: '502 bad_answer' }),
      )
    },
  )
})
