import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { isOpenModal } from '#client/ui/focus/useTopDialog.ts'

/**
 * Moves the focus to a step that replaces another one and its focus: to `data-start`, else to its
 * first field or button.
 */
export function useFocusFirstControl(step: RefObject<HTMLElement | null>): void {
  // Before `startFocusRecovery`, which a later effect might not precede on a busy machine.
  useLayoutEffect(() => {
    const panel = step.current?.closest('dialog')
    // A panel that is just opening places the focus.
    if (!panel || !isOpenModal(panel) || document.activeElement !== document.body) return
    step.current?.querySelector<HTMLElement>(startSelector)?.focus({ preventScroll: true })
  }, [step])
}

const startSelector =
  '[data-start], input:not([type=hidden]), select, textarea, [type=submit]:enabled'
