import { storeStatuses } from '#shared/stores/storeStates.ts'
import type { StoreStatus as Name } from '#shared/stores/storeStates.ts'
import { Status } from '#client/ui/Status.tsx'

const tones = {
  draft: 'off',
  active: 'good',
  suspended: 'bad',
  maintenance: 'warn',
  archived: 'off',
} as const satisfies Record<Name, string>

/** The status of a store as a dot and a word. */
export function StoreStatus({ status }: { status: Name }) {
  return <Status tone={tones[status] ?? 'off'}>{storeStatuses[status] ?? status}</Status>
}
