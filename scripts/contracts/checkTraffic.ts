import type { TrafficEntry } from '../mockProviders/recordTraffic.ts'
import { getFields } from './contract.ts'
import type { Contract, Violations } from './contract.ts'
import type { Documents } from './readDocuments.ts'

/** The result of a check: counts of parts, and their texts. */
type TrafficReport = {
  validCount: number
  brokenCount: number
  /** Violations, and calls that aren't in any document, each with its count. */
  violations: Map<string, number>
  uncovered: Map<string, number>
}

/** Checks each request, response, and event against the documents of its provider. */
export function checkTraffic(documents: Documents, entries: Iterable<TrafficEntry>): TrafficReport {
  const report: TrafficReport = {
    validCount: 0,
    brokenCount: 0,
    violations: new Map(),
    uncovered: new Map(),
  }
  const count = (counts: Map<string, number>, text: string) =>
    counts.set(text, (counts.get(text) ?? 0) + 1)
  const addResult = (subject: string, violations: Violations) => {
    if (violations === null) return count(report.uncovered, subject)
    if (violations.length === 0) return (report.validCount += 1)
    report.brokenCount += 1
    return count(report.violations, `${subject}: ${violations.join(' ')}`)
  }
  for (const entry of entries) {
    const ownDocuments = documents.filter(({ name }) =>
      name.toLowerCase().startsWith(entry.provider.toLowerCase()),
    )
    const findViolations = (check: (contract: Contract) => Violations) =>
      mergeViolations(...ownDocuments.map(({ contract }) => check(contract)))
    if ('event' in entry) {
      addResult(
        `${entry.provider}, event ${String(getFields(entry.event)['type'])}`,
        findViolations((contract) => contract.checkEvent(entry.event)),
      )
      continue
    }
    const { call, response } = entry
    const path = call.path.split('?')[0]?.replaceAll(/\/(?!v\d+\/)[^/]*\d[^/]*/g, '/...')
    const subject = `${entry.provider} ${call.method} ${path}`
    addResult(
      `${subject}, request`,
      findViolations((contract) => contract.checkRequest(call)),
    )
    addResult(
      `${subject}, response ${response.status}`,
      findViolations((contract) => contract.checkResponse(call, response)),
    )
  }
  return report
}

/** Combines the results of several documents; null if none of them covers the call. */
const mergeViolations = (...parts: Violations[]): Violations =>
  parts.every((one) => one === null) ? null : parts.flatMap((one) => one ?? [])
