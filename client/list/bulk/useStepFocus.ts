import { useEffect } from 'react'
import type { RefObject } from 'react'

/** A step that stands where another one was takes the focus that was lost with it: at `data-start`, else at its first field or button. */
export function useStepFocus(step: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return
    step.current?.querySelector<HTMLElement>(startSelector)?.focus({ preventScroll: true })
  }, [step])
}

const startSelector =
  '[data-start], input:not([type=hidden]), select, textarea, [type=submit]:enabled'
