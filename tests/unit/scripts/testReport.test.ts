import { describe, expect, it } from 'vitest'
import { formatCounts, findRetriedTests, countResults } from '#scripts/testReport.mjs'

const buildFile = (status: string, ...statuses: string[]) => ({
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
})

describe('The counts of a run', () => {
  it('counts tests by their status', () => {
    const report = {
      testResults: [
        buildFile('passed', 'passed', 'passed', 'skipped', 'todo'),
        buildFile('failed', 'failed', 'passed'),
      ],
    }
    expect(countResults(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  })

  it('is green if every test and vitest passed', () => {
    expect(countResults({ testResults: [buildFile('passed', 'passed')] }, 0).failed).toBe(0)
  })

  it('counts a file that does not load as one failure', () => {
    const report = { testResults: [buildFile('passed', 'passed'), buildFile('failed')] }
    expect(countResults(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })

  it('is not green if vitest fails although every test passed', () => {
    expect(countResults({ testResults: [buildFile('passed', 'passed')] }, 1).failed).toBe(1)
  })

  it('is not green without a report', () => {
    expect(countResults(null, 0).failed).toBe(1)
  })

  it.each([
    ['there are no tests', { testResults: [] }],
    ['all are skipped', { testResults: [buildFile('passed', 'skipped')] }],
  ])('is not green if %s', (_case, report) => {
    expect(countResults(report, 0).failed).toBe(1)
  })
})

it('names the tests that passed only on a retry', () => {
  const buildResult = (fullName: string, status: string, ...failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    buildResult('at once', 'passed'),
    buildResult('later', 'passed', 'late'),
    buildResult('never', 'failed', 'wrong', 'wrong'),
  ]
  expect(findRetriedTests({ testResults: [{ status: 'failed', assertionResults }] })).toEqual([
    'later',
  ])
})

it('ends a run with the numbers of passed and failed tests', () => {
  expect(formatCounts({ passed: 412, failed: 0 })).toBe('412 passed, 0 failed')
})
