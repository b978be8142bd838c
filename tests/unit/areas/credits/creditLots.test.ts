import { expect, test } from 'vitest'
import { computeLots } from '#server/platform/areas/credits/lots.ts'

const buildEntry = (
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
const listRemaining = (entries: Parameters<typeof computeLots>[0]) =>
  computeLots(entries).map(({ entryId, remaining }) => [entryId, remaining])

test('debits spend the lots that expire first, and lots without expiration last', () => {
  expect(
    listRemaining([
      buildEntry(1, 10),
      buildEntry(2, 10, '2026-03'),
      buildEntry(3, 10, '2026-02'),
      buildEntry(4, -15),
    ]),
  ).toEqual([
    [1, 10],
    [2, 5],
  ])
})

test('a debit takes nothing from a lot that was issued later', () => {
  expect(
    listRemaining([buildEntry(1, 10), buildEntry(2, -10), buildEntry(3, 10, '2026-01')]),
  ).toEqual([[3, 10]])
})

test('reversing a debit restores the lots it was taken from, with their expiration', () => {
  const debited = [
    buildEntry(1, 10, '2026-01'),
    buildEntry(2, 10, '2026-02'),
    buildEntry(3, 10),
    buildEntry(4, -15),
  ]
  expect(computeLots([...debited, buildEntry(5, 15, null, 4)])).toEqual([
    { entryId: 1, remaining: 10, expiresAt: '2026-01' },
    { entryId: 2, remaining: 10, expiresAt: '2026-02' },
    { entryId: 3, remaining: 10, expiresAt: null },
  ])
  expect(listRemaining([...debited, buildEntry(5, -8), buildEntry(6, 15, null, 4)])).toEqual([
    [1, 10],
    [2, 5],
    [3, 7],
  ])
})

test('reversing a debit that exceeded the lots creates a lot for the excess', () => {
  expect(listRemaining([buildEntry(1, 5), buildEntry(2, -15), buildEntry(3, 15, null, 2)])).toEqual(
    [
      [1, 5],
      [3, 10],
    ],
  )
})

test("reversing a credit takes the amount from that credit's lot", () => {
  expect(
    listRemaining([buildEntry(1, 10, '2026-01'), buildEntry(2, 20), buildEntry(3, -20, null, 2)]),
  ).toEqual([[1, 10]])
})
