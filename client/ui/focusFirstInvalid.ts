/** Puts the focus on the first field of the form that is marked wrong (screens.md, "Every form"). */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
