import type { Field } from '#shared/engine/fields.ts'
import { describedBy, ErrorText } from '../ui/Field.tsx'
import * as field from '../ui/Field.css.ts'
import * as styles from './inputs.css.ts'

/** Several of a fixed set, as boxes that wrap; an empty value before them says "none" where no box is ticked. */
export function ChoicesInput({
  id,
  name,
  field: { label, hint, options = [] },
  value,
  error,
}: {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
}) {
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset
      className={styles.choices}
      data-invalid={error ? true : undefined}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className={field.label}>{label}</legend>
      <input type="hidden" name={name} value="" />
      <div className={styles.boxes}>
        {options.map((option) => (
          <label key={option.value} className={styles.box}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={error ? true : undefined}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText id={id} error={error} />
    </fieldset>
  )
}
