import { expect, test } from 'vitest'
import { computeLots } from '#server/platform/areas/credits/lots.ts'

const entry = (
  id: number,
  amount: number,
  expiresAt: string | null = null,
  reverses: number | null = null,
) => ({
  id,
  amount,
  expiresAt,
  reverses,
})
const left = (entries: Parameters<typeof computeLots>[0]) =>
  computeLots(entries).map(({ entryId: entry, remaining: left }) => [entry, left])

test('what expires first is spent first, what never expires last', () => {
  expect(
    left([entry(1, 10), entry(2, 10, '2026-03'), entry(3, 10, '2026-02'), entry(4, -15)]),
  ).toEqual([
    [1, 10],
    [2, 5],
  ])
})

test('what was spent before a lot was there is not taken from it', () => {
  expect(left([entry(1, 10), entry(2, -10), entry(3, 10, '2026-01')])).toEqual([[3, 10]])
})

test('what a reversal gives back goes where it was taken from, and expires with it', () => {
  const spent = [entry(1, 10, '2026-01'), entry(2, 10, '2026-02'), entry(3, 10), entry(4, -15)]
  expect(computeLots([...spent, entry(5, 15, null, 4)])).toEqual([
    { entryId: 1, remaining: 10, expiresAt: '2026-01' },
    { entryId: 2, remaining: 10, expiresAt: '2026-02' },
    { entryId: 3, remaining: 10, expiresAt: null },
  ])
  expect(left([...spent, entry(5, -8), entry(6, 15, null, 4)])).toEqual([
    [1, 10],
    [2, 5],
    [3, 7],
  ])
})

test('what was taken from no lot that is known is one of its own when it is given back', () => {
  expect(left([entry(1, 5), entry(2, -15), entry(3, 15, null, 2)])).toEqual([
    [1, 5],
    [3, 10],
  ])
})

test('what is taken back is taken from what it takes back', () => {
  expect(left([entry(1, 10, '2026-01'), entry(2, 20), entry(3, -20, null, 2)])).toEqual([[1, 10]])
})
