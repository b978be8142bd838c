import { useState } from 'react'
import { clearName } from '#shared/engine/picked.ts'
import { messages } from '#shared/messages.ts'
import { describedBy, FieldFrame } from '../ui/Field.tsx'
import type { InputProps } from './inputProps.ts'
import * as styles from '../ui/Field.css.ts'

const say = messages.form

/** A file that goes with the form; what is there stays unless another is chosen or it is taken away. */
export function FileInput({ id, name, field, value, error }: InputProps) {
  const { label, required, accept } = field
  // What is there, also while another one is chosen.
  const [saved] = useState(value)
  const kept = typeof saved === 'number' ? saved : null
  const hint = [kept !== null && say.replaces(String(kept)), field.hint].filter(Boolean).join(' ')
  return (
    <FieldFrame {...{ id, label, error, required }} hint={hint || undefined}>
      <input
        id={id}
        name={name}
        type="file"
        accept={accept?.join()}
        className={styles.control}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint || undefined, error)}
      />
      {kept !== null && !required && <ClearBox name={name} label={label} />}
    </FieldFrame>
  )
}

/** Takes away what an empty input leaves as it is. */
export const ClearBox = ({ name, label }: { name: string; label: string }) => (
  <label className={styles.switchRow}>
    <input type="checkbox" name={clearName(name)} value="1" />
    {say.clear(label)}
  </label>
)
