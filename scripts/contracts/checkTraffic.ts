import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TrafficEntry } from '../standIns/recordTraffic.ts'
import { getFields } from './contract.ts'
import type { Contract, Violations } from './contract.ts'
import { createGraphqlContract } from './graphqlContract.ts'
import { knownMistakes } from './knownMistakes.ts'
import { createOpenApiContract } from './openApiContract.ts'
import { createSampleContract } from './sampleContract.ts'
import { mergeViolations } from './schemaChecker.ts'

/** The API documents in a folder. The name of each one begins with its provider's name. */
type Documents = { name: string; contract: Contract }[]

/** Reads the OpenAPI documents, GraphQL schemas, and sample resources in a folder. */
export function readDocuments(folder: string): Documents {
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const name = basename(file)
    if (file.endsWith('.graphql')) return [{ name, contract: createGraphqlContract(text) }]
    if (!file.endsWith('.json')) return []
    const document = fixMistakes(name, getFields(JSON.parse(text)))
    if ('openapi' in document) return [{ name, contract: createOpenApiContract(document) }]
    return 'resources' in document ? [{ name, contract: createSampleContract(document) }] : []
  })
}

/** Changes the known mistakes in a document. */
function fixMistakes(name: string, document: Record<string, unknown>) {
  for (const { pointer, replacement } of knownMistakes.filter((one) =>
    name.startsWith(one.document),
  )) {
    const [last = '', ...parents] = pointer
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/'))
      .toReversed()
    let parent: unknown = document
    for (const part of parents.toReversed()) parent = Object(parent)[part]
    if (replacement === undefined) Reflect.deleteProperty(Object(parent), last)
    else Object(parent)[last] = replacement
  }
  return document
}

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
