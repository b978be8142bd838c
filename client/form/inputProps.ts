import type { Field } from '#shared/engine/fields.ts'
import type { Option } from '#shared/engine/fieldParts.ts'
import type { Siblings } from '#shared/engine/textRules.ts'

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
