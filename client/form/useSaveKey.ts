import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Ctrl/Cmd+S saves the form, wherever on the page the focus is (screens.md, "Every form"). */
export function useSaveKey(form: RefObject<HTMLFormElement | null>, save = submitForm): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (form.current) save(form.current)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [form, save])
}

const submitForm = (form: HTMLFormElement) => form.requestSubmit()

/** What the key does in a small form: presses the one button that sends, unless it takes something away. */
export function clickOnlyButton(form: HTMLFormElement): void {
  const [only, ...others] = form.querySelectorAll<HTMLButtonElement>('[type=submit]')
  if (only && others.length === 0 && !('danger' in only.dataset)) only.click()
}

/** A value still being typed is committed by leaving the field, which then has the focus again. */
export function commitActiveField(form: HTMLFormElement | null): void {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.matches('input, textarea') && form?.contains(field)) {
    field.blur()
    field.focus({ preventScroll: true })
  }
}
