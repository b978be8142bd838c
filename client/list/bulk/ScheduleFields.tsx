import { useState } from 'react'
import { scheduleMessages } from '#shared/areas/scheduledChanges/messages.ts'
import { storesZone } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import type { ScheduleInput } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import { guardMessages } from '#shared/engine/guardMessages.ts'
import { timeZones } from '#shared/format/regions.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { GuardFields } from '#client/form/GuardFields.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'

/** The local times that a form of a scheduled change starts with. */
export type ScheduleTimes = Partial<
  Pick<ScheduleInput, 'startsAt' | 'endsAt' | 'timeZone' | 'noticeHours' | 'guard' | 'guardPercent'>
>

type Props = {
  answer: RejectedForm | undefined
  times?: ScheduleTimes
  /** Whether each store's own time zone can be chosen. */
  hasStores?: boolean
  /** Whether store admins can be told beforehand. */
  canNotify?: boolean
  /** Whether an end can restore what the change replaces. */
  canEnd?: boolean
}

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Renders when a change starts and ends: local times of a time zone. */
export function ScheduleFields({ answer, times = {}, canEnd = true, ...props }: Props) {
  const { hasStores = false, canNotify = false } = props
  const here = useTimeZone()
  const get = (name: keyof ScheduleTimes) => String(answer?.values[name] ?? times[name] ?? '')
  const [zone] = useState(get('timeZone') || here)
  const zones = [...new Set([here, ...Object.keys(timeZones)])]
  return (
    <>
      <TimeInput
        name="startsAt"
        label={scheduleMessages.startsAt}
        answer={answer}
        value={get('startsAt')}
        required
      />
      <OccurrenceSelect
        name="startOccurrence"
        label={scheduleMessages.startOccurrence}
        answer={answer}
      />
      {canEnd && (
        <>
          <TimeInput
            name="endsAt"
            label={scheduleMessages.endsAt}
            hint={scheduleMessages.endHint}
            answer={answer}
            value={get('endsAt')}
          />
          <OccurrenceSelect
            name="endOccurrence"
            label={scheduleMessages.endOccurrence}
            answer={answer}
          />
        </>
      )}
      <Select
        id="schedule-zone"
        name="timeZone"
        label={scheduleMessages.timeZone}
        options={[
          ...(hasStores ? [{ value: storesZone, label: scheduleMessages.storesZone }] : []),
          ...zones.map((name) => ({ value: name, label: name })),
        ]}
        defaultValue={zone}
        error={answer?.errors['timeZone']}
        required
      />
      {canNotify && (
        <Select
          id="schedule-notice"
          name="noticeHours"
          label={scheduleMessages.noticeHours}
          options={toOptions(scheduleMessages.notices)}
          emptyLabel={scheduleMessages.noNotice}
          defaultValue={get('noticeHours')}
          error={answer?.errors['noticeHours']}
        />
      )}
      {canEnd && (
        <GuardFields
          answer={answer}
          hint={guardMessages.hint}
          initial={{ guard: times.guard, guardPercent: times.guardPercent }}
        />
      )}
    </>
  )
}

type TimeInputProps = {
  name: 'startsAt' | 'endsAt'
  label: string
  hint?: string
  answer: RejectedForm | undefined
  value: string
  required?: true
}

const TimeInput = ({ name, label, hint, answer, value, required }: TimeInputProps) => (
  <TextInput
    id={`schedule-${name}`}
    name={name}
    label={label}
    hint={hint}
    type="datetime-local"
    max="9999-12-31T23:59"
    defaultValue={value}
    error={answer?.errors[name]}
    required={required}
  />
)

type OccurrenceProps = {
  name: 'startOccurrence' | 'endOccurrence'
  label: string
  answer: RejectedForm | undefined
}

/** Asks which of two equal local times is meant, once the platform had to ask. */
function OccurrenceSelect({ name, label, answer }: OccurrenceProps) {
  const value = String(answer?.values[name] ?? '')
  const error = answer?.errors[name]
  if (!error && !value) return null
  return (
    <Select
      id={`schedule-${name}`}
      name={name}
      label={label}
      options={toOptions(scheduleMessages.occurrences)}
      emptyLabel=""
      defaultValue={value}
      error={error}
    />
  )
}
