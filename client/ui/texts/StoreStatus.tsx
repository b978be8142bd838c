import { toDay, formatDay } from '#shared/format/dates.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { storeStatuses } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus as Name } from '#shared/areas/stores/status/storeStates.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Status } from '../Status.tsx'

const storeStatusTones = {
  draft: 'off',
  active: 'good',
  suspended: 'bad',
  maintenance: 'warn',
  archived: 'off',
} as const satisfies Record<Name, string>

/** Shows a store's status as a dot and a word, and the date of a pending deletion. */
export function StoreStatus({ store: { status, deleteAfter } }: { store: AnyRecord }) {
  const zone = useTimeZone()
  // An unknown status of another platform version is shown as is.
  if (typeof status !== 'string') return null
  const name = status as Name
  const word = storeStatuses[name] ?? name
  return typeof deleteAfter === 'string' ? (
    <Status tone="warn">{allStoresMessages.held(word, formatDay(toDay(deleteAfter, zone)))}</Status>
  ) : (
    <Status tone={storeStatusTones[name] ?? 'off'}>{word}</Status>
  )
}
