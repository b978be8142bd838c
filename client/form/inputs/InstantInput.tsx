import { useState } from 'react'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { getZoneInputName } from '#shared/engine/list/referenceValues.ts'
import { toLocalTime } from '#shared/format/localTime.ts'
import { messages } from '#shared/messages.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { toRequiredProp } from './inputProps.ts'
import type { InputProps } from './inputProps.ts'

/**
 * Renders a date and time in the operator's time zone, without seconds. The zone is submitted too,
 * because it determines the instant.
 */
export function InstantInput({ id, name, field, value, error, readOnly }: InputProps) {
  const here = useTimeZone()
  // Typed text stays in the time zone in which it was started.
  const [zone] = useState(here)
  return (
    <>
      <TextInput
        {...{ id, name, error, readOnly }}
        label={field.label}
        hint={[field.hint, messages.shell.timeZone(zone)].filter(Boolean).join(' ')}
        required={toRequiredProp(field)}
        type="datetime-local"
        max="9999-12-31T23:59"
        defaultValue={toLocalTime(formatInput(value), zone)}
      />
      <input type="hidden" name={getZoneInputName(name)} value={zone} />
    </>
  )
}
