import { useEffect, useEffectEvent, useRef } from 'react'
import type { FocusEvent, RefObject } from 'react'

/**
 * Restores the focus that `change` took away: to the element with the same ID, else to the save
 * button. Returns the form's listeners.
 */
export function useFocusRestoreHandlers(form: RefObject<HTMLFormElement | null>, change: string) {
  const focused = useRef<HTMLElement>(null)
  const restore = useEffectEvent((_change: string) => {
    const previous = focused.current
    if (!previous || document.activeElement !== document.body) return
    const field = previous.id === '' ? null : document.getElementById(previous.id)
    // Buttons with a name do more than save, or something else.
    const sends = '[type="submit"]:not([form], [hidden], [name])'
    const save = form.current?.querySelector<HTMLElement>(sends)
    const successor = field ?? save
    successor?.focus({ preventScroll: true })
    if (isTextControl(previous) && isTextControl(successor))
      successor.setSelectionRange(previous.selectionStart, previous.selectionEnd)
  })
  useEffect(() => {
    // Waits a moment: the button can't take the focus until its machine knows that the work is
    // over.
    queueMicrotask(() => restore(change))
  }, [change])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => (focused.current = target),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) focused.current = null
    },
  }
}

/** Excludes inputs of other types, which throw if their caret is moved. */
const isTextControl = (
  element: HTMLElement | null | undefined,
): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type === 'text')
