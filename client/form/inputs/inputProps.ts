import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import type { Siblings } from '#shared/engine/fields/textRules.ts'

/** Props for the control of every field kind. */
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

/** Returns whether a field is required; a string names the later step that needs it. */
export const toRequiredProp = ({ required, optionalInDraft }: Field): boolean | string =>
  required ? true : (optionalInDraft ?? false)
