import { useEffect, useRef } from 'react'
import type { FocusEvent, RefObject } from 'react'

/**
 * Moves the focus from the old form to the search field or menu of the one for a new URL. Returns
 * the form's listeners.
 */
export function useFocusAfterApply(form: RefObject<HTMLFormElement | null>, address: string) {
  const last = useRef(address)
  const focused = useRef<Element>(null)
  useEffect(() => {
    if (last.current === address) return
    last.current = address
    const before = focused.current
    focused.current = null
    if (before && form.current && document.activeElement === document.body)
      findSuccessor(before, form.current)?.focus({ preventScroll: true })
  }, [address, form])
  return {
    onFocus: ({ target }: FocusEvent) => (focused.current = target),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null
    },
  }
}

function findSuccessor(before: Element, form: HTMLFormElement): HTMLElement | null {
  // The old menu is detached, so nothing around it can be found anymore.
  return form.querySelector(before.closest('details') ? 'summary' : '#search')
}
