import { impactParam } from '#shared/engine/impact.ts'
import { parseGuardForm } from '#client/form/parseGuardForm.ts'
import type { ScheduleInput } from '#shared/areas/scheduledChanges/scheduleCalls.ts'

/** Parses the fields of `ScheduleFields`; the platform checks them. */
export function parseScheduleForm(form: FormData): ScheduleInput & { reach: string } {
  const get = (name: string) => String(form.get(name) ?? '')
  const parseOccurrence = (name: string) => {
    const value = get(name)
    return value === 'first' || value === 'second' ? value : null
  }
  return {
    startsAt: get('startsAt'),
    startOccurrence: parseOccurrence('startOccurrence'),
    endsAt: get('endsAt') || null,
    endOccurrence: parseOccurrence('endOccurrence'),
    timeZone: get('timeZone'),
    noticeHours: get('noticeHours') === '' ? null : Number(get('noticeHours')),
    ...parseGuardForm(form),
    reach: get(impactParam),
  }
}
