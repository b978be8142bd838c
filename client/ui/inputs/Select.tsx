import type { ComponentPropsWithoutRef } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import type { Rules } from './rules.ts'
import { getDescriptionId, FieldFrame } from './Field.tsx'
import type { FieldFrameProps } from './Field.tsx'
import { useRules } from './useRules.ts'
import * as styles from './Field.css.ts'

export type SelectProps = Omit<ComponentPropsWithoutRef<'select'>, 'required'> & {
  id: string
  name: string
  label: string
  options: readonly Option[]
  /** Label of the empty option. Without it, there is no empty option. */
  emptyLabel?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  rules?: Rules | undefined
  required?: FieldFrameProps['required']
}

export function Select({
  label,
  options,
  emptyLabel,
  hint,
  error,
  rules,
  required,
  ...select
}: SelectProps) {
  const { ref, error: failure } = useRules<HTMLSelectElement>(label, rules)
  const shown = error ?? failure
  // A saved value that isn't offered anymore stays selected: the browser would send the first
  // option instead.
  const current = String(select.value ?? select.defaultValue ?? '')
  const isOld = current !== '' && options.every(({ value }) => value !== current)
  return (
    <FieldFrame id={select.id} label={label} hint={hint} error={shown} required={required}>
      <select
        {...select}
        ref={ref}
        className={styles.control}
        aria-required={required === true || undefined}
        aria-invalid={shown ? true : undefined}
        aria-describedby={getDescriptionId(select.id, hint, shown)}
      >
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {isOld && <option value={current}>{current}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
