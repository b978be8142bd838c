import type { ReactNode } from 'react'
import type { Field } from '#shared/engine/fields/fields.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { toDay, isDay } from '#shared/format/dates.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { messages } from '#shared/messages.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import * as styles from './inputs.css.ts'

export type FilterProps = {
  field: Field
  getInputProps: (op: FilterOp) => {
    id: string
    name: string
    label: string
    defaultValue: string
    error: string | undefined
  }
  selectedLabel: string | undefined
  zone: string
}

type FilterRenderer = (props: FilterProps) => ReactNode

/** Creates a filter for text that the value contains. */
export const createTextFilter =
  (op: FilterOp): FilterRenderer =>
  ({ getInputProps }) => <TextInput {...getInputProps(op)} required={undefined} />

/** Creates a filter for one of the options, or any. */
export const createChoiceFilter =
  (options: readonly Option[] | undefined, op: FilterOp = 'eq'): FilterRenderer =>
  ({ field, getInputProps }) => (
    <Select
      {...getInputProps(op)}
      options={options ?? field.options ?? []}
      emptyLabel={messages.list.any}
    />
  )

export const renderListFieldFilter: FilterRenderer = (props) =>
  (props.field.options ? createChoiceFilter(undefined, 'has') : createTextFilter('has'))(props)

const rangeOps: readonly FilterOp[] = ['gte', 'lte']
export const renderNumberRange: FilterRenderer = ({ getInputProps }) => (
  <div className={styles.range}>
    {rangeOps.map((op) => (
      <TextInput key={op} {...getInputProps(op)} inputMode="decimal" />
    ))}
  </div>
)
export const renderDayRange: FilterRenderer = ({ getInputProps }) => (
  <div className={styles.range}>
    {rangeOps.map((op) => (
      <TextInput key={op} {...getInputProps(op)} type="date" />
    ))}
  </div>
)

/**
 * Renders a range of days in the operator's time zone, which the list's URL then has as instants.
 */
export const renderInstantRange: FilterRenderer = ({ getInputProps, zone }) => (
  <div className={styles.range}>
    {rangeOps.map((op) => {
      const { name, defaultValue, ...input } = getInputProps(op)
      const day = isDay(defaultValue) || !defaultValue ? defaultValue : toDay(defaultValue, zone)
      return <TextInput key={op} {...input} name={`${name}.day`} defaultValue={day} type="date" />
    })}
  </div>
)

/** Renders a filter for another record, or for records whose name contains the text. */
export const renderReferenceFilter: FilterRenderer = ({ field, getInputProps, selectedLabel }) => {
  const [eq, contains] = [getInputProps('eq'), getInputProps('contains')]
  const id = eq.defaultValue
  const value =
    id && !eq.error ? { id: Number(id), label: selectedLabel ?? id } : contains.defaultValue || id
  return (
    <ReferenceInput
      {...{ id: eq.id, name: eq.name, value }}
      field={{ ...field, kind: 'reference' }}
      error={eq.error ?? contains.error}
      free
    />
  )
}
