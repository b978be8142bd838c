import type { ComponentPropsWithRef } from 'react'
import type { Option } from '#shared/fields.ts'
import { describedBy, FieldFrame } from './Field.tsx'
import * as styles from './Field.css.ts'

export type SelectProps = ComponentPropsWithRef<'select'> & {
  id: string
  name: string
  label: string
  options: readonly Option[]
  /** The words of the choice that stands for nothing; without them there is no such choice. */
  emptyLabel?: string | undefined
  hint?: string | undefined
  error?: string | undefined
}

/** One of a short list. */
export function Select({
  label,
  options,
  emptyLabel,
  hint,
  error,
  required,
  ...select
}: SelectProps) {
  return (
    <FieldFrame id={select.id} label={label} hint={hint} error={error} required={required}>
      <select
        {...select}
        className={styles.control}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(select.id, hint, error)}
      >
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
