/**
 * @typedef {object} VitestReport the part that is counted
 * @property {{ status: string, assertionResults: Outcome[] }[]} testResults one per file
 */

/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} Outcome */
/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * Counts the results. A failure outside a test counts as one: a file that can't be loaded, or a run
 * without a report or tests.
 * @param {VitestReport | null} report @param {number} exitCode @returns {Tally}
 */
export function tallyOf(report, exitCode) {
  const files = report?.testResults ?? []
  const statuses = files.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  )
  const count = (/** @type {string} */ status) => statuses.filter((s) => s === status).length
  const brokenFiles = files.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  const passed = count('passed')
  const failed = count('failed') + brokenFiles.length
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0)
  return {
    passed,
    failed: unexplained ? 1 : failed,
    skipped: statuses.length - passed - count('failed'),
  }
}

/**
 * Returns the tests that passed only on retry, because of a flaky test or a rare bug.
 * @param {VitestReport | null} report
 */
export const passedOnRetry = (report) =>
  (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName = '' }) => fullName)

/** Returns the last line of a run. @param {Pick<Tally, 'passed' | 'failed'>} tally */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}
