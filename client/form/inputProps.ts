import type { Field } from '#shared/engine/fields.ts'
import type { Option } from '#shared/engine/fieldParts.ts'
import type { Siblings } from '#shared/engine/textRules.ts'

/** What the control of every kind of field is given. */
export type InputProps = {
  id: string
  name: string
  /** With the hint that is to be said. */
  field: Field
  value: unknown
  error: string | undefined
  /** What may be meant by the name of another record that was typed. */
  choices: readonly Option[] | undefined
  /** What counts while the field is empty, in words. */
  inherited: string | undefined
  /** It was given once and stays. */
  readOnly?: true | undefined
  /** What the form holds besides. */
  siblings: Siblings
}
