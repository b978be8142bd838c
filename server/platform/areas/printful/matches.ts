import { sql } from 'kysely'
import { array, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { matchedKinds } from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind, Matches, UnmatchedItem } from '#shared/areas/printful/printfulCalls.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { updateRecord } from '#server/platform/core/records/changes/updateRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { parseRecordId, RecordId } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { suggestColor, suggestSize } from './suggestMatch.ts'
import type { PrintfulColor } from './suggestMatch.ts'
import { printfulMessages } from './messages.ts'

const matchedDefinitions = { sizes, colors }
const maxMatches = 100

/** Loads the sizes or colors of an account's products, most frequent first. */
async function loadPrintfulValues(connection: Connection, id: number, kind: MatchedKind) {
  const column = sql.ref(kind === 'sizes' ? 'size' : 'color')
  const { rows } = await sql<PrintfulColor>`
    select ${column} as name, min(hex) as hex, min(second_hex) as second_hex
    from printful_variants join printful_products using (setup_id, product_id)
    where setup_id = ${id} and not withdrawn and ${column} is not null
    group by ${column} order by count(*) desc, ${column} limit 1000`.execute(connection)
  return rows
}

type OwnValue = {
  id: number
  name: string
  code: string
  theirs: string | null
  hex: string
  secondHex: string | null
}

async function loadOwnValues(connection: Connection, kind: MatchedKind): Promise<OwnValue[]> {
  const colorColumns = kind === 'sizes' ? sql`'' as hex, null as second_hex` : sql`hex, second_hex`
  const { rows } = await sql<OwnValue>`
    select id, name, code, ${sql.ref(matchedKinds[kind])} as theirs, ${colorColumns}
    from ${sql.table(kind)} where active order by position, id`.execute(connection)
  return rows
}

/** GET /printfulSetup/ID/matches/KIND */
export async function loadPrintfulMatches(
  kind: MatchedKind,
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { permission } = matchedDefinitions[kind]
  const scoped = limitToCaller(caller, printfulSetup)
  const { id } = await loadRecord(db, scoped, parseRecordId(printfulSetup, request))
  const { rows: syncTimes } = await sql<{ at: string | null }>`
    select catalogue_at as at from printful_looks where setup_id = ${id}`.execute(db)
  const printfulValues = await loadPrintfulValues(db, id, kind)
  const names = new Set(printfulValues.map(({ name }) => name))
  const ownValues = await loadOwnValues(db, kind)
  const unmatched = ownValues.filter((one) => one.theirs === null || !names.has(one.theirs))
  const used = new Set(ownValues.map((one) => one.theirs))
  const body: Matches = {
    at: syncTimes[0]?.at ?? null,
    matched: ownValues.length - unmatched.length,
    total: unmatched.length,
    unmatched: unmatched
      .map((one) => toUnmatched(kind, one, printfulValues))
      .toSorted((one, other) => Number(!one.suggested) - Number(!other.suggested))
      .slice(0, maxMatches),
    options: [...names],
    unused: [...names].filter((name) => !used.has(name)),
    may: hasPermission(`${permission}:write`, caller),
  }
  return { status: 200, body }
}

function toUnmatched(
  kind: MatchedKind,
  ownValue: OwnValue,
  printfulValues: readonly PrintfulColor[],
): UnmatchedItem {
  const { id, name, code } = ownValue
  const names = printfulValues.map((one) => one.name)
  return {
    id,
    name,
    code,
    hex: kind === 'colors' ? ownValue.hex : null,
    theirs: ownValue.theirs,
    suggested:
      kind === 'sizes' ? suggestSize(ownValue, names) : suggestColor(ownValue, printfulValues),
  }
}

const MatchesBody = type({
  matches: size(array(type({ id: RecordId, theirs: string() })), 1, maxMatches),
})

/**
 * POST /printfulSetup/ID/matches/KIND: saves Printful's names in our records, like an edit by an
 * operator.
 */
export async function savePrintfulMatches(
  kind: MatchedKind,
  context: RequestContext,
): Promise<CallResult> {
  const { trx, request, caller } = context
  if (!is(request.body, MatchesBody)) throw badRequest(printfulMessages.matchesBody(maxMatches))
  const scoped = limitToCaller(caller, printfulSetup)
  const { id } = await loadRecord(trx, scoped, parseRecordId(printfulSetup, request))
  const names = (await loadPrintfulValues(trx, id, kind)).map(({ name }) => name)
  const { matches } = request.body
  const unknownMatches = matches.filter(({ theirs }) => !names.includes(theirs))
  const noun = matchedDefinitions[kind].title.one
  if (unknownMatches.length > 0)
    throw validationFailed(
      Object.fromEntries(
        unknownMatches.map((one) => [
          `match-${one.id}`,
          printfulMessages.noSuchMatch(noun, one.theirs.slice(0, 40)),
        ]),
      ),
    )
  const resource = getResourceModule(matchedDefinitions[kind].name)
  let changed = 0
  for (const { id: ours, theirs } of matches) {
    const values = { [matchedKinds[kind]]: theirs }
    const { names: fields } = await updateRecord(limitToCaller(caller, resource), context, {
      id: ours,
      version: null,
      values,
    })
    changed += fields.length
  }
  return { status: 200, body: { changed } }
}
