import { addDays, countDays, toDay } from '#shared/format/dates.ts'
import { toInstant } from '#shared/format/localTime.ts'
import { weekdayNames } from '#shared/format/timesOfDay.ts'

export type Rotation = {
  /** In the order of their weeks. */
  userIds: readonly number[]
  timeZone: string
  handoverDay: string
  handoverTime: string
  /** A day in the week of the first user. */
  startsOn: string
}

/** `startsAt` and `endsAt` are ISO 8601. */
export type Override = { userId: number; startsAt: string; endsAt: string }

export type Schedule = {
  rotation: Rotation
  /** In the order in which they were created. The last one that applies wins. */
  overrides: readonly Override[]
  /** Whether an account can act. Others are skipped. */
  isActive: (userId: number) => boolean
}

const daysPerWeek = 7

/** 1970-01-05 was a Monday. */
const getWeekday = (day: string) => modulo(countDays('1970-01-05', day), daysPerWeek)

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor

/** Returns the handover day on or before a day. */
function getHandoverDay({ handoverDay }: Rotation, day: string): string {
  return addDays(day, -modulo(getWeekday(day) - weekdayNames.indexOf(handoverDay), daysPerWeek))
}

/** Returns when the week that starts on this day begins. Clocks that skip the time begin later. */
const getHandover = ({ handoverTime, timeZone }: Rotation, day: string): string =>
  toInstant(`${day}T${handoverTime}`, timeZone)

/** Returns the day on which the week began that an instant is in. */
function getWeekStart(rotation: Rotation, at: string): string {
  const day = getHandoverDay(rotation, toDay(at, rotation.timeZone))
  return getHandover(rotation, day) <= at ? day : addDays(day, -daysPerWeek)
}

/** Finds who is on call at an instant (ISO 8601); null if no account can act. */
export function findOnCall({ rotation, overrides, isActive }: Schedule, at: string): number | null {
  const override = overrides.findLast(
    ({ userId, startsAt, endsAt }) => startsAt <= at && at < endsAt && isActive(userId),
  )
  if (override) return override.userId
  const { userIds, startsOn } = rotation
  const days = countDays(getHandoverDay(rotation, startsOn), getWeekStart(rotation, at))
  const turn = modulo(days / daysPerWeek, userIds.length)
  return [...userIds.slice(turn), ...userIds.slice(0, turn)].find(isActive) ?? null
}

/** Finds the next change of who is on call after an instant; null if nothing changes. */
export function findNextOnCall(
  schedule: Schedule,
  at: string,
): { userId: number | null; at: string } | null {
  const { rotation, overrides } = schedule
  const current = findOnCall(schedule, at)
  const boundaries = overrides
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((boundary) => boundary > at)
  // After the last override, everyone's week comes within one round.
  const last = [at, ...boundaries].toSorted().at(-1) ?? at
  const lastDay = addDays(toDay(last), (rotation.userIds.length + 1) * daysPerWeek)
  const handovers = []
  for (
    let day = addDays(getWeekStart(rotation, at), daysPerWeek);
    day <= lastDay;
    day = addDays(day, daysPerWeek)
  )
    handovers.push(getHandover(rotation, day))
  for (const change of [...boundaries, ...handovers].toSorted()) {
    const userId = findOnCall(schedule, change)
    if (userId !== current) return { userId, at: change }
  }
  return null
}
