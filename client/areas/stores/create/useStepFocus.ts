import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { focusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'

/** Puts the focus on the heading of the wizard and of each step that opens, and on the first bad field of one that was refused. */
export function useStepFocus(
  wizard: ActorRefFrom<typeof createStoreMachine>,
  form: RefObject<HTMLFormElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  // Who comes from another page by a key or a link has lost the focus with that page; a page that opens keeps its start.
  const { key } = useLocation()
  const cameHere = useRef(key !== 'default')
  useEffect(() => {
    if (cameHere.current && document.activeElement === document.body) heading.current?.focus()
  }, [heading])
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
