import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { inputText } from '#shared/engine/fields/formValues.ts'
import { withinStore } from '#shared/engine/fields/references.ts'
import { currencyFor } from '#shared/engine/fields/rules.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Switch } from '#client/ui/inputs/Switch.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { ChoicesInput } from './ChoicesInput.tsx'
import { ColourInput } from './ColourInput.tsx'
import { FileInput } from './FileInput.tsx'
import { saidRequired } from './inputProps.ts'
import type { InputProps } from './inputProps.ts'
import { InstantInput } from './InstantInput.tsx'
import { ListInput } from './ListInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import { ReferencesInput } from './ReferencesInput.tsx'
import { SecretInput } from './SecretInput.tsx'

/** What a kind of field is on a form; lists, which load no form, have `kinds.tsx`. */
export type Asked = {
  input: (props: InputProps) => ReactNode
  /** A row, half of one, or half of one with a short control. */
  width: Width
}

type Width = 'full' | 'half' | 'short'

const common = ({ id, name, field, error }: InputProps) => ({
  id,
  name,
  label: field.label,
  hint: field.hint,
  error,
  required: saidRequired(field),
})

const shown = ({ value, field, siblings, name }: InputProps) =>
  inputText(value, field, siblings, name)

const line = {
  input: (props) => (
    <TextInput
      {...common(props)}
      readOnly={props.readOnly}
      placeholder={props.inherited}
      suffix={props.field.ending}
      defaultValue={shown(props)}
    />
  ),
  width: 'half',
} satisfies Asked

const number = (inputMode: 'numeric' | 'decimal') =>
  ({
    input: (props) => (
      <TextInput {...common(props)} inputMode={inputMode} defaultValue={shown(props)} />
    ),
    width: 'short',
  }) satisfies Asked

const upload = { input: (props) => <FileInput {...props} />, width: 'full' } satisfies Asked

/** Every kind of field, whole: one that lacks a part does not compile. */
export const inputs = {
  text: line,
  longText: {
    input: (props) => <Textarea {...common(props)} defaultValue={shown(props)} />,
    width: 'full',
  },
  colour: {
    ...line,
    input: (props) => (
      <ColourInput {...common(props)} placeholder={props.inherited} defaultValue={shown(props)} />
    ),
  },
  integer: number('numeric'),
  decimal: number('decimal'),
  money: {
    ...number('decimal'),
    input: (props) => (
      <TextInput
        {...common(props)}
        inputMode="decimal"
        prefix={props.field.currency && currencyFor(props.field, props.siblings)}
        defaultValue={shown(props)}
      />
    ),
  },
  toggle: {
    input: ({ id, name, field: { label, hint }, value, error }) => (
      <Switch
        {...{ id, name, label, hint, error }}
        defaultChecked={value === true || value === '1'}
      />
    ),
    width: 'full',
  },
  select: {
    ...line,
    input: (props) => (
      <Select
        {...common(props)}
        options={props.field.options ?? []}
        emptyLabel={isAlwaysChosen(props) ? undefined : emptyLabel(props.inherited)}
        defaultValue={shown(props)}
      />
    ),
  },
  date: {
    input: (props) => <TextInput {...common(props)} type="date" defaultValue={shown(props)} />,
    width: 'short',
  },
  instant: { ...line, input: (props) => <InstantInput {...props} /> },
  list: {
    input: (props) =>
      props.field.options ? <ChoicesInput {...props} /> : <ListInput {...props} />,
    width: 'full',
  },
  reference: {
    ...line,
    input: ({ inherited, siblings, field, ...props }) => (
      <ReferenceInput {...props} field={withinStore(field, siblings)} placeholder={inherited} />
    ),
  },
  references: { input: (props) => <ReferencesInput {...props} />, width: 'full' },
  secret: { ...upload, input: (props) => <SecretInput {...props} /> },
  file: upload,
  image: upload,
} as const satisfies Record<FieldKind, Asked>

/** Texts that may be long have a row to themselves. */
const widthOf = ({ kind, max = 0 }: Field): Width =>
  kind === 'text' && max > longestPaired ? 'full' : inputs[kind].width

const longestPaired = 120

export function widthsOf(fields: readonly Field[]): Width[] {
  const widths = fields.map(widthOf)
  let isBeside = false
  return widths.map((width, at) => {
    const isPaired = width !== 'full' && (isBeside || (widths[at + 1] ?? 'full') !== 'full')
    isBeside = isPaired && !isBeside
    return width === 'half' && !isPaired ? 'full' : width
  })
}

/** A saved record may lack a value that is required today: it would be sent the first option otherwise. */
const isAlwaysChosen = (props: InputProps) =>
  props.field.required && (props.siblings['id'] === undefined || shown(props) !== '')

const emptyLabel = (inherited: string | undefined) =>
  inherited === undefined ? formMessages.none : formMessages.platformDefault(inherited)
