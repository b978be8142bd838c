import type { ReactNode } from 'react'
import type { Field, Option } from '#shared/engine/fields.ts'
import type { FilterOp } from '#shared/engine/kind.ts'
import { messages } from '#shared/messages.ts'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import * as styles from './inputs.css.ts'

export type FilterProps = {
  field: Field
  /** What the input of one comparison is given. */
  named: (op: FilterOp) => {
    id: string
    name: string
    label: string
    defaultValue: string
    error: string | undefined
  }
  /** What the record is called that the list is filtered by. */
  picked: string | undefined
}

type Filter = (props: FilterProps) => ReactNode

/** A text that the value contains. */
export const holding =
  (op: FilterOp): Filter =>
  ({ named }) => <TextInput {...named(op)} required={undefined} />

/** One of the choices, or any. */
export const oneOf =
  (options: readonly Option[] | undefined, op: FilterOp = 'eq'): Filter =>
  ({ field, named }) => (
    <Select
      {...named(op)}
      options={options ?? field.options ?? []}
      emptyLabel={messages.list.any}
    />
  )

/** An entry of a list: one of the choices where these are fixed. */
export const entry: Filter = (props) =>
  (props.field.options ? oneOf(undefined, 'has') : holding('has'))(props)

const ends: readonly FilterOp[] = ['gte', 'lte']
export const numberRange: Filter = ({ named }) => (
  <div className={styles.range}>
    {ends.map((op) => (
      <TextInput key={op} {...named(op)} inputMode="decimal" />
    ))}
  </div>
)
export const dayRange: Filter = ({ named }) => (
  <div className={styles.range}>
    {ends.map((op) => {
      const { defaultValue, ...input } = named(op)
      // A date field takes days.
      return <TextInput key={op} {...input} defaultValue={defaultValue.slice(0, 10)} type="date" />
    })}
  </div>
)

/** Another record, or what is called like the text. */
export const referred: Filter = ({ field, named, picked }) => {
  const [eq, contains] = [named('eq'), named('contains')]
  const id = eq.defaultValue
  const value =
    id && !eq.error ? { id: Number(id), label: picked ?? id } : contains.defaultValue || id
  return (
    <ReferenceInput
      {...{ id: eq.id, name: eq.name, value }}
      field={{ ...field, kind: 'reference' }}
      error={eq.error ?? contains.error}
      free
    />
  )
}
