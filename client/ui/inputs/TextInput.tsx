import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { Rules } from './rules.ts'
import { getDescriptionId, FieldFrame } from './Field.tsx'
import type { FieldFrameProps } from './Field.tsx'
import { useRules } from './useRules.ts'
import * as styles from './Field.css.ts'

export type TextInputProps = Omit<ComponentPropsWithoutRef<'input'>, 'prefix' | 'required'> & {
  id: string
  name: string
  label: string
  hint?: string | undefined
  /** The server's error; takes precedence over the rules. */
  error?: string | undefined
  rules?: Rules | undefined
  prefix?: ReactNode
  suffix?: ReactNode
  required?: FieldFrameProps['required']
}

/**
 * Renders one line of text (spec.md section 2). The DOM owns its value, so that text typed before
 * hydration stays.
 */
export function TextInput({
  label,
  hint,
  error,
  rules,
  prefix,
  suffix,
  required,
  ...input
}: TextInputProps) {
  const { ref, error: failure } = useRules<HTMLInputElement>(label, rules)
  const shown = error ?? failure
  return (
    <FieldFrame id={input.id} label={label} hint={hint} error={shown} required={required}>
      <span className={styles.box}>
        {prefix && <span className={styles.affix}>{prefix}</span>}
        <input
          type="text"
          autoComplete="off"
          {...input}
          ref={ref}
          className={styles.control}
          aria-required={required === true || undefined}
          aria-invalid={shown ? true : undefined}
          aria-describedby={getDescriptionId(input.id, hint, shown)}
        />
        {suffix && <span className={styles.affix}>{suffix}</span>}
      </span>
    </FieldFrame>
  )
}
