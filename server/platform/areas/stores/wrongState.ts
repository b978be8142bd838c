import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'

export const wrongState = (detail: string) => notPossible(detail)

/** Refuses to change a store that is about to be deleted: it must be restored first. */
export function refuseHeld({ deleteAfter }: { [field: string]: unknown }): void {
  if (typeof deleteAfter === 'string')
    throw wrongState(
      storeRuleMessages.status.held(`${formatInstant(deleteAfter, utcZone)} ${utcZone}`),
    )
}
