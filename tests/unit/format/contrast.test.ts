import { wcagContrast } from 'culori'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateContrast } from '#shared/format/contrast.ts'

// Values of WCAG 2's own examples and of common contrast checkers.
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#ff0000', '#ffffff', 3.998],
  ['#777777', '#ffffff', 4.478],
  ['#767676', '#ffffff', 4.542],
  ['#0000FF', '#FFFFFF', 8.592],
  ['#ffff00', '#ffffff', 1.074],
  ['#008000', '#ffffff', 5.138],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(calculateContrast(one, other)).toBeCloseTo(contrast, 2)
  expect(calculateContrast(other, one)).toBe(calculateContrast(one, other))
})

test('the contrast of any two colors is the one that culori computes', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, color, (one, other) => {
      expect(calculateContrast(one, other)).toBeCloseTo(wcagContrast(one, other), 10)
    }),
  )
})
