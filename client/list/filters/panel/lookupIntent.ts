import { normalizeFieldText } from '#shared/engine/fields/kind.ts'
import type { Api } from '#shared/engine/api.ts'
import { getColumnField, getColumnFilterOps } from '#shared/engine/list/filterColumns.ts'
import { joinFilterValues } from '#shared/engine/list/filterValues.ts'
import { formatFilterIds } from '#shared/engine/list/formatFilterValues.ts'
import { buildListUrl, parseListView, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { limits } from '#shared/limits.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { IntentContext } from '#client/form/handleForm.ts'
import { lookupMessages } from './messages.ts'

/** What a lookup found: how many of the pasted entries, which ones are missing, and the list of the others. */
export type LookupResult = {
  found: number
  all: number
  missing: string[]
  records: number
  to: string
}

/** Returns the columns that pasted entries can name records by. */
export const getLookupColumns = (resource: Resource): string[] => [
  'id',
  ...new Set(
    [
      ...resource.api.unique.flatMap((names) => (names.length === 1 ? names : [])),
      ...resource.list.search,
    ].filter(
      (name) =>
        getColumnField(resource, name).kind === 'text' &&
        getColumnFilterOps(resource, name).includes('in'),
    ),
  ),
]

/**
 * Finds the records that the pasted lines name, and shows how many were found. The list is then
 * filtered by their IDs, so that its URL is short and contains no addresses.
 */
export async function findPastedRecords({
  api,
  resource,
  form,
  url,
}: IntentContext): Promise<never> {
  const columns = getLookupColumns(resource)
  const column = columns.find((one) => one === form.get('by')) ?? 'id'
  const entries = parseEntries(resource, column, String(form.get('lines') ?? ''))
  if (entries.length === 0) throw new FormError({ lines: lookupMessages.empty })
  if (entries.length > limits.filterIds)
    throw new FormError({ lines: lookupMessages.tooMany(limits.filterIds) })
  const records = await findRecords(api, resource, column, entries)
  if (records.length > limits.filterIds)
    throw new FormError({ lines: lookupMessages.tooManyFound(limits.filterIds) })
  const known = new Set(records.map((record) => String(record[column])))
  const missing = entries.filter((entry) => !known.has(entry))
  const view = parseListView(resource, new URL(url).searchParams)
  const value = formatFilterIds(records.map(({ id }) => id))
  const others = view.query.filters.filter(({ field }) => field !== 'id')
  const filters = [...others, { field: 'id', op: 'in' as const, value }]
  const result: LookupResult = {
    found: entries.length - missing.length,
    all: entries.length,
    missing,
    records: records.length,
    to: buildListUrl(resource, withQuery(withPanel(view, null), { filters })),
  }
  throw new FormError({}, { result })
}

/** Splits pasted text at line ends, tabs, and commas. Each entry counts once. */
function parseEntries(resource: Resource, column: string, text: string): string[] {
  const entries = text.split(/[\r\n\t,;]+/).map((entry) => entry.trim())
  const normalize = (entry: string) =>
    column === 'id'
      ? entry.replace(/^#/, '').replace(/^0+(?=\d)/, '')
      : normalizeFieldText(getColumnField(resource, column), entry)
  return [...new Set(entries.map(normalize).filter(Boolean))]
}

/** Values that one call looks up, so that its URL stays short. */
const batchSize = 50

async function findRecords(
  api: Api,
  resource: Resource,
  column: string,
  entries: readonly string[],
): Promise<AnyRecord[]> {
  // An ID that is no number exists nowhere, and the platform would reject it.
  const usable = column === 'id' ? entries.filter((entry) => /^\d{1,9}$/.test(entry)) : entries
  const records = new Map<number, AnyRecord>()
  for (let start = 0; start < usable.length; start += batchSize) {
    const value = joinFilterValues(usable.slice(start, start + batchSize))
    const filters = [{ field: column, op: 'in' as const, value }]
    let after: string | null = null
    do {
      const query = { search: '', filters, sort: getDefaultSort(resource), limit: 100, after }
      const { records: found, page } = await listRecords(api, resource, query)
      for (const record of found) records.set(record.id, record)
      after = page.next
    } while (after !== null && records.size <= limits.filterIds)
  }
  return [...records.values()]
}
