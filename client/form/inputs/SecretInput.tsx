import { useState } from 'react'
import { inWords } from '#shared/engine/fields/formValues.ts'
import { isSecretState } from '#shared/engine/list/picked.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { messages } from '#shared/messages.ts'
import { useMayWrite, useZone } from '#client/runtime/ConsoleContext.tsx'
import { describedBy, FieldFrame } from '#client/ui/inputs/Field.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { ClearBox } from './FileInput.tsx'
import { saidRequired } from './inputProps.ts'
import type { InputProps } from './inputProps.ts'
import * as styles from '#client/ui/inputs/Field.css.ts'

/** What is written and never shown: empty keeps what is there, a box takes it away. Who lacks its right sees how it stands. */
export function SecretInput({ id, name, field, value, error }: InputProps) {
  const { label, required, needs } = field
  const [saved] = useState(value)
  const zone = useZone()
  const mayWrite = useMayWrite()
  const isSet = isSecretState(saved) && saved.set
  const state = inWords(field, saved, {}, name, zone)
  if (needs && !mayWrite(needs)) {
    const why = messages.forbidden.call(needs)
    return (
      <FieldFrame {...{ id, label, error }} required={saidRequired(field)} hint={why}>
        <input
          id={id}
          readOnly
          value={state}
          className={styles.control}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, why, error)}
        />
      </FieldFrame>
    )
  }
  const kept = isSet && formMessages.secretKeeps(state)
  const words = [kept, field.hint].filter(Boolean).join(' ')
  const hint = isSet && saved.changedAt ? <Instant at={saved.changedAt} say={() => words} /> : words
  return (
    <FieldFrame {...{ id, label, hint, error }} required={saidRequired(field)}>
      <input
        id={id}
        name={name}
        type="password"
        // Neither kept by the browser nor filled in with the operator's own password.
        autoComplete="new-password"
        className={styles.control}
        aria-required={(required && !isSet) || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
      {isSet && !required && <ClearBox name={name} label={label} />}
    </FieldFrame>
  )
}
