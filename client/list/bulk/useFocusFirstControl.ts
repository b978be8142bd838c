import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Moves the focus to a step that replaces another one and its focus: to `data-start`, else to its
 * first field or button.
 */
export function useFocusFirstControl(step: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return
    step.current?.querySelector<HTMLElement>(startSelector)?.focus({ preventScroll: true })
  }, [step])
}

const startSelector =
  '[data-start], input:not([type=hidden]), select, textarea, [type=submit]:enabled'
