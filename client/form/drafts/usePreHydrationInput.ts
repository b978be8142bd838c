import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isControl } from '#client/ui/inputs/useCommittedChange.ts'
import type { FormControl } from '#client/ui/inputs/useCommittedChange.ts'
import { useIsHydrated } from '#client/ui/focus/useIsHydrated.ts'

/** What was typed into the server's page before its script came is heard like what is typed after it: it is unsaved. */
export function usePreHydrationInput(form: RefObject<HTMLFormElement | null>): void {
  const isScripted = useIsHydrated()
  const isHeard = useRef(isScripted)
  useEffect(() => {
    // Inputs that take over what the server drew have drawn it anew by then.
    if (isHeard.current || !isScripted) return
    isHeard.current = true
    for (const control of form.current?.elements ?? [])
      if (isControl(control) && isControlEdited(control))
        control.dispatchEvent(new Event('input', { bubbles: true }))
  }, [form, isScripted])
}

/** Whether what it sends is something else than the server gave it. */
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
