import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore.ts'
import { focusFirstInvalid } from '#client/ui/focusFirstInvalid.ts'

/** Puts the focus on the heading of a step that opens, and on the first bad field of one that was refused. */
export function useStepFocus(
  wizard: ActorRefFrom<typeof createStoreMachine>,
  form: RefObject<HTMLFormElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    // A frame later the step is there, and its fields are marked.
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
