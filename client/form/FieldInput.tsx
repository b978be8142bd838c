import type { ReactNode } from 'react'
import type { Field } from '#shared/engine/fields.ts'
import type { Option } from '#shared/engine/fieldParts.ts'
import { inWords } from '#shared/engine/formValues.ts'
import { isChoice } from '#shared/engine/kinds.ts'
import type { Siblings } from '#shared/engine/textRules.ts'
import { messages } from '#shared/messages.ts'
import { inputs } from './kindInputs.tsx'
import type { Asked } from './kindInputs.tsx'

type Props = {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
  /** What may be meant by the name of another record that was typed, by the server's say. */
  choices?: readonly Option[] | undefined
  hint?: string | undefined
  inherited?: unknown
  readOnly?: true | undefined
  /** What the form holds besides: money reads its currency there. */
  siblings?: Siblings
}

/** The control of a field, by its kind. It starts with `value` and then holds what is typed. */
export function FieldInput({ field, inherited, hint, siblings = {}, ...input }: Props): ReactNode {
  const inheritedText = inherited === undefined ? undefined : inWords(field, inherited, siblings)
  const own =
    inheritedText === undefined ? field.hint : inheritanceHint(field, input.value, inheritedText)
  const said = hint ?? own
  const { [field.kind]: asked }: Record<string, Asked> = inputs
  return asked?.input({
    ...input,
    error: input.error,
    choices: input.choices,
    siblings,
    inherited: inheritedText,
    field: said === undefined ? field : { ...field, hint: said },
  })
}

function inheritanceHint(field: Field, value: unknown, inherited: string) {
  const isEmpty = value === null || value === undefined || value === ''
  if (!isEmpty) return messages.form.overrides(inherited)
  // A choice says itself what it is then.
  return isChoice(field) ? messages.form.isInherited : messages.form.inherited(inherited)
}
