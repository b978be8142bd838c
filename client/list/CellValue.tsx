import { formatInstant } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { filterKind } from '#shared/listQuery.ts'
import { fieldOf } from '#shared/resource.ts'
import type { AnyRecord, Resource } from '#shared/resource.ts'
import { Status } from '../ui/Status.tsx'

/** A value as a list shows it. Platforms may leave fields out, so every cell copes with a missing value. */
export function CellValue({
  resource,
  record,
  column,
}: {
  resource: Resource
  record: AnyRecord
  column: string
}) {
  const value = record[column]
  const field = fieldOf(resource, column)
  if (value === null || value === undefined || value === '' || isEmptyList(value))
    return <span aria-hidden="true">–</span>
  if (filterKind(resource, column) === 'instant')
    return <time dateTime={String(value)}>{formatInstant(String(value))}</time>
  if (field?.kind === 'reference') return record.labels?.[column] ?? String(value)
  if (Array.isArray(value)) return value.join(', ')
  if (field?.kind === 'toggle')
    return (
      <Status tone={value === true ? 'good' : 'off'}>
        {value === true ? messages.list.yes : messages.list.no}
      </Status>
    )
  return field?.options?.find((option) => option.value === value)?.label ?? String(value)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Whether a column holds numbers, which stand at the right. */
export const isNumeric = (resource: Resource, column: string): boolean =>
  ['integer', 'decimal'].includes(fieldOf(resource, column)?.kind ?? '')
