import { useEffect } from 'react'
import type { RefObject } from 'react'
import { isControl } from '../ui/inputs/useCommittedChange.ts'
import type { Control } from '../ui/inputs/useCommittedChange.ts'

/** Whether it holds something else than the server gave it. */
function isTypedInto(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.defaultSelected && !option.selected)
  const { type } = control
  if (type === 'hidden' || type === 'file') return false
  return control instanceof HTMLInputElement && (type === 'checkbox' || type === 'radio')
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}

/** What was typed into the server's page before its script is heard like what is typed after: it is unsaved. */
export function useTypedBefore(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    for (const control of form.current?.elements ?? [])
      if (isControl(control) && isTypedInto(control))
        control.dispatchEvent(new Event('input', { bubbles: true }))
  }, [form])
}
