import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import { runAfterPointerUp, watchPointer } from '../focus/runAfterPointerUp.ts'

export type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isControl = (target: EventTarget | null): target is FormControl =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

/**
 * Listens for the DOM's `change`, when a value is committed: checks run on change (spec.md section
 * 5). React's `onChange` fires on every key.
 */
export function useCommittedChange(
  form: RefObject<HTMLFormElement | null>,
  onChange: (control: FormControl) => void,
): void {
  const changed = useEffectEvent((control: FormControl) => onChange(control))
  useEffect(() => {
    const element = form.current
    if (!element) return
    watchPointer()
    const listener = ({ target }: Event) => {
      if (isControl(target)) runAfterPointerUp(() => changed(target))
    }
    element.addEventListener('change', listener)
    return () => element.removeEventListener('change', listener)
  }, [form])
}
