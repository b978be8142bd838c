import { useEffect, useEffectEvent, useRef } from 'react'
import type { FocusEvent, RefObject } from 'react'

/** Where `change` took the focus away, its successor takes it, else the button that saves. Returns the form's listeners. */
export function useRestoredFocus(form: RefObject<HTMLFormElement | null>, change: string) {
  const focused = useRef<HTMLElement>(null)
  const restore = useEffectEvent((_change: string) => {
    const before = focused.current
    if (!before || document.activeElement !== document.body) return
    const field = before.id === '' ? null : document.getElementById(before.id)
    // Those with a name do something else besides, or instead.
    const sends = '[type="submit"]:not([form], [hidden], [name])'
    const save = form.current?.querySelector<HTMLElement>(sends)
    const successor = field ?? save
    successor?.focus({ preventScroll: true })
    if (isTextControl(before) && isTextControl(successor))
      successor.setSelectionRange(before.selectionStart, before.selectionEnd)
  })
  useEffect(() => {
    // A moment later: until its machine has heard that the work is over, the button cannot take the focus.
    queueMicrotask(() => restore(change))
  }, [change])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => (focused.current = target),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null
    },
  }
}

/** Inputs of other types throw when asked to move their caret. */
const isTextControl = (
  element: HTMLElement | null | undefined,
): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type === 'text')
