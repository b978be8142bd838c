import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Recorded } from '../standIns/recordTraffic.ts'
import { fieldsOf } from './contract.ts'
import type { Contract, Faults } from './contract.ts'
import { graphql } from './graphqlContract.ts'
import { mistakes } from './knownMistakes.ts'
import { openApi } from './openApiContract.ts'
import { samples } from './sampleContract.ts'
import { together } from './schemaChecker.ts'

/** The API documents in a folder. The name of each one begins with its provider's name. */
type Documents = { name: string; contract: Contract }[]

export function readDocuments(folder: string): Documents {
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const name = basename(file)
    if (file.endsWith('.graphql')) return [{ name, contract: graphql(text) }]
    if (!file.endsWith('.json')) return []
    const document = withoutMistakes(name, fieldsOf(JSON.parse(text)))
    if ('openapi' in document) return [{ name, contract: openApi(document) }]
    return 'resources' in document ? [{ name, contract: samples(document) }] : []
  })
}

function withoutMistakes(name: string, document: Record<string, unknown>) {
  for (const { at: pointer, instead } of mistakes.filter((one) => name.startsWith(one.document))) {
    const [last = '', ...parents] = pointer
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/'))
      .toReversed()
    let parent: unknown = document
    for (const part of parents.toReversed()) parent = Object(parent)[part]
    if (instead === undefined) Reflect.deleteProperty(Object(parent), last)
    else Object(parent)[last] = instead
  }
  return document
}

type Verdict = {
  held: number
  broken: number
  /** Violations, and calls that aren't in any document, each with its count. */
  faults: Map<string, number>
  unknown: Map<string, number>
}

/** Checks each request, response, and event against the documents of its provider. */
export function hold(documents: Documents, passed: Iterable<Recorded>): Verdict {
  const verdict: Verdict = { held: 0, broken: 0, faults: new Map(), unknown: new Map() }
  const count = (counts: Map<string, number>, text: string) =>
    counts.set(text, (counts.get(text) ?? 0) + 1)
  const addResult = (what: string, faults: Faults) => {
    if (faults === null) return count(verdict.unknown, what)
    if (faults.length === 0) return (verdict.held += 1)
    verdict.broken += 1
    return count(verdict.faults, `${what}: ${faults.join(' ')}`)
  }
  for (const entry of passed) {
    const ownDocuments = documents.filter(({ name }) =>
      name.toLowerCase().startsWith(entry.provider.toLowerCase()),
    )
    const collectFaults = (ask: (contract: Contract) => Faults) =>
      together(...ownDocuments.map(({ contract }) => ask(contract)))
    if ('event' in entry) {
      addResult(
        `${entry.provider}, event ${String(fieldsOf(entry.event)['type'])}`,
        collectFaults((ownContract) => ownContract.event(entry.event)),
      )
      continue
    }
    const { call, answer } = entry
    const path = call.path.split('?')[0]?.replaceAll(/\/(?!v\d+\/)[^/]*\d[^/]*/g, '/...')
    const what = `${entry.provider} ${call.method} ${path}`
    addResult(
      `${what}, request`,
      collectFaults((ownContract) => ownContract.request(call)),
    )
    addResult(
      `${what}, response ${answer.status}`,
      collectFaults((ownContract) => ownContract.answer(call, answer)),
    )
  }
  return verdict
}
