import { useState } from 'react'
import { inWords } from '#shared/engine/formValues.ts'
import { isSecretState } from '#shared/engine/picked.ts'
import { messages } from '#shared/messages.ts'
import { useZone } from '../ConsoleContext.tsx'
import { describedBy, FieldFrame } from '../ui/Field.tsx'
import { ClearBox } from './FileInput.tsx'
import type { InputProps } from './inputProps.ts'
import * as styles from '../ui/Field.css.ts'

/** What is written and never shown: empty keeps what is there, a box takes it away. */
export function SecretInput({ id, name, field, value, error }: InputProps) {
  const { label, required } = field
  const [saved] = useState(value)
  const zone = useZone()
  const isSet = isSecretState(saved) && saved.set
  const kept = isSet && messages.form.secretKeeps(inWords(field, saved, {}, name, zone))
  const hint = [kept, field.hint].filter(Boolean).join(' ') || undefined
  return (
    <FieldFrame {...{ id, label, hint, error, required }}>
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
