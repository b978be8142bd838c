import type { Field, Option } from '#shared/engine/fields.ts'
import { inputText } from '#shared/engine/formValues.ts'
import { messages } from '#shared/messages.ts'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { ChoicesInput } from './ChoicesInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'

type Props = {
  id: string
  name: string
  field: Field
  value: unknown
  error?: string | undefined
  /** What may be meant by the name of another record that was typed, by the server's say. */
  choices?: readonly Option[] | undefined
  /** Said in place of the field's own hint, and of what is inherited. */
  hint?: string | undefined
  /** What counts while the field is empty. */
  inherited?: unknown
}

/** The control of a field, by its kind. It starts with `value` and then holds what is typed. */
export function FieldInput({ id, name, field, value, error, choices, inherited, ...say }: Props) {
  const { label, required } = field
  const inheritedText = inherited === undefined ? undefined : optionLabel(field, inherited)
  const own = inheritedText === undefined ? field.hint : inheritanceHint(value, inheritedText)
  const hint = say.hint ?? own
  const hinted = hint === undefined ? field : { ...field, hint }
  const common = { id, name, label, hint, error }
  switch (field.kind) {
    case 'toggle':
      return <Switch {...common} defaultChecked={value === true || value === '1'} />
    case 'select':
      return (
        <Select
          {...common}
          required={required}
          options={field.options ?? []}
          emptyLabel={required ? undefined : emptyLabel(inheritedText)}
          defaultValue={inputText(value)}
        />
      )
    case 'integer':
    case 'decimal':
      return (
        <TextInput
          {...common}
          required={required}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          defaultValue={inputText(value)}
        />
      )
    case 'longText':
      return <Textarea {...common} required={required} defaultValue={inputText(value)} />
    case 'reference':
      return (
        <ReferenceInput
          {...{ id, name, value, error, choices }}
          field={hinted}
          placeholder={inheritedText}
        />
      )
    case 'list':
      return field.options ? (
        <ChoicesInput {...{ id, name, value, error }} field={hinted} />
      ) : (
        <TextInput {...common} required={false} defaultValue={inputText(value)} />
      )
    case 'colour':
    case 'text':
    case 'instant':
      return (
        <TextInput
          {...common}
          required={required}
          placeholder={inheritedText}
          defaultValue={inputText(value)}
        />
      )
  }
}

const optionLabel = (field: Field, value: unknown) =>
  field.options?.find((option) => option.value === value)?.label ?? inputText(value)

const emptyLabel = (inherited: string | undefined) =>
  inherited === undefined ? messages.form.none : messages.form.platformDefault(inherited)

/** Whether the value is inherited or overridden (screens.md, Store details). */
const inheritanceHint = (value: unknown, inherited: string) =>
  value === null || value === undefined || value === ''
    ? messages.form.inherited(inherited)
    : messages.form.overrides(inherited)
