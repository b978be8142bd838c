import { useId, useState } from 'react'
import type { KeyboardEvent, ReactElement } from 'react'
import { cloneElement } from 'react'
import * as styles from './Tooltip.css.ts'

type TooltipProps = {
  text: string
  color?: keyof typeof styles.bubble
  /** Must be focusable. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/**
 * Explains a control. CSS shows it on hover or focus; leave, blur (spec.md section 2), and Escape
 * hide it.
 */
export function Tooltip({ text, color = 'slate', children }: TooltipProps) {
  const id = useId()
  const [dismissed, setDismissed] = useState(false)
  const reset = () => setDismissed(false)
  return (
    <span
      className={styles.anchor}
      data-dismissed={dismissed || undefined}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && setDismissed(true)}
      onMouseLeave={reset}
      onBlur={reset}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span role="tooltip" id={id} className={styles.bubble[color]}>
        {text}
      </span>
    </span>
  )
}
