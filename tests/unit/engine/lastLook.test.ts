import { expect, test } from 'vitest'
import { findLastResult } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'

const entry = (
  what: TestHistoryEntry['what'],
  outcome: TestHistoryEntry['outcome'],
): TestHistoryEntry => ({
  id: 1,
  what,
  outcome,
  version: 1,
  actor: 'platform',
  startedAt: '2026-01-02T03:04:05.000Z',
  endedAt: null,
  sentence: null,
  steps: [],
})
const passed = entry('test', 'passed')
const running = entry('test', 'running')
const failed = entry('check', 'failed')

test.each([
  ['nothing, of what was never looked at', [entry('changed', 'passed')], undefined],
  ['the last test', [entry('activated', 'passed'), passed], passed],
  ['a check that failed since', [entry('degraded', 'failed'), failed, passed], failed],
  ['the test, where a check since passed', [entry('check', 'passed'), failed, passed], passed],
  ['the test that is under way, whatever a check finds', [failed, running, passed], running],
])('a set-up is shown by %s', (_what, history, shown) => {
  expect(findLastResult(history)).toBe(shown)
})
