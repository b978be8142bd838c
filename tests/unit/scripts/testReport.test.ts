import { describe, expect, it } from 'vitest'
import { closingLine, passedOnRetry, tallyOf } from '#scripts/report.mjs'

const buildFile = (status: string, ...statuses: string[]) => ({
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
})

describe('The tally of a run', () => {
  it('counts tests by their outcome', () => {
    const report = {
      testResults: [
        buildFile('passed', 'passed', 'passed', 'skipped', 'todo'),
        buildFile('failed', 'failed', 'passed'),
      ],
    }
    expect(tallyOf(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('is green if every test and vitest passed', () => {
    expect(tallyOf({ testResults: [buildFile('passed', 'passed')] }, 0).failed).toBe(0)
  })

  it('counts a file that does not load as one failure', () => {
    const report = { testResults: [buildFile('passed', 'passed'), buildFile('failed')] }
    expect(tallyOf(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('is not green if vitest fails although every test passed', () => {
    expect(tallyOf({ testResults: [buildFile('passed', 'passed')] }, 1).failed).toBe(1)
  })

  it('is not green without a report', () => {
    expect(tallyOf(null, 0).failed).toBe(1)
  })

  it.each([
    ['there are no tests', { testResults: [] }],
    ['all are skipped', { testResults: [buildFile('passed', 'skipped')] }],
  ])('is not green if %s', (_case, report) => {
    expect(tallyOf(report, 0).failed).toBe(1)
  })
})

it('names the tests that passed only on a retry', () => {
  const buildOutcome = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    buildOutcome('at once', 'passed'),
    buildOutcome('later', 'passed', 'late'),
    buildOutcome('never', 'failed', 'wrong', 'wrong'),
  ]
  expect(passedOnRetry({ testResults: [{ status: 'failed', assertionResults }] })).toEqual([
    'later',
  ])
})

it('ends a run with the numbers of passed and failed tests', () => {
  expect(closingLine({ passed: 412, failed: 0 })).toBe('412 passed, 0 failed')
})
