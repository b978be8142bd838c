import { matchKinds, maxResultsPerKind } from '#shared/areas/search/searchCall.ts'
import { can } from '#shared/permissions/can.ts'
import { chooseReadDb } from '#server/platform/core/platform/platform.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  integerSchema,
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Viewer } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findEntries } from './findEntries.ts'
import type { SearchHit } from './findEntries.ts'
import { findReferringRecords } from './findReferringRecords.ts'
import { findRequestLogs } from './findRequestLogs.ts'
import { loadMatches } from './loadMatches.ts'
import type { Matches } from './loadMatches.ts'
import { searchMessages } from './messages.ts'
import { findSimilarTexts } from './similarWords.ts'

const maxTextLength = 100

/** With fewer results, and none that is exactly the text, the search also looks inside words. */
const enoughResults = 5

const resultsSchema = nameSchema(
  'SearchResults',
  arraySchema(
    objectSchema({
      resource: stringSchema,
      match: { type: 'string', enum: matchKinds },
      record: { type: 'object' },
    }),
  ),
)

const responseSchema = objectSchema({
  data: resultsSchema,
  named: resultsSchema,
  requestLogs: arraySchema(
    objectSchema({ storeId: nullableSchema(integerSchema), store: nullableSchema(stringSchema) }),
  ),
  more: arraySchema(objectSchema({ resource: stringSchema, search: stringSchema })),
})

const textSchema = { ...stringSchema, maxLength: maxTextLength }

/** GET /search: finds records of every kind by name, code, number, or email, with typos. */
export const createSearchCall = (modules: readonly ResourceModule[]): Call => ({
  kind: 'read',
  permission: 'signedIn',
  method: 'get',
  path: '/search',
  summary: `Find records of every kind that the caller can read, closest first, with at most ${maxResultsPerKind} of each kind`,
  query: [
    {
      name: 'q',
      description: 'Words in any order, each from its beginning; also part of a code or number',
      schema: textSchema,
    },
    {
      name: 'name',
      description: 'The part of q that may name a record, if the rest may name an action on it',
      schema: textSchema,
    },
  ],
  success: { status: 200, schema: responseSchema },
  handler: async ({ query }, platform, caller) => {
    requireKnownParameters(query, ['q', 'name'])
    const db = await chooseReadDb(platform, caller)
    const readable = modules.filter(({ permission }) => can(caller.permissions, permission, 'read'))
    const find = (text: string) => findRecords(db, readable, text, caller)
    const text = requireText(query, 'q')
    const [found, named, requestLogs] = await Promise.all([
      find(text),
      query.has('name') ? find(requireText(query, 'name')) : noRecords,
      findRequestLogs(
        db,
        readable.map((module) => limitToCaller(caller, module)),
        text,
      ),
    ])
    return { status: 200, body: { ...found, named: named.data, requestLogs } }
  },
})

const noRecords: Matches = { data: [], more: [] }

function requireText(query: URLSearchParams, name: string): string {
  const text = query.get(name)?.trim() ?? ''
  if (text === '' || text.length > maxTextLength)
    throw badRequest(searchMessages.textBody(name, maxTextLength))
  return text
}

/** Searches for the text itself; if that finds nothing, for texts with similar words. */
async function findRecords(
  db: Connection,
  modules: readonly ResourceModule[],
  text: string,
  caller: Viewer,
): Promise<Matches> {
  const names = modules.map(({ name }) => name)
  const scoped = modules.map((module) => limitToCaller(caller, module))
  const load = async (hits: readonly SearchHit[], typed: string) => {
    const referring = await findReferringRecords(db, scoped, hits)
    return loadMatches(db, scoped, [...hits, ...referring], typed)
  }

  const found = await load(await findEntries(db, { text, names, anywhere: false, ...caller }), text)
  if (found.data.length >= enoughResults || found.data[0]?.match === 'exact') return found
  const parts = await load(await findEntries(db, { text, names, anywhere: true, ...caller }), text)
  if (parts.data.length > 0) return parts
  for (const similar of await findSimilarTexts(db, text)) {
    const hits = await findEntries(db, { text: similar, names, anywhere: false, ...caller })
    const { data, more } = await load(hits, similar)
    if (data.length > 0)
      return { data: data.map((result) => ({ ...result, match: 'similar' as const })), more }
  }
  return noRecords
}
