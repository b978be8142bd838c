import { filterKind, filterOps } from '#shared/engine/listQuery.ts'
import type { Filter, FilterOp, UnreadFilter } from '#shared/engine/listQuery.ts'
import { messages } from '#shared/messages.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { filterName } from './filterName.ts'
import { ReferenceInput } from '../form/ReferenceInput.tsx'
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
  unread,
  picked,
}: {
  resource: Resource
  column: string
  filters: Filter[]
  unread: UnreadFilter[]
  picked: Labels
}) {
  const kind = filterKind(resource, column)
  if (!kind) return null
  const days = kind === 'instant'
  const named = (op: FilterOp) => {
    const isThis = (filter: { field: string; op: string }) =>
      filter.field === column && filter.op === op
    const fault = unread.find(isThis)
    const label = filterName(resource, { field: column, op })
    return {
      id: `filter-${column}-${op}`,
      name: `filter[${column}][${op}]`,
      label,
      // A date field takes days.
      defaultValue: ((filters.find(isThis) ?? fault)?.value ?? '').slice(0, days ? 10 : undefined),
      error: fault && `${label} ${fault.why}`,
    }
  }
  if (kind === 'select' || kind === 'toggle') {
    const options = kind === 'toggle' ? yesOrNo : (fieldOf(resource, column)?.options ?? [])
    return <Select {...named('eq')} options={options} emptyLabel={messages.list.any} />
  }
  const field = fieldOf(resource, column)
  if (kind === 'reference' && field) {
    const [eq, contains] = [named('eq'), named('contains')]
    const id = eq.defaultValue
    return (
      <ReferenceInput
        id={eq.id}
        name={eq.name}
        field={field}
        value={
          id && !eq.error
            ? { id: Number(id), label: picked[column] ?? id }
            : contains.defaultValue || id
        }
        error={eq.error ?? contains.error}
        free
      />
    )
  }
  if (kind !== 'integer' && kind !== 'decimal' && kind !== 'instant')
    return <TextInput {...named(kind === 'list' ? 'has' : 'contains')} required={undefined} />
  return (
    <div className={styles.range}>
      {filterOps[kind].map((op) =>
        op === 'gte' || op === 'lte' ? (
          <TextInput
            key={op}
            {...named(op)}
            type={days ? 'date' : 'text'}
            inputMode={days ? undefined : 'decimal'}
          />
        ) : null,
      )}
    </div>
  )
}
