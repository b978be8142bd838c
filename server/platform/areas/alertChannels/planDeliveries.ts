import { matchesRule } from '#shared/areas/alertChannels/matchesRule.ts'
import type { AlertFilter, MatchableAlert } from '#shared/areas/alertChannels/matchesRule.ts'
import type { DeliveryEvent, DeliveryStatus } from '#shared/areas/alertChannels/alertDeliveries.ts'
import { getSeverity, isAtLeast } from '#shared/areas/alertChannels/alertSeverities.ts'

/** An alert as it is now. */
export type OpenAlert = MatchableAlert & {
  subject: string
  title: string
  detail: string | null
  fix: string
  state: string
  since: string
  /** Who handles it. Rules send only alerts that wait for someone. */
  ownerId: number | null
}

export type Rule = AlertFilter & {
  channelId: number
  delayMinutes: number
  repeatMinutes: number | null
}

/** What a channel was sent about an alert that isn't closed yet. */
export type OpenDelivery = {
  id: number
  channelId: number
  subject: string
  status: DeliveryStatus
  event: DeliveryEvent | null
  severity: string
  storeIds: readonly number[]
  sends: number
  sentAt: string | null
  /** Set while a message is sent, and afterwards if its outcome is unknown. */
  batch: string | null
}

export type DeliveryPlan = {
  /** Alerts that a channel gets for the first time, and when. */
  added: { channelId: number; alert: OpenAlert; nextTryAt: string }[]
  /** Texts of alerts that are open, and messages to send about them. */
  updated: { id: number; alert: OpenAlert; event: 'changed' | 'reminder' | null }[]
  /** Deliveries of fixed alerts. `isTold`: the channel gets a message about it. */
  closed: { id: number; isTold: boolean }[]
  /** Deliveries that weren't sent and no longer have a reason. */
  dropped: number[]
  /** Deliveries that were sent before, and whose next message no longer has a reason. */
  withdrawn: number[]
}

type PlanInput = {
  alerts: readonly OpenAlert[]
  rules: readonly Rule[]
  deliveries: readonly OpenDelivery[]
  /** IDs of the channels that can send. */
  channelIds: readonly number[]
  /** ISO 8601. */
  at: string
}

const minuteMs = 60_000

/** Whether an alert is sent. Assigned, snoozed, and dismissed ones aren't. */
const isWaitingForPeople = ({ state, ownerId }: OpenAlert) => state === 'open' && ownerId === null

/** Decides which messages channels get, from the alerts, the rules, and what was sent before. */
export function planDeliveries({
  alerts,
  rules,
  deliveries,
  channelIds,
  at,
}: PlanInput): DeliveryPlan {
  const plan: DeliveryPlan = {
    added: [],
    updated: [],
    closed: [],
    dropped: [],
    withdrawn: [],
  }
  const alertsBySubject = new Map(alerts.map((alert) => [alert.subject, alert]))
  const getKey = (channelId: number, subject: string) => `${channelId}/${subject}`
  const known = new Set(deliveries.map((one) => getKey(one.channelId, one.subject)))
  const findRules = (channelId: number, alert: OpenAlert) =>
    rules.filter((rule) => rule.channelId === channelId && matchesRule(rule, alert))

  for (const delivery of deliveries) {
    // A message about it is on its way, so its next state is decided afterwards.
    if (delivery.batch !== null) continue
    const alert = alertsBySubject.get(delivery.subject)
    const isActive = channelIds.includes(delivery.channelId)
    if (!alert) planClosed(plan, delivery, isActive)
    else planOpen(plan, delivery, { alert, rules: findRules(delivery.channelId, alert), at })
  }
  for (const channelId of channelIds)
    for (const alert of alerts) {
      if (known.has(getKey(channelId, alert.subject)) || !isWaitingForPeople(alert)) continue
      const matching = findRules(channelId, alert)
      if (matching.length === 0) continue
      const delayMs = Math.min(...matching.map((rule) => rule.delayMinutes)) * minuteMs
      const nextTryAt = new Date(Math.max(Date.parse(at), Date.parse(alert.since) + delayMs))
      plan.added.push({ channelId, alert, nextTryAt: nextTryAt.toISOString() })
    }
  return plan
}

function planClosed(plan: DeliveryPlan, delivery: OpenDelivery, isActive: boolean): void {
  const { id, sends, status, event } = delivery
  if (event === 'fixed') {
    if (!isActive) plan.closed.push({ id, isTold: false })
  } else if (sends > 0) plan.closed.push({ id, isTold: isActive })
  else if (status === 'failed') plan.closed.push({ id, isTold: false })
  else plan.dropped.push(id)
}

function planOpen(
  plan: DeliveryPlan,
  delivery: OpenDelivery,
  { alert, rules, at }: { alert: OpenAlert; rules: readonly Rule[]; at: string },
): void {
  const { id, sends, status } = delivery
  if (sends === 0) {
    if (status === 'waiting' && (rules.length === 0 || !isWaitingForPeople(alert)))
      plan.dropped.push(id)
    else plan.updated.push({ id, alert, event: null })
    return
  }
  // An operator acknowledged the alert while its next message waited, perhaps for another attempt.
  if (delivery.event !== null && status === 'waiting' && !isWaitingForPeople(alert))
    plan.withdrawn.push(id)
  plan.updated.push({ id, alert, event: findNextEvent(delivery, alert, rules, at) })
}

function findNextEvent(
  delivery: OpenDelivery,
  alert: OpenAlert,
  rules: readonly Rule[],
  at: string,
): 'changed' | 'reminder' | null {
  if (delivery.event !== null || rules.length === 0 || !isWaitingForPeople(alert)) return null
  const reachesMore = alert.storeIds.some((storeId) => !delivery.storeIds.includes(storeId))
  const isWorse = !isAtLeast(delivery.severity, getSeverity(alert.rank))
  if (reachesMore || isWorse) return 'changed'
  const intervals = rules.flatMap(({ repeatMinutes }) => repeatMinutes ?? [])
  const remindsAt = Date.parse(delivery.sentAt ?? at) + Math.min(...intervals) * minuteMs
  return intervals.length > 0 && Date.parse(at) >= remindsAt ? 'reminder' : null
}
