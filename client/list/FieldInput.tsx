import type { Field } from '#shared/fields.ts'
import { inputText } from '#shared/formValues.ts'
import { messages } from '#shared/messages.ts'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextInput } from '../ui/TextInput.tsx'

type Props = { id: string; name: string; field: Field; value: unknown; error?: string | undefined }

/** The control of a field, by its kind. It starts with `value` and then holds what is typed. */
export function FieldInput({ id, name, field, value, error }: Props) {
  const { label, hint, required } = field
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
          emptyLabel={required ? undefined : messages.form.none}
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
    case 'colour':
    case 'text':
      return <TextInput {...common} required={required} defaultValue={inputText(value)} />
  }
}
