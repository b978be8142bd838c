import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Opens what an element is folded in: nobody sees it, and no focus gets there, while it is closed. */
export function openDetails(element: Element | null | undefined): void {
  const fold = element?.closest('details')
  if (!fold) return
  fold.open = true
  openDetails(fold.parentElement)
}

/** Puts the focus on the first field of the form that is marked wrong (screens.md, "Every form"). */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  openDetails(field)
  field?.focus()
  // Its message stands below it; and one that has the focus already may have been scrolled away.
  field?.closest('[data-invalid]')?.scrollIntoView({ block: 'nearest' })
  field?.scrollIntoView({ block: 'nearest' })
}

/**
 * The same for each new `refusal` of a submit, one frame later, when the fields that it names are marked. Who went on to another
 * field meanwhile `stays` in it: what is being typed there would go on in the wrong one.
 */
export function useFocusFirstInvalid(
  form: RefObject<HTMLFormElement | null>,
  refusal: unknown,
  stays?: () => boolean,
): void {
  useEffect(() => {
    if (!refusal) return
    const frame = requestAnimationFrame(() => stays?.() || focusFirstInvalid(form.current))
    return () => cancelAnimationFrame(frame)
  }, [form, refusal, stays])
}
