import { expect, test } from 'vitest'
import { assertBodyComplexity } from '#server/platform/core/http/bodyComplexity.ts'

const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)])

test.each([
  ['a number', 1],
  ['null', null],
  ['no body', undefined],
  ['10 levels', nest(10)],
  ['50,000 values', Array(50_000).fill(0)],
  ['20,000 IDs', { ids: Array.from({ length: 20_000 }, (_, id) => id) }],
  ['200 records', { records: Array.from({ length: 200 }, () => ({ a: [1, 2, 3], b: {} })) }],
])('%s can be the body of a call', (_what, body) => {
  expect(() => assertBodyComplexity(body)).not.toThrow()
})

test.each([
  ['11 levels', nest(11), 'The body is nested more than 10 levels deep.'],
  [
    '10,000 levels',
    JSON.parse('['.repeat(10_000) + ']'.repeat(10_000)),
    'more than 10 levels deep',
  ],
  ['50,001 values', Array(50_001).fill(0), 'The body has more than 50,000 values.'],
  ['501 names', Object.fromEntries(Array.from({ length: 501 }, (_, at) => [at, 1])), '500 fields'],
  ['a name of 201 letters', [{ ['x'.repeat(201)]: 1 }], 'longer than 200 characters'],
  ['many small lists', Array.from({ length: 30_000 }, () => [1]), 'Send them in several calls.'],
])('%s cannot be the body of a call', (_what, body, text) => {
  expect(() => assertBodyComplexity(body)).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ status: 400, detail: expect.stringContaining(text) }),
    }),
  )
})
