import type { ComponentPropsWithRef } from 'react'
import { describedBy, ErrorText } from './Field.tsx'
import * as styles from './Field.css.ts'

export type SwitchProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'value'> & {
  id: string
  name: string
  label: string
  /** What a form sends while on; default 1 (spec.md section 2). */
  trueValue?: string
  /** What a form sends while off; default 0. */
  falseValue?: string
  hint?: string | undefined
  error?: string | undefined
}

/** On or off. The hidden value before the box makes a form send the false value while it is off. */
export function Switch({
  label,
  trueValue = '1',
  falseValue = '0',
  hint,
  error,
  ...input
}: SwitchProps) {
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <div className={styles.switchRow}>
        <input type="hidden" name={input.name} value={falseValue} disabled={input.disabled} />
        <input
          {...input}
          type="checkbox"
          role="switch"
          value={trueValue}
          className={styles.switchBox}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(input.id, hint, error)}
        />
        <label htmlFor={input.id} className={styles.label}>
          {label}
        </label>
      </div>
      {hint && (
        <p className={styles.hint} id={`${input.id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText id={input.id} error={error} />
    </div>
  )
}
