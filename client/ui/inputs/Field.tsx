import type { ReactNode } from 'react'
import { messages } from '#shared/messages.ts'
import * as styles from './Field.css.ts'

export type FieldFrameProps = {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** A text stands in place of "optional": which later step needs it. */
  required?: boolean | string | undefined
  aside?: ReactNode
  children: ReactNode
}

/** Label, control, hint and message of one field, joined for screen readers through `getDescriptionId`. */
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

/** What stands under a control: its hint, or in its place what is wrong. */
export function FieldNote({ id, hint, error }: FieldNoteProps) {
  if (!error && !hint) return null
  return (
    <p className={error ? styles.error : styles.hint} id={getDescriptionId(id, hint, error)}>
      {error || hint}
    </p>
  )
}

/** The id of what is told of it, for `aria-describedby` of the control. */
export function getDescriptionId(
  id: string,
  hint: ReactNode,
  error: string | undefined,
): string | undefined {
  if (error) return `${id}-error`
  return hint ? `${id}-hint` : undefined
}
