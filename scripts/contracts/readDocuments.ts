import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getFields } from './contract.ts'
import type { Contract } from './contract.ts'
import { createGraphqlContract } from './graphqlContract.ts'
import { knownMistakes } from './knownMistakes.ts'
import { createOpenApiContract } from './openApiContract.ts'
import { createSampleContract } from './sampleContract.ts'

/** The API documents in a folder. The name of each one begins with its provider's name. */
export type Documents = { name: string; contract: Contract }[]

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
