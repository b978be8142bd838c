import { sql } from 'kysely'
import { matchKinds, maxResultsPerKind } from '#shared/areas/search/searchCall.ts'
import type { MatchKind, SearchResponse, SearchResult } from '#shared/areas/search/searchCall.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { addLabels } from '#server/platform/core/records/labels.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import { buildTextCondition } from '#server/platform/core/records/list/searchConditions.ts'
import { foldText } from '#server/platform/core/records/list/foldText.ts'
import { redactOtherStores } from '#server/platform/core/records/otherStores.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { ScopedResource } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { SearchHit } from './findEntries.ts'

type Module = ScopedResource<ResourceModule>

/** Records with their closeness, and the kinds that have more of them (`SearchResponse`). */
export type Matches = Pick<SearchResponse, 'data' | 'more'>

/** The most hits of one kind whose records are loaded to find the closest. */
const maxLoadedPerKind = 20

/**
 * Loads the records of these hits as the caller's lists would show them: only those that the
 * caller's own search finds, with what the caller can't see masked. Closest first, then in the order
 * of the hits.
 */
export async function loadMatches(
  db: Connection,
  modules: readonly Module[],
  hits: readonly SearchHit[],
  text: string,
): Promise<Matches> {
  const byResource = Map.groupBy(hits, ({ resource }) => resource)
  const kinds = await Promise.all(
    modules
      .filter(({ name }) => byResource.has(name))
      .map(async (module) => {
        const ids = (byResource.get(module.name) ?? []).map(({ recordId }) => recordId)
        const records = await loadRecords(db, module, ids.slice(0, maxLoadedPerKind), text)
        const results = records
          .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
          .map((record) => ({
            resource: module.name,
            match: classifyMatch(module, record, text),
            record,
          }))
        return {
          resource: module.name,
          results: results.toSorted(compareResults).slice(0, maxResultsPerKind),
          isMore: results.length > maxResultsPerKind,
        }
      }),
  )
  return {
    data: kinds.flatMap(({ results }) => results).toSorted(compareResults),
    more: kinds.flatMap(({ resource, isMore }) => (isMore ? [{ resource, search: text }] : [])),
  }
}

async function loadRecords(
  db: Connection,
  module: Module,
  ids: readonly number[],
  text: string,
): Promise<AnyRecord[]> {
  const columns = getRecordColumns(module).map((name) => sql.ref(name))
  const isCandidate = matchesIds('id', ids)
  const isMatch = await buildTextCondition(db, module, text, isCandidate)
  const condition = sql<boolean>`${isCandidate} and ${isMatch}`
  const { rows } = await sql<AnyRecord>`select ${sql.join(columns)}
    from ${getVisibleRows(module, module.storeIds)} where ${condition}`.execute(db)
  const visible = await redactOtherStores(db, module, rows)
  const labeled = await addLabels(db, module, visible)
  const { addFields } = module.readExtension ?? {}
  const extended = addFields
    ? await addFields(db, labeled, condition, new URLSearchParams(), module)
    : labeled
  return extended as AnyRecord[] // `getRecordColumns` selected the columns.
}

const compareResults = (one: SearchResult, other: SearchResult): number =>
  matchKinds.indexOf(one.match) - matchKinds.indexOf(other.match)

/**
 * Classifies how well a record matches, by its searched fields. First and last name, for example,
 * are also one text.
 */
export function classifyMatch(
  resource: Pick<ResourceModule, 'list' | 'relations'>,
  record: AnyRecord,
  text: string,
): MatchKind {
  const fields = resource.list.search.flatMap((name) => {
    const value = record[name]
    return typeof value === 'string' ? [value] : []
  })
  const pairs = fields.slice(1).map((field, index) => `${fields[index]} ${field}`)
  const texts = [getLabel(resource, record), ...fields, ...pairs]
    .flatMap((one) => [one, one.replace(/^#/, '')])
    .map((one) => foldText(one).trim())
  const typed = foldText(text).trim()
  if (texts.includes(typed)) return 'exact'
  if (texts.some((one) => one.startsWith(typed))) return 'start'
  const words = texts.flatMap((one) => one.split(' '))
  return typed.split(/ +/).every((word) => words.some((one) => one.startsWith(word)))
    ? 'word'
    : 'part'
}
