import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeAxis } from '#client/ui/charts/series.ts'

describe('Chart axis', () => {
  test.each([
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [3, [0, 1, 2, 3]],
    [12, [0, 2, 4, 6, 8, 10, 12]],
    [69, [0, 20, 40, 60, 80]],
    [577, [0, 200, 400, 600]],
    [1059, [0, 200, 400, 600, 800, 1000, 1200]],
    [23_000, [0, 5000, 10_000, 15_000, 20_000, 25_000]],
  ])('up to %d has round numbers', (most, values) => {
    const axis = computeAxis(most, 4)
    expect(axis.most).toBe(values.at(-1))
    expect(axis.values.map((value) => Number(value.toFixed(6)))).toEqual(values)
  })

  test('covers every number with 3 to 7 lines', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (most) => {
        const axis = computeAxis(most, 4)
        expect(axis.most).toBeGreaterThanOrEqual(most)
        expect(axis.values.at(-1)).toBeCloseTo(axis.most)
        expect(axis.values.length).toBeGreaterThanOrEqual(3)
        expect(axis.values.length).toBeLessThanOrEqual(7)
      }),
    )
  })
})
