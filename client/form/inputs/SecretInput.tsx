import { useState } from 'react'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { isSecretState } from '#shared/engine/list/referenceValues.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { messages } from '#shared/messages.ts'
import { useCanWrite, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { getDescriptionId, FieldFrame } from '#client/ui/inputs/Field.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { ClearCheckbox } from './FileInput.tsx'
import { toRequiredProp } from './inputProps.ts'
import type { InputProps } from './inputProps.ts'
import * as styles from '#client/ui/inputs/Field.css.ts'

/**
 * Renders a value that is written and never shown: empty keeps the saved one, a checkbox clears it.
 * Without its permission, only its state is visible.
 */
export function SecretInput({ id, name, field, value, error }: InputProps) {
  const { label, required, permission: requiredPermission } = field
  const [saved] = useState(value)
  const zone = useTimeZone()
  const canWrite = useCanWrite()
  const isSet = isSecretState(saved) && saved.set
  const state = formatValue(field, saved, {}, name, zone)
  if (requiredPermission && !canWrite(requiredPermission)) {
    const reason = messages.forbidden.call(requiredPermission)
    return (
      <FieldFrame {...{ id, label, error }} required={toRequiredProp(field)} hint={reason}>
        <input
          id={id}
          readOnly
          value={state}
          className={styles.control}
          aria-invalid={error ? true : undefined}
          aria-describedby={getDescriptionId(id, reason, error)}
        />
      </FieldFrame>
    )
  }
  const savedHint = isSet && formMessages.secretKeeps(state)
  const hintText = [savedHint, field.hint].filter(Boolean).join(' ')
  const hint =
    isSet && saved.changedAt ? <Instant at={saved.changedAt} format={() => hintText} /> : hintText
  return (
    <FieldFrame {...{ id, label, hint, error }} required={toRequiredProp(field)}>
      <input
        id={id}
        name={name}
        type="password"
        // Keeps the browser from saving it, or filling in the operator's own password.
        autoComplete="new-password"
        className={styles.control}
        aria-required={(required && !isSet) || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={getDescriptionId(id, hint, error)}
      />
      {isSet && !required && <ClearCheckbox name={name} label={label} />}
    </FieldFrame>
  )
}
