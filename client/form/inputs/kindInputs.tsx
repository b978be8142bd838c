import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#shared/engine/fields/fields.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { limitReferenceToStore } from '#shared/engine/fields/references.ts'
import { getCurrency } from '#shared/engine/fields/rules.ts'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Switch } from '#client/ui/inputs/Switch.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { ChoicesInput } from './ChoicesInput.tsx'
import { ColorInput } from './ColorInput.tsx'
import { FileInput } from './FileInput.tsx'
import { toRequiredProp } from './inputProps.ts'
import type { InputProps } from './inputProps.ts'
import { InstantInput } from './InstantInput.tsx'
import { ListInput } from './ListInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import { ReferencesInput } from './ReferencesInput.tsx'
import { SecretInput } from './SecretInput.tsx'

/** A field kind on forms. Lists, which load no form, have `listDisplays.tsx`. */
export type InputDefinition = {
  input: (props: InputProps) => ReactNode
  /** A row, half of one, or half of one with a short control. */
  width: InputWidth
}

type InputWidth = 'full' | 'half' | 'short'

const getCommonProps = ({ id, name, field, error }: InputProps) => ({
  id,
  name,
  label: field.label,
  hint: field.hint,
  error,
  required: toRequiredProp(field),
})

const formatInputValue = ({ value, field, siblings, name }: InputProps) =>
  formatInput(value, field, siblings, name)

const textInput = {
  input: (props) => (
    <TextInput
      {...getCommonProps(props)}
      readOnly={props.readOnly}
      placeholder={props.inherited}
      suffix={props.field.suffix}
      defaultValue={formatInputValue(props)}
    />
  ),
  width: 'half',
} satisfies InputDefinition

const createNumberInput = (inputMode: 'numeric' | 'decimal') =>
  ({
    input: (props) => (
      <TextInput
        {...getCommonProps(props)}
        inputMode={inputMode}
        defaultValue={formatInputValue(props)}
      />
    ),
    width: 'short',
  }) satisfies InputDefinition

const uploadInput = {
  input: (props) => <FileInput {...props} />,
  width: 'full',
} satisfies InputDefinition

/** Complete by type: a field kind that lacks a part doesn't compile. */
export const inputsByKind = {
  text: textInput,
  longText: {
    input: (props) => (
      <Textarea {...getCommonProps(props)} defaultValue={formatInputValue(props)} />
    ),
    width: 'full',
  },
  colour: {
    ...textInput,
    input: (props) => (
      <ColorInput
        {...getCommonProps(props)}
        placeholder={props.inherited}
        defaultValue={formatInputValue(props)}
      />
    ),
  },
  integer: createNumberInput('numeric'),
  decimal: createNumberInput('decimal'),
  money: {
    ...createNumberInput('decimal'),
    input: (props) => (
      <TextInput
        {...getCommonProps(props)}
        inputMode="decimal"
        prefix={props.field.currency && getCurrency(props.field, props.siblings)}
        defaultValue={formatInputValue(props)}
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
    ...textInput,
    input: (props) => (
      <Select
        {...getCommonProps(props)}
        options={props.field.options ?? []}
        emptyLabel={isAlwaysSelected(props) ? undefined : getEmptyLabel(props)}
        defaultValue={formatInputValue(props)}
      />
    ),
  },
  date: {
    input: (props) => (
      <TextInput {...getCommonProps(props)} type="date" defaultValue={formatInputValue(props)} />
    ),
    width: 'short',
  },
  instant: { ...textInput, input: (props) => <InstantInput {...props} /> },
  list: {
    input: (props) =>
      props.field.options ? <ChoicesInput {...props} /> : <ListInput {...props} />,
    width: 'full',
  },
  reference: {
    ...textInput,
    input: ({ inherited, siblings, field, ...props }) => (
      <ReferenceInput
        {...props}
        field={limitReferenceToStore(field, siblings)}
        placeholder={inherited}
      />
    ),
  },
  references: { input: (props) => <ReferencesInput {...props} />, width: 'full' },
  secret: { ...uploadInput, input: (props) => <SecretInput {...props} /> },
  file: uploadInput,
  image: uploadInput,
} as const satisfies Record<FieldKind, InputDefinition>

/** Returns a field's width. Texts that may be long have a row to themselves. */
const getInputWidth = ({ kind, max = 0 }: Field): InputWidth =>
  kind === 'text' && max > maxPairedLength ? 'full' : inputsByKind[kind].width

const maxPairedLength = 120

export function getInputWidths(fields: readonly Field[]): InputWidth[] {
  const widths = fields.map(getInputWidth)
  let isBeside = false
  return widths.map((width, index) => {
    const isPaired = width !== 'full' && (isBeside || (widths[index + 1] ?? 'full') !== 'full')
    isBeside = isPaired && !isBeside
    return width === 'half' && !isPaired ? 'full' : width
  })
}

/**
 * Whether there is no empty option. A saved record may lack a value that is required today: it
 * would be submitted with the first option otherwise.
 */
const isAlwaysSelected = (props: InputProps) =>
  props.field.required && (props.siblings['id'] === undefined || formatInputValue(props) !== '')

const getEmptyLabel = ({ inherited, field: { emptyLabel = formMessages.none } }: InputProps) =>
  inherited === undefined ? emptyLabel : formMessages.platformDefault(inherited)
