/**
 * @typedef {object} VitestReport the part that is counted
 * @property {{ status: string, assertionResults: TestResult[] }[]} testResults one per file
 */

/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} TestResult */
/** @typedef {{ passed: number, failed: number, skipped: number }} TestCounts */

/**
 * Counts the results. A failure outside a test counts as one: a file that can't be loaded, or a run
 * without a report or tests.
 * @param {VitestReport | null} report @param {number} exitCode @returns {TestCounts}
 */
export function countResults(report, exitCode) {
  const files = report?.testResults ?? []
  const statuses = files.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  )
  const countStatus = (/** @type {string} */ status) => statuses.filter((s) => s === status).length
  const brokenFiles = files.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  const passed = countStatus('passed')
  const failed = countStatus('failed') + brokenFiles.length
  const isUnexplained = failed === 0 && (exitCode !== 0 || passed === 0)
  return {
    passed,
    failed: isUnexplained ? 1 : failed,
    skipped: statuses.length - passed - countStatus('failed'),
  }
}

/**
 * Returns the tests that passed only on retry, because of a flaky test or a rare bug.
 * @param {VitestReport | null} report
 */
export const findRetriedTests = (report) =>
  (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName = '' }) => fullName)

/** Returns the last line of a run. @param {Pick<TestCounts, 'passed' | 'failed'>} counts */
export function formatCounts({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}
