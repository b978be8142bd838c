import { formatInstant } from '#shared/dates.ts'
import { utcZone } from '#shared/zones.ts'
import { storeRuleMessages } from '#shared/stores/storeRuleMessages.ts'
import { Refusal } from '../http/refusal.ts'

export const wrongState = (detail: string) =>
  new Refusal(409, 'wrong_state', 'Not possible right now', { detail })

/** Refuses to change a store that is about to be deleted: it must be restored first. */
export function refuseHeld({ deleteAfter }: { [field: string]: unknown }): void {
  if (typeof deleteAfter === 'string')
    throw wrongState(
      storeRuleMessages.status.held(`${formatInstant(deleteAfter, utcZone)} ${utcZone}`),
    )
}
