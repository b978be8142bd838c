import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Opens every `<details>` around an element, which can't be seen or focused while one is closed.
 */
export function openSurroundingDetails(element: Element | null | undefined): void {
  const fold = element?.closest('details')
  if (!fold) return
  fold.open = true
  openSurroundingDetails(fold.parentElement)
}

/** Focuses the form's first invalid field (screens.md, "Every form"). */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  openSurroundingDetails(field)
  field?.focus()
  // Its message is below it, and a field that already has the focus may be out of sight.
  field?.closest('[data-invalid]')?.scrollIntoView({ block: 'nearest' })
  field?.scrollIntoView({ block: 'nearest' })
}

/**
 * Focuses the first invalid field after each rejected submit, one frame later, when the fields are
 * marked. If `stays` returns true, the focus stays in the field that the user went on to: the typed
 * text would continue in the wrong one.
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
