import type { Field } from '#shared/engine/fields.ts'
import { valuesFrom } from '#shared/engine/formValues.ts'
import { kindOf } from '#shared/engine/kinds.ts'
import { fieldOfInput } from '#shared/engine/picked.ts'
import type { Control } from '../ui/useCommittedChange.ts'

/** The value of a field, of which this is one of the controls in the form: all of them have one value together. */
export function valueOfControl(field: Field, control: Control, form: HTMLFormElement): unknown {
  const name = fieldOfInput(control.name)
  return valuesFrom({ [name]: field }, new FormData(form))[name] ?? kindOf(field).empty
}
