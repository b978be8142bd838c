import type { ReactNode } from 'react'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { dayAt, isDay } from '#shared/format/dates.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { messages } from '#shared/messages.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import * as styles from './inputs.css.ts'

export type FilterProps = {
  field: Field
  named: (op: FilterOp) => {
    id: string
    name: string
    label: string
    defaultValue: string
    error: string | undefined
  }
  picked: string | undefined
  zone: string
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
    {ends.map((op) => (
      <TextInput key={op} {...named(op)} type="date" />
    ))}
  </div>
)

/** What is sent of an instant is a day of the operator's time zone, which the list's address then says as instants. */
export const instantRange: Filter = ({ named, zone }) => (
  <div className={styles.range}>
    {ends.map((op) => {
      const { name, defaultValue, ...input } = named(op)
      const day = isDay(defaultValue) || !defaultValue ? defaultValue : dayAt(defaultValue, zone)
      return <TextInput key={op} {...input} name={`${name}.day`} defaultValue={day} type="date" />
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
