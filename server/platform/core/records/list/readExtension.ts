import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Parameter } from '#server/platform/core/http/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Viewer } from '../storeScope.ts'
import type { SqlCondition } from './conditions.ts'

type ListRow = Record<string, unknown>

/** What an area adds to a resource's list, records, and export: `reads` of `defineArea`. */
export type ReadExtension = {
  /** Parameters of its calls, beside those of every list. */
  parameters?: readonly Parameter[]
  filterRows?: (chosen: SqlCondition, asked: URLSearchParams) => SqlCondition
  /**
   * Adds data from other tables, as far as the viewer sees it. The condition is null for a single
   * record.
   */
  addFields?: (
    connection: Connection,
    records: ListRow[],
    chosen: SqlCondition | null,
    asked: URLSearchParams,
    viewer: Viewer,
  ) => Promise<ListRow[]>
  /**
   * References that a search follows: whatever finds the other record also finds the records that
   * refer to it.
   */
  searchThrough?: readonly string[]
  /** Finds records by a word outside of their search fields. `words` are all words of the search. */
  searchWord?: (word: string, words: readonly string[]) => SqlCondition[]
  /** Filters by columns whose values aren't simply compared. */
  columnFilters?: Readonly<Record<string, (filter: ListFilter) => SqlCondition>>
  /** Columns that an export adds after a column, because the list shows them in its cell. */
  companionColumns?: Readonly<Record<string, readonly string[]>>
  totals?: Totals
}

/** Sums that a list returns with its page: of these fields, over all matches, by another field. */
export type Totals = { by: string; of: readonly string[] }

/** A resource with what its area adds to reading it. */
export type ReadableResource = Resource & { readExtension: ReadExtension | null }

export const getParameterNames = ({ readExtension }: ReadableResource): string[] =>
  readExtension?.parameters?.map(({ name }) => name) ?? []
