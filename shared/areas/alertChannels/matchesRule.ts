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
}

/** Whether a rule sends an alert. Empty lists match everything. */
export function matchesRule(rule: AlertFilter, alert: MatchableAlert): boolean {
  const includes = <Value>(list: readonly Value[], value: Value) =>
    list.length === 0 || list.includes(value)
  const isAbout = (storeIds: readonly number[]) =>
    alert.storeIds.some((storeId) => storeIds.includes(storeId))
  return (
    includes(rule.kinds, alert.kind) &&
    includes(rule.areas, alert.permission) &&
    isAtLeast(getSeverity(alert.rank), rule.severity) &&
    (rule.storeIds.length === 0 || isAbout(rule.storeIds)) &&
    (rule.organizationStoreIds === null || isAbout(rule.organizationStoreIds))
  )
}
