import type { ReactNode } from 'react'
import { messages } from '#shared/messages.ts'
import * as styles from './Field.css.ts'

export type FieldFrameProps = {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** A string replaces "optional": it names the later step that needs the field. */
  required?: boolean | string | undefined
  aside?: ReactNode
  children: ReactNode
}

/**
 * Renders a field's label, control, hint, and message, linked for screen readers by
 * `getDescriptionId`.
 */
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
        {/* Beside the label, not in it, because it doesn't name the field. */}
        {required !== true && (
          <span className={styles.optional}>
            {required === false ? messages.form.optional : required}
          </span>
        )}
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
      <FieldNote {...{ id, hint, error }} />
    </div>
  )
}

type FieldNoteProps = Pick<FieldFrameProps, 'id' | 'hint' | 'error'>

/** Renders the hint below a control, or its error instead. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  if (!error && !hint) return null
  return (
    <p className={error ? styles.error : styles.hint} id={getDescriptionId(id, hint, error)}>
      {error || hint}
    </p>
  )
}

/** Returns the ID of the hint or error, for the control's `aria-describedby`. */
export function getDescriptionId(
  id: string,
  hint: ReactNode,
  error: string | undefined,
): string | undefined {
  if (error) return `${id}-error`
  return hint ? `${id}-hint` : undefined
}
