import type { Incidents } from '#server/platform/areas/payments/seed/incidents.ts'
import { incidentEvents, logEvents } from './logEvents.ts'
import type { LogEvent } from './logEvents.ts'
import { activeOperators } from '#server/platform/demoData/people.ts'
import { dayMs, hourMs, instant, startOf } from '#server/platform/demoData/period.ts'
import type { Period } from '#server/platform/demoData/period.ts'
import { chance, pick, times, whole } from '#server/platform/demoData/random.ts'
import type { Random } from '#server/platform/demoData/random.ts'
import { rhythmOf, timeOfDay } from '#server/platform/demoData/rhythm.ts'
import type { StoreRow } from '#server/platform/areas/stores/seed/store.ts'
import type { StorePlan } from '#server/platform/areas/stores/seed/storePlan.ts'

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

type Made = { plan: StorePlan; row: StoreRow }
type Moment = { at: number; of: Made; event: LogEvent }

/** Addresses that belong to nobody: the ranges that are kept for documentation. */
const addresses = [
  (random: Random) => `192.0.2.${whole(random, 1, 254)}`,
  (random: Random) => `198.51.100.${whole(random, 1, 254)}`,
  (random: Random) => `203.0.113.${whole(random, 1, 254)}`,
  (random: Random) => `2001:db8::${whole(random, 1, 0xffff).toString(16)}`,
]

const often = logEvents.flatMap((event) => Array.from({ length: event.weight }, () => event))

/** The logs of all stores, a day at a time and each day in order, so that they can be appended as they come. */
export function* logsOf(
  stores: readonly Made[],
  random: Random,
  { count, period, incidents }: { count: number; period: Period; incidents: Incidents },
): Generator<LogRow[]> {
  const special = incidentMoments(stores, period, incidents)
  const changed = new Set<string>()
  /** A field changes once, to what it is now. */
  const isFirstChange = ({ of: { row }, event: { change } }: Moment) => {
    if (!change) return true
    const name = `${row.id} ${change.field}`
    const isFirst = row[change.field] !== null && !changed.has(name)
    changed.add(name)
    return isFirst
  }
  for (const [day, busy] of rhythmOf(period, false).entries()) {
    const length = times(random, (count / period.days) * busy)
    const usual = Array.from({ length }, (): Moment => {
      const of = pick(random, stores, 1.3)
      const at = startOf(period, day) + timeOfDay(random, of.plan.region.ahead)
      return { at, of, event: pick(random, often) }
    })
    const today = special.filter(
      ({ at }) => at >= startOf(period, day) && at < startOf(period, day + 1),
    )
    yield [...usual, ...today]
      .filter(({ at, of }) => at <= period.now && at >= of.plan.createdAt)
      .toSorted((one, other) => one.at - other.at)
      .filter(isFirstChange)
      .map((moment) => rowOf(moment, random))
  }
}

const hex = (random: Random, length: number) =>
  Array.from({ length }, () => whole(random, 0, 15).toString(16)).join('')

function rowOf({ at, of: { row }, event: what }: Moment, random: Random): LogRow {
  const { stream, severity, result, event, by, change, cause } = what
  const asked = chance(random, 0.5) ? 'dev' : 'admin'
  const actor = {
    operator: pick(random, activeOperators),
    platform: 'platform',
    somebody: `${asked}@${row.code}.example.net`,
  }[by]
  // Operators sign in to the console, not to a store.
  const isSignIn = by === 'operator' && event.startsWith('auth.')
  const target = isSignIn
    ? { storeId: null, targetType: null, targetId: null, label: null }
    : { storeId: row.id, targetType: 'stores', targetId: row.id, label: row.name }
  return {
    time: instant(at),
    stream,
    severity,
    result,
    actor,
    event,
    ...target,
    requestId: `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
    ip: by === 'platform' ? '' : pick(random, addresses)(random),
    changes: change ? { [change.field]: { before: change.before, after: row[change.field] } } : {},
    cause: cause ?? null,
  }
}

function incidentMoments(
  stores: readonly Made[],
  period: Period,
  { outage, misconfigured, mail }: Incidents,
): Moment[] {
  const every = (of: Made, event: LogEvent, from: number, until: number, step = 2 * hourMs) => {
    const moments: Moment[] = []
    const shift = ((of.plan.index * 7919) % 3600) * 1000
    for (let at = from + shift; at < until; at += step) moments.push({ at, of, event })
    return moments
  }
  return stores.flatMap((of) => {
    const { index, gateway, status } = of.plan
    return [
      ...(gateway === outage.gateway && status === 'active'
        ? [
            ...every(of, incidentEvents.outage, outage.from, outage.until, 4 * hourMs),
            { at: outage.until + 61_000, of, event: incidentEvents.outageOver },
          ]
        : []),
      ...(misconfigured?.store === index
        ? every(of, incidentEvents.misconfigured, misconfigured.from, period.now)
        : []),
      ...(mail.stores.has(index)
        ? every(of, incidentEvents.mail, mail.from, Math.min(period.now, mail.from + 2 * dayMs))
        : []),
    ]
  })
}
