import type { AlertKind } from '#shared/areas/alerts/attentionItems.ts'

/** What needs attention, as it is found. */
export type Alert = {
  /** What it is about: the same thing is one item however often it is found. */
  subject: string
  kind: AlertKind
  /** Who may read this may read what the item tells: the key of its resource. */
  permission: string
  title: string
  detail: string | null
  storeIds: number[]
  /** Those that hurt members most first. */
  rank: number
  fix: string
  /** Where it is known to have begun before it was found. */
  since?: string | null
  /** The accounts that are told; everybody who may read it if missing. */
  accountIds?: number[]
}
