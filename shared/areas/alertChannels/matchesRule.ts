import { getSeverity, isAtLeast } from './alertSeverities.ts'

/** What rules look at. */
export type MatchableAlert = {
  kind: string
  /** The permission key of the area that the alert is about. */
  permission: string
  rank: number
  storeIds: readonly number[]
}

export type AlertFilter = {
  kinds: readonly string[]
  areas: readonly string[]
  severity: string
  storeIds: readonly number[]
  /** The stores of the rule's organization; null if the rule names none. */
  organizationStoreIds: readonly number[] | null
  /** The stores that match the rule's filter now; null if it has none. */
  filteredStoreIds: readonly number[] | null
}

/**
 * Whether a rule sends an alert. Empty lists match everything. If the rule limits stores, the alert
 * must be about a store that is within all of its limits.
 */
export function matchesRule(rule: AlertFilter, alert: MatchableAlert): boolean {
  const includes = <Value>(list: readonly Value[], value: Value) =>
    list.length === 0 || list.includes(value)
  const { organizationStoreIds, filteredStoreIds } = rule
  const limits = [
    rule.storeIds.length === 0 ? null : rule.storeIds,
    organizationStoreIds,
    filteredStoreIds,
  ].filter((storeIds) => storeIds !== null)
  return (
    includes(rule.kinds, alert.kind) &&
    includes(rule.areas, alert.permission) &&
    isAtLeast(getSeverity(alert.rank), rule.severity) &&
    (limits.length === 0 ||
      alert.storeIds.some((storeId) => limits.every((storeIds) => storeIds.includes(storeId))))
  )
}
