import type { ReactNode } from 'react'
import type { Field, FieldKind } from '#shared/engine/fields.ts'
import { inputText, inWords } from '#shared/engine/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { currencyFor } from '#shared/engine/rules.ts'
import { messages } from '#shared/messages.ts'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { ChoicesInput } from './ChoicesInput.tsx'
import { ColourInput } from './ColourInput.tsx'
import { FileInput } from './FileInput.tsx'
import type { InputProps } from './inputProps.ts'
import { dayRange, holding, numberRange, oneOf, referred } from './kindFilters.tsx'
import type { FilterProps } from './kindFilters.tsx'
import { ListInput } from './ListInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import { ReferencesInput } from './ReferencesInput.tsx'
import { SecretInput } from './SecretInput.tsx'
import * as styles from './inputs.css.ts'

/** What a column shows of a record; made once a column, since on the server a component costs as much as three elements. */
type Cell = (field: Field, name: string) => (value: unknown, record: AnyRecord) => ReactNode

/** What a kind of field looks like; what it means is in `shared/engine/kinds.ts`. */
export type Look = {
  input: (props: InputProps) => ReactNode
  cell: Cell
  /** Null where there is nothing to filter by. */
  filter: ((props: FilterProps) => ReactNode) | null
  /** The room it takes on a form: a row, half of one, or half of one with a short control. */
  width: Width
}

type Width = 'full' | 'half' | 'short'

const common = ({ id, name, field: { label, hint, required }, error }: InputProps) => ({
  id,
  name,
  label,
  hint,
  error,
  required,
})

const shown = ({ value, field, siblings, name }: InputProps) =>
  inputText(value, field, siblings, name)

const words: Cell = (field, name) => (value, record) => inWords(field, value, record, name)

const line = {
  input: (props) => (
    <TextInput {...common(props)} placeholder={props.inherited} defaultValue={shown(props)} />
  ),
  cell: words,
  filter: holding('contains'),
  width: 'half',
} satisfies Look

const number = (inputMode: 'numeric' | 'decimal') =>
  ({
    ...line,
    input: (props) => (
      <TextInput {...common(props)} inputMode={inputMode} defaultValue={shown(props)} />
    ),
    filter: numberRange,
    width: 'short',
  }) satisfies Look

const instant: Cell = (field, name) => (value, record) => (
  <time dateTime={String(value)}>{words(field, name)(value, record)}</time>
)

/** Beside its code, which tells it to who cannot see it; the content policy drops `style`. */
const swatch: Cell = () => (value) => (
  <span className={styles.swatch}>
    <svg width="14" height="14" aria-hidden="true">
      <rect
        width="14"
        height="14"
        rx="3"
        fill={String(value)}
        stroke="currentColor"
        strokeOpacity="0.25"
      />
    </svg>
    {String(value)}
  </span>
)

const reference = {
  input: ({ inherited, siblings: _siblings, ...props }) => (
    <ReferenceInput {...props} placeholder={inherited} />
  ),
  cell: words,
  filter: referred,
  width: 'half',
} satisfies Look

const upload = {
  input: (props) => <FileInput {...props} />,
  cell: words,
  filter: null,
  width: 'full',
} satisfies Look

/** Every kind of field, whole: one that lacks a part does not compile. */
export const looks = {
  text: line,
  longText: {
    ...line,
    input: (props) => <Textarea {...common(props)} defaultValue={shown(props)} />,
    width: 'full',
  },
  colour: {
    ...line,
    input: (props) => (
      <ColourInput {...common(props)} placeholder={props.inherited} defaultValue={shown(props)} />
    ),
    cell: swatch,
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
    // Most rows say the same: a column of dots would tell nothing.
    cell: words,
    filter: oneOf([
      { value: '1', label: messages.list.yes },
      { value: '0', label: messages.list.no },
    ]),
    width: 'full',
  },
  select: {
    input: (props) => (
      <Select
        {...common(props)}
        options={props.field.options ?? []}
        emptyLabel={props.field.required ? undefined : emptyLabel(props.inherited)}
        defaultValue={shown(props)}
      />
    ),
    cell: words,
    filter: oneOf(undefined),
    width: 'half',
  },
  date: {
    input: (props) => <TextInput {...common(props)} type="date" defaultValue={shown(props)} />,
    cell: instant,
    filter: dayRange,
    width: 'short',
  },
  instant: { ...line, cell: instant, filter: dayRange },
  list: {
    input: (props) =>
      props.field.options ? <ChoicesInput {...props} /> : <ListInput {...props} />,
    cell: words,
    filter: holding('has'),
    width: 'full',
  },
  reference,
  references: { ...reference, input: (props) => <ReferencesInput {...props} />, width: 'full' },
  secret: { ...upload, input: (props) => <SecretInput {...props} /> },
  file: upload,
  image: upload,
} as const satisfies Record<FieldKind, Look>

/** Texts that may be long have a row to themselves. */
export const widthOf = ({ kind, max = 0 }: Field): Width =>
  kind === 'text' && max > longestPaired ? 'full' : looks[kind].width

const longestPaired = 80

const emptyLabel = (inherited: string | undefined) =>
  inherited === undefined ? messages.form.none : messages.form.platformDefault(inherited)
