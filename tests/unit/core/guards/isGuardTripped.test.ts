import { expect, test } from 'vitest'
import { isGuardTripped } from '#server/platform/core/guards/isGuardTripped.ts'

test.each([
  [{ actual: 4, normal: 0, percent: 0 }, false],
  [{ actual: 5, normal: 0, percent: 0 }, true],
  [{ actual: 15, normal: 10, percent: 50 }, false],
  [{ actual: 16, normal: 10, percent: 50 }, true],
  [{ actual: 10, normal: 10, percent: 0 }, false],
])('%j stops a change: %s', (measurement, isTripped) => {
  expect(isGuardTripped(measurement)).toBe(isTripped)
})
