import { sql } from 'kysely'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import type { Listing } from '#server/platform/core/records/list/list.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import { isNewestOfItsFault, withFaults } from '../faults.ts'
import { storeCallMessages } from '../messages.ts'

function isGrouped(asked: URLSearchParams): boolean {
  const grouped = asked.get('grouped')
  if (grouped !== null && grouped !== '1') throw badRequest(storeCallMessages.groupedBody)
  return grouped !== null
}

const listingOf = (resource: Resource): Listing => ({
  parameters: [
    {
      name: 'grouped',
      description:
        'Set to 1 to group repeated failures under their newest entry, with the fields `count` and `first`',
      schema: { type: 'string', enum: ['1'] },
    },
  ],
  shown: (chosen, asked) =>
    isGrouped(asked) ? sql<boolean>`${chosen} and ${isNewestOfItsFault(resource, chosen)}` : chosen,
  complete: (db, entries, chosen, asked) =>
    withFaults(resource, db, entries, isGrouped(asked) ? chosen : null),
})

const kept = (resource: Resource): Kept => ({
  ...resource,
  consequence: null,
  dependents: [],
  listing: listingOf(resource),
})

export const keptLogs = kept(logEntries)
export const keptPlatformLogs = kept(platformLogEntries)
