import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'

/** Rejects a change to a store that is scheduled for deletion. It must be restored first. */
export function assertNotPendingDeletion({ deleteAfter }: { [field: string]: unknown }): void {
  if (typeof deleteAfter === 'string')
    throw invalidState(
      storeRuleMessages.status.held(`${formatInstant(deleteAfter, utcZone)} ${utcZone}`),
    )
}
