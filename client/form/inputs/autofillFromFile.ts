import { getTextInputName } from '#shared/engine/list/referenceValues.ts'

/** The text that an upload wrote into each field. */
export type FilledTexts = Map<string, string>

/**
 * Fills the fields beside a file with what was read from it, unless the user entered something
 * else. Returns what was read, with the labels of these fields.
 */
export function autofillFromFile(
  form: HTMLFormElement,
  fills: Readonly<Record<string, string>>,
  filled: FilledTexts,
): string {
  const read: string[] = []
  for (const [name, text] of Object.entries(fills)) {
    const control = form.elements.namedItem(getTextInputName(name)) ?? form.elements.namedItem(name)
    if (!(control instanceof HTMLInputElement)) continue
    read.push(`${control.labels?.[0]?.textContent ?? name} ${text}`)
    const isEdited = control.value !== '' && control.value !== filled.get(name)
    filled.set(name, text)
    if (isEdited || control.value === text) continue
    control.value = text
    // Reports it to the form as a committed change.
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return read.join(', ')
}
