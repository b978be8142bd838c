import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { createStoreMessages } from './messages.ts'
import { formatInput, formatValue } from '#shared/engine/fields/formValues.ts'
import { isSelectField } from '#shared/engine/fields/kinds.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { ReferenceInput } from '#client/form/inputs/ReferenceInput.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'

type Props = {
  name: string
  field: Field
  value: unknown
  error: string | undefined
  choices: readonly Option[] | undefined
  inherited?: unknown
  copied: boolean
  /** The template's values. Null until they are loaded; until then the field may stay empty. */
  template: Record<string, unknown> | null
}

/**
 * Renders one field of the wizard: its kind's control, or one that allows for the template's value.
 */
export function StepField({ name, field, inherited, copied, template, ...input }: Props) {
  const id = `field-${name}`
  const { value, error } = input
  if (name === 'templateId')
    // The placeholder lets CSS tell whether it is empty, so that the sections show without
    // JavaScript too.
    return (
      <ReferenceInput {...{ id, name, field, ...input }} placeholder={createStoreMessages.empty} />
    )
  if (!copied) return <FieldInput {...{ id, name, field, inherited, ...input }} />
  if (template) {
    const hint = createStoreMessages.templateHas(formatValue(field, template[name]))
    return <FieldInput {...{ id, name, field, inherited, hint, ...input }} />
  }
  if (isSelectField(field))
    return (
      <Select
        {...{ id, name, error }}
        label={field.label}
        options={field.options ?? []}
        emptyLabel={createStoreMessages.fromTemplate}
        defaultValue={formatInput(value)}
      />
    )
  return (
    <FieldInput {...{ id, name, field, ...input }} hint={createStoreMessages.fromTemplateHint} />
  )
}
