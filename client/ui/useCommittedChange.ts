import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (target: EventTarget | null): target is Control =>
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
  const changed = useEffectEvent((event: Event) => {
    if (isControl(event.target)) onChange(event.target)
  })
  useEffect(() => {
    const element = form.current
    if (!element) return
    const listener = (event: Event) => changed(event)
    element.addEventListener('change', listener)
    return () => element.removeEventListener('change', listener)
  }, [form])
}
