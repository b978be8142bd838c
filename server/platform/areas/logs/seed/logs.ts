import type { DemoIncidents } from '#server/platform/demoData/incidents.ts'
import { failedEmailEvents, incidentEvents, logEvents } from './logEvents.ts'
import type { LogEvent } from './logEvents.ts'
import { activeOperators } from '#server/platform/demoData/people.ts'
import { msPerHour, toIsoTime, getDayStart } from '#server/platform/demoData/period.ts'
import type { SeedPeriod } from '#server/platform/demoData/period.ts'
import { rollChance, pickRandom, pickCount, pickInteger } from '#server/platform/demoData/random.ts'
import type { RandomSource } from '#server/platform/demoData/random.ts'
import { getDailyActivity, pickTimeOfDay } from '#server/platform/demoData/activity.ts'
import type { StoreRow } from '#server/platform/demoData/rows.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'

type LogRow = {
  storeId: number | null
  time: string
  stream: LogEvent['stream']
  severity: LogEvent['severity']
  result: LogEvent['result']
  actor: string
  event: string
  targetType: string | null
  targetId: number | null
  label: string | null
  requestId: string
  ip: string
  changes: object
  cause: string | null
}

/** An email that failed because the mail server rejected the sign-in or the recipient. */
export type FailedEmail = {
  storeId: number
  at: number
  rejected: keyof typeof failedEmailEvents
}

type SeededStore = { plan: StorePlan; row: StoreRow }
type LogMoment = { at: number; store: SeededStore; event: LogEvent }

/** Generate IP addresses in the ranges reserved for documentation. */
const addressGenerators = [
  (random: RandomSource) => `192.0.2.${pickInteger(random, 1, 254)}`,
  (random: RandomSource) => `198.51.100.${pickInteger(random, 1, 254)}`,
  (random: RandomSource) => `203.0.113.${pickInteger(random, 1, 254)}`,
  (random: RandomSource) => `2001:db8::${pickInteger(random, 1, 0xffff).toString(16)}`,
]

const weightedEvents = logEvents.flatMap((event) =>
  Array.from({ length: event.weight }, () => event),
)

/**
 * Generates the logs of all stores, one day at a time and each day in order, so that they can be
 * appended.
 */
export function* generateLogs(
  stores: readonly SeededStore[],
  random: RandomSource,
  {
    count,
    period,
    incidents,
    failedEmails,
  }: {
    count: number
    period: SeedPeriod
    incidents: DemoIncidents
    failedEmails: readonly FailedEmail[]
  },
): Generator<LogRow[]> {
  const special = [
    ...listIncidentMoments(stores, period, incidents),
    ...listEmailMoments(stores, failedEmails),
  ]
  const changed = new Set<string>()
  /** A field changes only once, to its current value. */
  const isFirstChange = ({ store: { row }, event: { change } }: LogMoment) => {
    if (!change) return true
    const name = `${row.id} ${change.field}`
    const isFirst = row[change.field] !== null && !changed.has(name)
    changed.add(name)
    return isFirst
  }
  /** An email test can't pass while the store's emails fail. */
  const isPlausible = ({ at, store, event: { event } }: LogMoment) =>
    event !== 'mail.checked' ||
    at < incidents.emailFailures.from ||
    !incidents.emailFailures.stores.has(store.plan.index)
  for (const [day, busy] of getDailyActivity(period, false).entries()) {
    const length = pickCount(random, (count / period.days) * busy)
    const usual = Array.from({ length }, (): LogMoment => {
      const store = pickRandom(random, stores, 1.3)
      const at = getDayStart(period, day) + pickTimeOfDay(random, store.plan.region.hoursAhead)
      return { at, store, event: pickRandom(random, weightedEvents) }
    })
    const today = special.filter(
      ({ at }) => at >= getDayStart(period, day) && at < getDayStart(period, day + 1),
    )
    yield [...usual, ...today]
      .filter(({ at, store }) => at <= period.now && at >= store.plan.createdAt)
      .toSorted((one, other) => one.at - other.at)
      .filter(isFirstChange)
      .filter(isPlausible)
      .map((moment) => toLogRow(moment, random))
  }
}

const generateHex = (random: RandomSource, length: number) =>
  Array.from({ length }, () => pickInteger(random, 0, 15).toString(16)).join('')

function toLogRow(
  { at, store: { row }, event: logEvent }: LogMoment,
  random: RandomSource,
): LogRow {
  const { stream, severity, result, event, actorKind, change, cause } = logEvent
  const role = rollChance(random, 0.5) ? 'dev' : 'admin'
  const actor = {
    operator: pickRandom(random, activeOperators),
    platform: 'platform',
    somebody: `${role}@${row.code}.example.net`,
  }[actorKind]
  // Operators sign in to the console, not to a store.
  const isSignIn = actorKind === 'operator' && event.startsWith('auth.')
  const target = isSignIn
    ? { storeId: null, targetType: null, targetId: null, label: null }
    : { storeId: row.id, targetType: 'stores', targetId: row.id, label: row.name }
  return {
    time: toIsoTime(at),
    stream,
    severity,
    result,
    actor,
    event,
    ...target,
    requestId: `${generateHex(random, 8)}-${generateHex(random, 4)}-4${generateHex(random, 3)}-a${generateHex(random, 3)}-${generateHex(random, 12)}`,
    ip: actorKind === 'platform' ? '' : pickRandom(random, addressGenerators)(random),
    changes: change ? { [change.field]: { before: change.before, after: row[change.field] } } : {},
    cause: cause ?? null,
  }
}

function listEmailMoments(
  stores: readonly SeededStore[],
  failedEmails: readonly FailedEmail[],
): LogMoment[] {
  const storesById = new Map(stores.map((store) => [store.row.id, store]))
  return failedEmails.flatMap(({ storeId, at, rejected }) => {
    const store = storesById.get(storeId)
    return store ? [{ at, store, event: failedEmailEvents[rejected] }] : []
  })
}

function listIncidentMoments(
  stores: readonly SeededStore[],
  period: SeedPeriod,
  { outage, misconfigured }: DemoIncidents,
): LogMoment[] {
  const repeatEvent = (
    store: SeededStore,
    event: LogEvent,
    from: number,
    until: number,
    step = 2 * msPerHour,
  ) => {
    const moments: LogMoment[] = []
    const shift = ((store.plan.index * 7919) % 3600) * 1000
    for (let at = from + shift; at < until; at += step) moments.push({ at, store, event })
    return moments
  }
  return stores.flatMap((store) => {
    const { index, gateway, status } = store.plan
    return [
      ...(gateway === outage.gateway && status === 'active'
        ? [
            ...repeatEvent(store, incidentEvents.outage, outage.from, outage.until, 4 * msPerHour),
            { at: outage.until + 61_000, store, event: incidentEvents.outageOver },
          ]
        : []),
      ...(misconfigured?.store === index
        ? repeatEvent(store, incidentEvents.misconfigured, misconfigured.from, period.now)
        : []),
    ]
  })
}
