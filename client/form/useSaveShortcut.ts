import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Saves the form on Ctrl/Cmd+S, wherever the focus is (screens.md, "Every form"). */
export function useSaveShortcut(form: RefObject<HTMLFormElement | null>, save = submitForm): void {
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

/** Clicks a small form's only submit button on the save key, unless it's destructive. */
export function clickOnlyButton(form: HTMLFormElement): void {
  const [only, ...others] = form.querySelectorAll<HTMLButtonElement>('[type=submit]')
  if (only && others.length === 0 && !('danger' in only.dataset)) only.click()
}

/** Commits a value still being typed by leaving the field, which then gets the focus back. */
export function commitActiveField(form: HTMLFormElement | null): void {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.matches('input, textarea') && form?.contains(field)) {
    field.blur()
    field.focus({ preventScroll: true })
  }
}
