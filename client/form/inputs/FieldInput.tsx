import type { ReactNode } from 'react'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { isSelectField } from '#shared/engine/fields/kinds.ts'
import type { Siblings } from '#shared/engine/fields/textRules.ts'
import { isRequired } from '#shared/engine/fields/validation.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { inputsByKind } from './kindInputs.tsx'
import type { InputDefinition } from './kindInputs.tsx'

type Props = {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
  /** Records that a typed name may mean, according to the server. */
  choices?: readonly Option[] | undefined
  hint?: string | undefined
  inherited?: unknown
  readOnly?: true | undefined
  /** The form's other values. Money reads its currency there. */
  siblings?: Siblings
}

/** Renders the control for a field's kind. It starts with `value` and then owns what is typed. */
export function FieldInput({
  field: defined,
  inherited,
  hint,
  siblings = {},
  ...input
}: Props): ReactNode {
  const field = { ...defined, required: isRequired(defined, siblings) }
  const inheritedText =
    inherited === undefined ? undefined : formatValue(field, inherited, siblings)
  const ownHint =
    inheritedText === undefined
      ? getFieldHint(field, siblings)
      : formatInheritedHint(field, input.value, inheritedText)
  const shownHint = hint ?? ownHint
  const { [field.kind]: definition }: Record<string, InputDefinition> = inputsByKind
  return definition?.input({
    ...input,
    error: input.error,
    choices: input.choices,
    siblings,
    inherited: inheritedText,
    field: shownHint === undefined ? field : { ...field, hint: shownHint },
  })
}

const getFieldHint = ({ hint, hints }: Field, siblings: Siblings) =>
  hints ? hints.of[String(siblings[hints.by])] : hint

function formatInheritedHint(field: Field, value: unknown, inherited: string) {
  const isEmpty = value === null || value === undefined || value === ''
  if (!isEmpty) return formMessages.overrides(inherited)
  // A select shows the inherited value itself.
  return isSelectField(field) ? formMessages.isInherited : formMessages.inherited(inherited)
}
