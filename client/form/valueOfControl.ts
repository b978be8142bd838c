import type { Field } from '#shared/engine/fields.ts'
import { fieldOfInput, parseValue, valuesFrom } from '#shared/engine/formValues.ts'
import type { Control } from '../ui/useCommittedChange.ts'

/** The value of a field, of which this is one of the controls in the form. */
export function valueOfControl(field: Field, control: Control, form: HTMLFormElement): unknown {
  // The boxes of a set, or the line of a list, have one value together.
  if (field.kind === 'list')
    return parseValue(field, new FormData(form).getAll(control.name).map(String).join())
  if (field.kind === 'reference') {
    const name = fieldOfInput(control.name)
    return valuesFrom({ [name]: field }, new FormData(form))[name] ?? null
  }
  return control instanceof HTMLInputElement && control.type === 'checkbox'
    ? control.checked
    : parseValue(field, control.value)
}
