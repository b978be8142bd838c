import { filterKind, filterOps } from '#shared/listQuery.ts'
import type { Filter, FilterOp } from '#shared/listQuery.ts'
import { messages } from '#shared/messages.ts'
import { columnLabel, fieldOf } from '#shared/resource.ts'
import type { Resource } from '#shared/resource.ts'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import * as styles from './ListToolbar.css.ts'

const yesOrNo = [
  { value: '1', label: messages.list.yes },
  { value: '0', label: messages.list.no },
]

/** The inputs of one column's filter, by its kind: a choice, a text, or a range. */
export function FilterInput({
  resource,
  column,
  filters,
}: {
  resource: Resource
  column: string
  filters: Filter[]
}) {
  const kind = filterKind(resource, column)
  if (!kind) return null
  const label = columnLabel(resource, column)
  const value = (op: FilterOp) =>
    filters.find((filter) => filter.field === column && filter.op === op)?.value ?? ''
  const named = (op: FilterOp) => ({
    id: `filter-${column}-${op}`,
    name: `filter[${column}][${op}]`,
    defaultValue: value(op),
  })
  if (kind === 'select' || kind === 'toggle') {
    const options = kind === 'toggle' ? yesOrNo : (fieldOf(resource, column)?.options ?? [])
    return (
      <Select
        {...named('eq')}
        label={label}
        options={options}
        emptyLabel={messages.list.any}
        required
      />
    )
  }
  if (kind !== 'integer' && kind !== 'decimal' && kind !== 'instant')
    return (
      <TextInput
        {...named(kind === 'list' ? 'has' : 'contains')}
        label={`${label} ${kind === 'list' ? messages.list.has : messages.list.contains}`}
        required={undefined}
      />
    )
  const type = kind === 'instant' ? 'date' : 'text'
  const words = { gte: messages.list.from, lte: messages.list.to }
  return (
    <div className={styles.range}>
      {filterOps[kind].map((op) =>
        op === 'gte' || op === 'lte' ? (
          <TextInput
            key={op}
            {...named(op)}
            defaultValue={type === 'date' ? value(op).slice(0, 10) : value(op)}
            type={type}
            inputMode={type === 'date' ? undefined : 'decimal'}
            label={`${label} ${words[op]}`}
          />
        ) : null,
      )}
    </div>
  )
}
