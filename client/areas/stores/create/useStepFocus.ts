import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { focusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'

/**
 * Focuses the heading of the wizard and of each new step, and the first invalid field of a rejected
 * step.
 */
export function useStepFocus(
  wizard: ActorRefFrom<typeof createStoreMachine>,
  form: RefObject<HTMLFormElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  // Navigation within the console loses the focus, which moves to the heading. The first page load
  // keeps its default.
  const { key } = useLocation()
  const hasNavigated = useRef(key !== 'default')
  useEffect(() => {
    if (hasNavigated.current && document.activeElement === document.body) heading.current?.focus()
  }, [heading])
  useEffect(() => {
    // The new step and its errors are rendered one frame later.
    const moves = wizard.on('step.moved', () =>
      requestAnimationFrame(() => heading.current?.focus()),
    )
    const refusals = wizard.on('refused', () =>
      requestAnimationFrame(() => focusFirstInvalid(form.current)),
    )
    return () => {
      moves.unsubscribe()
      refusals.unsubscribe()
    }
  }, [wizard, form, heading])
}
