import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import { afterPointer, watchPointer } from './afterPointer.ts'

/** What a value is typed into or chosen with. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Whether a value is typed into this, or chosen with it. */
export const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

/**
 * Hears the DOM's own `change`, which comes when a value is committed. React's `onChange` comes with every key, and
 * validation runs on change, not on input (spec.md section 5).
 */
export function useCommittedChange(
  form: RefObject<HTMLFormElement | null>,
  onChange: (control: Control) => void,
): void {
  const changed = useEffectEvent((control: Control) => onChange(control))
  useEffect(() => {
    const element = form.current
    if (!element) return
    watchPointer()
    const listener = ({ target }: Event) => {
      if (isControl(target)) afterPointer(() => changed(target))
    }
    element.addEventListener('change', listener)
    return () => element.removeEventListener('change', listener)
  }, [form])
}
