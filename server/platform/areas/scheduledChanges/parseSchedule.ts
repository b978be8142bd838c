import { enums, integer, nullable, object, optional, string } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { findInstants } from '#shared/format/localTime.ts'
import { isTimeZone } from '#shared/format/zones.ts'
import { addTime } from '#shared/format/dates.ts'
import { scheduleMessages } from '#shared/areas/scheduledChanges/messages.ts'
import { guardNames } from '#shared/engine/guards.ts'
import { storesZone } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import type { ScheduleInput } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { validateGuard } from '#server/platform/core/guards/guardInput.ts'
import { badRequest, validationFailed } from '#server/platform/core/platform/httpError.ts'
import { scheduledChangeMessages } from './messages.ts'

const Occurrence = optional(nullable(enums(['first', 'second'])))
const ScheduleBody = object({
  startsAt: string(),
  startOccurrence: Occurrence,
  endsAt: optional(nullable(string())),
  endOccurrence: Occurrence,
  timeZone: string(),
  noticeHours: optional(nullable(integer())),
  guard: optional(nullable(enums(guardNames))),
  guardPercent: optional(nullable(integer())),
})

/** How far ahead a change can be scheduled. */
const maxDaysAhead = 366

/** Reads the times of a request. */
export function readScheduleInput(body: unknown): ScheduleInput {
  if (!is(body, ScheduleBody)) throw badRequest(scheduledChangeMessages.timesBody)
  return body
}

/** The instants between which a change is in effect. */
export type Period = { startsAt: string; endsAt: string | null }

/**
 * Converts local times of one zone to a period, and checks it against the current time. Rejects with
 * 422 what isn't valid, also a time that clocks skip, or that occurs twice without saying which.
 */
export function toPeriod(input: ScheduleInput, zone: string, now: string): Period {
  const errors: ValidationErrors = {}
  const startsAt = toInstantOnce(input.startsAt, zone, {
    occurrence: input.startOccurrence,
    names: ['startsAt', 'startOccurrence'],
    errors,
  })
  const endsAt =
    (input.endsAt ?? '') === ''
      ? null
      : toInstantOnce(input.endsAt ?? '', zone, {
          occurrence: input.endOccurrence,
          names: ['endsAt', 'endOccurrence'],
          errors,
        })
  if (!isTimeZone(zone)) errors['timeZone'] = scheduledChangeMessages.notZone
  if (startsAt !== null) {
    if (startsAt <= now) errors['startsAt'] = scheduledChangeMessages.past
    else if (startsAt > addTime(now, maxDaysAhead, 'day'))
      errors['startsAt'] = scheduledChangeMessages.tooFar
    if (endsAt !== null && endsAt <= startsAt)
      errors['endsAt'] = scheduledChangeMessages.endNotAfterStart
  }
  if (input.guard && (input.endsAt ?? '') === '')
    errors['guard'] = scheduledChangeMessages.guardNeedsEnd
  Object.assign(errors, validateGuard(input))
  if (startsAt === null || Object.keys(errors).length > 0) throw validationFailed(errors)
  return { startsAt, endsAt }
}

type TimeOptions = {
  occurrence: 'first' | 'second' | null | undefined
  names: readonly [time: string, occurrence: string]
  errors: ValidationErrors
}

/** Returns the instant of a local time; null, with an error, if it isn't exactly one. */
function toInstantOnce(
  local: string,
  zone: string,
  { occurrence, names: [name, occurrenceName], errors }: TimeOptions,
): string | null {
  if (!isTimeZone(zone)) return null
  const instants = local === '' ? null : findInstants(local, zone)
  const fail = (field: string, sentence: string) => {
    errors[field] = sentence
    return null
  }
  if (instants === null)
    return fail(
      name,
      local === ''
        ? scheduledChangeMessages.required(
            name === 'startsAt' ? scheduleMessages.startsAt : scheduleMessages.endsAt,
          )
        : scheduledChangeMessages.notLocalTime,
    )
  const [first, second] = instants
  if (first === undefined) return fail(name, scheduledChangeMessages.skipped(local, zone))
  if (second === undefined) return first
  if (!occurrence) return fail(occurrenceName, scheduledChangeMessages.twice(local, zone))
  return occurrence === 'first' ? first : second
}

/** Whether a request names the time zone of each store instead of one zone. */
export const usesStoreZones = ({ timeZone }: ScheduleInput): boolean => timeZone === storesZone
