import type { ComponentPropsWithRef } from 'react'
import type { Rules } from './rules.ts'
import { getDescriptionId, FieldFrame } from './Field.tsx'
import type { FieldFrameProps } from './Field.tsx'
import { usePreHydrationText } from './usePreHydrationText.ts'
import { useRules } from './useRules.ts'
import * as field from './Field.css.ts'
import * as styles from './Textarea.css.ts'

export type TextareaProps = Omit<
  ComponentPropsWithRef<'textarea'>,
  'color' | 'value' | 'ref' | 'required'
> & {
  id: string
  name: string
  label: string
  color?: keyof typeof styles.color
  hint?: string | undefined
  /** The server's error; takes precedence over the rules. */
  error?: string | undefined
  rules?: Rules | undefined
  required?: FieldFrameProps['required']
}

/** Renders several lines of text (spec.md section 2, Textarea). The DOM owns its value. */
export function Textarea({
  label,
  color = 'slate',
  hint,
  error,
  rules,
  required,
  ...textarea
}: TextareaProps) {
  const { ref, error: failure } = useRules<HTMLTextAreaElement>(label, rules)
  usePreHydrationText(textarea.id, ref)
  const shown = error ?? failure
  return (
    <FieldFrame id={textarea.id} label={label} hint={hint} error={shown} required={required}>
      <textarea
        rows={4}
        {...textarea}
        ref={ref}
        className={`${field.control} ${styles.color[color]}`}
        aria-required={required === true || undefined}
        aria-invalid={shown ? true : undefined}
        aria-describedby={getDescriptionId(textarea.id, hint, shown)}
      />
    </FieldFrame>
  )
}
