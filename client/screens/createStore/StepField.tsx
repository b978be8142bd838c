import type { Field } from '#shared/fields.ts'
import { createStoreMessages } from '#shared/stores/createStoreMessages.ts'
import { inputText } from '#shared/formValues.ts'
import { FieldInput } from '#client/list/FieldInput.tsx'
import { ReferenceInput } from '#client/list/ReferenceInput.tsx'
import { inWords } from './inWords.ts'
import { Select } from '#client/ui/Select.tsx'

type Props = {
  name: string
  field: Field
  value: unknown
  error: string | undefined
  /** What counts while the field is empty. */
  inherited?: unknown
  /** Whether the template fills the field while it is empty. */
  copied: boolean
  /** What the template holds, where that is known. */
  template: Record<string, unknown> | null
}

const say = createStoreMessages

/** The control of one field of the wizard: that of its kind, unless a template is about. */
export function StepField({ name, field, value, error, inherited, copied, template }: Props) {
  const id = `field-${name}`
  if (name === 'templateId')
    // Its placeholder tells the style whether it is empty, which shows the sections without script too.
    return <ReferenceInput {...{ id, name, field, value, error }} placeholder={say.empty} />
  if (!copied) return <FieldInput {...{ id, name, field, value, error, inherited }} />
  const held = template && say.templateHas(inWords(field, template[name]))
  if (field.kind === 'select')
    return (
      <Select
        {...{ id, name, error }}
        label={field.label}
        options={field.options ?? []}
        emptyLabel={held ?? say.fromTemplate}
        defaultValue={inputText(value)}
      />
    )
  const fromTemplate = { ...field, hint: held ?? say.fromTemplateHint }
  return <FieldInput {...{ id, name, value, error }} field={fromTemplate} />
}
