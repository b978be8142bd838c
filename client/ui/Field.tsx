import type { ReactNode } from 'react'
import { messages } from '#shared/messages.ts'
import * as styles from './Field.css.ts'

export type FieldFrameProps = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  required?: boolean | undefined
  aside?: ReactNode
  children: ReactNode
}

/** Label, control, hint and message of one field, joined for screen readers through `describedBy`. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  required = true,
  aside,
  children,
}: FieldFrameProps) {
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {/* Beside the label, not in it: it names no field. */}
        {!required && <span className={styles.optional}>{messages.form.optional}</span>}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText id={id} error={error} />
    </div>
  )
}

export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className={styles.error} id={`${id}-error`}>
      {error}
    </p>
  )
}

/** The ids of hint and message, for `aria-describedby` of the control. */
export function describedBy(
  id: string,
  hint: string | undefined,
  error: string | undefined,
): string | undefined {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}
