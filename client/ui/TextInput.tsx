import type { ComponentPropsWithRef, ReactNode } from 'react'
import { describedBy, FieldFrame } from './Field.tsx'
import * as styles from './Field.css.ts'

export type TextInputProps = Omit<ComponentPropsWithRef<'input'>, 'prefix'> & {
  id: string
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  prefix?: ReactNode
  suffix?: ReactNode
}

/** One line of text (spec.md section 2, Text input). Its value is the DOM's own, so that typing before hydration is kept. */
export function TextInput({
  label,
  hint,
  error,
  prefix,
  suffix,
  required,
  ...input
}: TextInputProps) {
  return (
    <FieldFrame id={input.id} label={label} hint={hint} error={error} required={required}>
      <span className={styles.box}>
        {prefix && <span className={styles.affix}>{prefix}</span>}
        <input
          type="text"
          autoComplete="off"
          {...input}
          className={styles.control}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(input.id, hint, error)}
        />
        {suffix && <span className={styles.affix}>{suffix}</span>}
      </span>
    </FieldFrame>
  )
}
