/**
 * @typedef {object} VitestReport the part that is counted
 * @property {{ status: string, assertionResults: Outcome[] }[]} testResults one a file
 */

/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} Outcome */
/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * What fails outside of a test counts as one failure: a file that does not load, a run without a report or tests.
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

/** Tests that passed only on retry: a fault of the test, or a rare one of ours. @param {VitestReport | null} report */
export const passedOnRetry = (report) =>
  (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName = '' }) => fullName)

/** The line that ends a run. @param {Pick<Tally, 'passed' | 'failed'>} tally */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`
}
