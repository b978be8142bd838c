import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { Rules } from './rules.ts'
import { getDescriptionId, FieldNote } from './Field.tsx'
import { useRules } from './useRules.ts'
import * as styles from './Field.css.ts'

export type SwitchProps = Omit<
  ComponentPropsWithoutRef<'input'>,
  'type' | 'value' | 'defaultValue'
> & {
  id: string
  name: string
  label: string
  /** Initial value: on if it is `trueValue`. `defaultChecked` and `checked` take precedence. */
  defaultValue?: string | number | undefined
  /** Default 1 (spec.md section 2). */
  trueValue?: string | number
  /** Default 0. */
  falseValue?: string | number
  icon?: ReactNode
  hint?: string | undefined
  error?: string | undefined
  rules?: Rules | undefined
}

/**
 * Renders an on/off switch. The hidden input before the box submits the false value while it's off.
 */
export function Switch({
  label,
  defaultValue,
  trueValue = 1,
  falseValue = 0,
  icon,
  hint,
  error,
  rules,
  ...input
}: SwitchProps) {
  const { ref, error: failure } = useRules<HTMLInputElement>(label, rules)
  const shown = error ?? failure
  const startsOn =
    defaultValue === undefined || input.checked !== undefined
      ? {}
      : { defaultChecked: String(defaultValue) === String(trueValue) }
  return (
    <div className={styles.field} data-invalid={shown ? true : undefined}>
      <div className={styles.switchRow}>
        <input type="hidden" name={input.name} value={falseValue} disabled={input.disabled} />
        <input
          {...startsOn}
          {...input}
          ref={ref}
          type="checkbox"
          role="switch"
          value={trueValue}
          className={styles.switchBox}
          aria-invalid={shown ? true : undefined}
          aria-describedby={getDescriptionId(input.id, hint, shown)}
        />
        {icon}
        <label htmlFor={input.id} className={styles.label}>
          {label}
        </label>
      </div>
      <FieldNote id={input.id} hint={hint} error={shown} />
    </div>
  )
}
