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
  /** Since when it waits for someone; null until that is first seen. */
  waitingSince: string | null
}

export type Rule = AlertFilter & {
  channelId: number
  delayMinutes: number
  repeatMinutes: number | null
  /** Channels that get an alert if no one has acknowledged it after this many minutes. */
  escalations: readonly { minutes: number; channelId: number }[]
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
  added: {
    channelId: number
    alert: OpenAlert
    event: 'opened' | 'escalated'
    nextTryAt: string
  }[]
  /** Texts of alerts that are open, and messages to send about them. */
  updated: { id: number; alert: OpenAlert; event: NextEvent | null }[]
  /** Deliveries of fixed alerts. `isTold`: the channel gets a message about it. */
  closed: { id: number; isTold: boolean }[]
  /** Deliveries that weren't sent and no longer have a reason. */
  dropped: number[]
  /** Deliveries that were sent before, and whose next message no longer has a reason. */
  withdrawn: number[]
}

type NextEvent = 'changed' | 'reminder' | 'escalated'

/** Why a channel gets an alert, and from when, in milliseconds. */
type Reason = { rule: Rule; from: number; isEscalation: boolean }

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
  const getReasons = (channelId: number, alert: OpenAlert) =>
    rules.flatMap((rule) => findReasons(rule, { channelId, alert, at }))

  for (const delivery of deliveries) {
    // A message about it is on its way, so its next state is decided afterwards.
    if (delivery.batch !== null) continue
    const alert = alertsBySubject.get(delivery.subject)
    const isActive = channelIds.includes(delivery.channelId)
    if (!alert) planClosed(plan, delivery, isActive)
    else planOpen(plan, delivery, { alert, reasons: getReasons(delivery.channelId, alert), at })
  }
  for (const channelId of channelIds)
    for (const alert of alerts) {
      if (known.has(getKey(channelId, alert.subject)) || !isWaitingForPeople(alert)) continue
      const [first] = getReasons(channelId, alert).toSorted((one, other) => one.from - other.from)
      if (!first) continue
      const nextTryAt = new Date(Math.max(Date.parse(at), first.from)).toISOString()
      const event = first.isEscalation ? 'escalated' : 'opened'
      plan.added.push({ channelId, alert, event, nextTryAt })
    }
  return plan
}

/** Finds why a rule sends an alert to a channel: directly, or as an escalation that is due. */
function findReasons(
  rule: Rule,
  { channelId, alert, at }: { channelId: number; alert: OpenAlert; at: string },
): Reason[] {
  if (!matchesRule(rule, alert)) return []
  const from = Date.parse(alert.since) + rule.delayMinutes * minuteMs
  const waitsFrom = Math.max(from, Date.parse(alert.waitingSince ?? at))
  const escalations = rule.escalations
    .filter((step) => step.channelId === channelId)
    .map(({ minutes }) => ({ rule, from: waitsFrom + minutes * minuteMs, isEscalation: true }))
    .filter((reason) => reason.from <= Date.parse(at))
  return [
    ...(rule.channelId === channelId ? [{ rule, from, isEscalation: false }] : []),
    ...escalations,
  ]
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
  { alert, reasons, at }: { alert: OpenAlert; reasons: readonly Reason[]; at: string },
): void {
  const { id, sends, status } = delivery
  if (sends === 0) {
    if (status === 'waiting' && (reasons.length === 0 || !isWaitingForPeople(alert)))
      plan.dropped.push(id)
    else plan.updated.push({ id, alert, event: null })
    return
  }
  // An operator acknowledged the alert while its next message waited, perhaps for another attempt.
  if (delivery.event !== null && status === 'waiting' && !isWaitingForPeople(alert))
    plan.withdrawn.push(id)
  plan.updated.push({ id, alert, event: findNextEvent(delivery, alert, reasons, at) })
}

function findNextEvent(
  delivery: OpenDelivery,
  alert: OpenAlert,
  reasons: readonly Reason[],
  at: string,
): NextEvent | null {
  if (delivery.event !== null || reasons.length === 0 || !isWaitingForPeople(alert)) return null
  const sentAt = Date.parse(delivery.sentAt ?? at)
  if (reasons.some(({ isEscalation, from }) => isEscalation && from > sentAt)) return 'escalated'
  const reachesMore = alert.storeIds.some((storeId) => !delivery.storeIds.includes(storeId))
  const isWorse = !isAtLeast(delivery.severity, getSeverity(alert.rank))
  if (reachesMore || isWorse) return 'changed'
  const intervals = reasons.flatMap(({ rule, isEscalation }) =>
    isEscalation ? [] : (rule.repeatMinutes ?? []),
  )
  const remindsAt = sentAt + Math.min(...intervals) * minuteMs
  return intervals.length > 0 && Date.parse(at) >= remindsAt ? 'reminder' : null
}
