import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isControl } from '#client/ui/inputs/useCommittedChange.ts'
import type { FormControl } from '#client/ui/inputs/useCommittedChange.ts'
import { useIsHydrated } from '#client/ui/focus/useIsHydrated.ts'

/**
 * Reports what was typed into the server's page before script ran, so that it counts as unsaved.
 */
export function usePreHydrationInput(form: RefObject<HTMLFormElement | null>): void {
  const isScripted = useIsHydrated()
  const isReported = useRef(isScripted)
  useEffect(() => {
    // By then, inputs that take over the server's markup have rendered again.
    if (isReported.current || !isScripted) return
    isReported.current = true
    for (const control of form.current?.elements ?? [])
      if (isControl(control) && isControlEdited(control))
        control.dispatchEvent(new Event('input', { bubbles: true }))
  }, [form, isScripted])
}

/** Whether the control would submit something other than the server rendered. */
export function isControlEdited(control: FormControl): boolean {
  if (control.name === '') return false
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.defaultSelected && !option.selected)
  const { type } = control
  if (type === 'hidden' || type === 'file') return false
  return control instanceof HTMLInputElement && (type === 'checkbox' || type === 'radio')
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}
