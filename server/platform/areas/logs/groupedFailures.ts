import { sql } from 'kysely'
import type { Resource } from '#shared/engine/resource.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { ReadExtension } from '#server/platform/core/records/list/readExtension.ts'
import { buildChangedFieldCondition, searchChangedFields } from './changedFields.ts'
import { buildNewestFailureCondition, addFailureCounts } from './failureCounts.ts'
import { maskLoggedData } from './maskLoggedData.ts'
import { logMessages } from './messages.ts'

function isGrouped(query: URLSearchParams): boolean {
  const grouped = query.get('grouped')
  if (grouped !== null && grouped !== '1') throw badRequest(logMessages.groupedBody)
  return grouped !== null
}

/**
 * Lets a list of logs group repeated failures under their newest entry, and find entries by what
 * they changed.
 */
export const createLogReads = (resource: Resource): ReadExtension => ({
  parameters: [
    {
      name: 'grouped',
      component: 'grouped',
      description:
        'Set to 1 to group repeated failures under their newest entry, with the fields `count` and `first`',
      schema: { type: 'string', enum: ['1'] },
    },
  ],
  filterRows: (condition, query) =>
    isGrouped(query)
      ? sql<boolean>`${condition} and ${buildNewestFailureCondition(resource, condition)}`
      : condition,
  addFields: async (db, entries, condition, query, viewer) =>
    maskLoggedData(
      await addFailureCounts(resource, db, entries, isGrouped(query) ? condition : null),
      viewer.permissions,
    ),
  searchWord: searchChangedFields,
  columnFilters: { changedFields: buildChangedFieldCondition },
})
