import { expect, test } from 'vitest'
import { findLastResult } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'

const buildEntry = (
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
const passed = buildEntry('test', 'passed')
const running = buildEntry('test', 'running')
const failed = buildEntry('check', 'failed')

test.each([
  ['nothing if it was never tested', [buildEntry('changed', 'passed')], undefined],
  ['the last test', [buildEntry('activated', 'passed'), passed], passed],
  ['a later check that failed', [buildEntry('degraded', 'failed'), failed, passed], failed],
  ['the test if a later check passed', [buildEntry('check', 'passed'), failed, passed], passed],
  ['the running test, whatever a check finds', [failed, running, passed], running],
])('a setup shows %s', (_what, history, expected) => {
  expect(findLastResult(history)).toBe(expected)
})
