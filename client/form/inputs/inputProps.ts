import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import type { Siblings } from '#shared/engine/fields/textRules.ts'

/** What the control of every kind of field is given. */
export type InputProps = {
  id: string
  name: string
  field: Field
  value: unknown
  error: string | undefined
  choices: readonly Option[] | undefined
  inherited: string | undefined
  readOnly?: true | undefined
  siblings: Siblings
}

/** Whether a field is required; a text says which later step needs it. */
export const getRequired = ({ required, optionalInDraft: draftMayLack }: Field): boolean | string =>
  required ? true : (draftMayLack ?? false)
