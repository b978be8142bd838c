import { useLayoutEffect, useRef } from 'react'
import type { FocusEvent, RefObject } from 'react'

/**
 * Moves the focus from the old form to the search field or menu of the one for a new URL. Returns
 * the form's listeners.
 */
export function useRefocusListeners(form: RefObject<HTMLFormElement | null>, url: string) {
  const last = useRef(url)
  const focused = useRef<Element>(null)
  // A layout effect, because on a busy machine `startFocusRecovery` can run before other effects.
  useLayoutEffect(() => {
    if (last.current === url) return
    last.current = url
    const previous = focused.current
    focused.current = null
    if (previous && form.current && document.activeElement === document.body)
      findSuccessor(previous, form.current)?.focus({ preventScroll: true })
  }, [url, form])
  return {
    onFocus: ({ target }: FocusEvent) => (focused.current = target),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null
    },
  }
}

function findSuccessor(previous: Element, form: HTMLFormElement): HTMLElement | null {
  // The old menu is detached, so nothing around it can be found anymore.
  return form.querySelector(previous.closest('details') ? 'summary' : '#search')
}
