import { describe, expect, it } from 'vitest'
import { closingLine, passedOnRetry, tallyOf } from '#scripts/report.mjs'

const file = (status: string, ...statuses: string[]) => ({
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
})

describe('the tally of a run', () => {
  it('counts tests by their outcome', () => {
    const report = {
      testResults: [
        file('passed', 'passed', 'passed', 'skipped', 'todo'),
        file('failed', 'failed', 'passed'),
      ],
    }
    expect(tallyOf(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('is green when every test passed and vitest says so', () => {
    expect(tallyOf({ testResults: [file('passed', 'passed')] }, 0).failed).toBe(0)
  })

  it('counts a file that does not load as one failure', () => {
    const report = { testResults: [file('passed', 'passed'), file('failed')] }
    expect(tallyOf(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('is not green when vitest fails although every test passed', () => {
    expect(tallyOf({ testResults: [file('passed', 'passed')] }, 1).failed).toBe(1)
  })

  it('is not green without a report', () => {
    expect(tallyOf(null, 0).failed).toBe(1)
  })

  it.each([
    ['there are no tests', { testResults: [] }],
    ['all are skipped', { testResults: [file('passed', 'skipped')] }],
  ])('is not green when %s', (_case, report) => {
    expect(tallyOf(report, 0).failed).toBe(1)
  })
})

it('names the tests that passed only when they were tried again', () => {
  const outcome = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    outcome('at once', 'passed'),
    outcome('later', 'passed', 'late'),
    outcome('never', 'failed', 'wrong', 'wrong'),
  ]
  expect(passedOnRetry({ testResults: [{ status: 'failed', assertionResults }] })).toEqual([
    'later',
  ])
})

it('ends a run with how many passed and failed', () => {
  expect(closingLine({ passed: 412, failed: 0 })).toBe('412 passed, 0 failed')
})
