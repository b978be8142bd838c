import { useEffect, useRef } from 'react'
import type { FocusEvent, RefObject } from 'react'

/** A new address is a new form: gives its search field or menu the focus of the old. Returns what the form listens with. */
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
  // What the old menu was in cannot be asked: it stands nowhere any more.
  return form.querySelector(before.closest('details') ? 'summary' : '#search')
}
