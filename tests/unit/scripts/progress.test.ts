import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startProgress } from '#scripts/progress.mjs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const record = (silentMs: number) => {
  const lines: string[] = []
  return { lines, ...startProgress({ silentMs, print: (line) => lines.push(line) }) }
}

test('a step is printed at once, and again every 10 seconds while it lasts', () => {
  const { lines, show, end } = record(0)
  show('Building')
  vi.advanceTimersByTime(21_000)
  end()
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([
    'Building...',
    'Building... (10 seconds so far)',
    'Building... (20 seconds so far)',
  ])
})

test('a start that takes less than 3 seconds prints nothing', () => {
  const { lines, show, end } = record(3000)
  show('Starting')
  vi.advanceTimersByTime(2900)
  end()
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
})

test('a start that takes longer prints the current step after 3 seconds, then each new one', () => {
  const { lines, show, end } = record(3000)
  show('Opening the database')
  vi.advanceTimersByTime(1000)
  show('Loading demo data')
  vi.advanceTimersByTime(2500)
  show('Creating indexes')
  end()
  expect(lines).toEqual(['Loading demo data...', 'Creating indexes...'])
})
