import type { ReactNode } from 'react'
import { formatInstant } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { filterKind } from '#shared/engine/listQuery.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
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
  return cellOf(resource, column)(record)
}

/**
 * What a column shows of each record; null where there is nothing, for which the style of tables puts a dash. A function
 * and no component: on the server a component costs as much as three elements.
 */
export function cellOf(resource: Resource, column: string): (record: AnyRecord) => ReactNode {
  const field = fieldOf(resource, column)
  const isInstant = filterKind(resource, column) === 'instant'
  return (record) => {
    const value = record[column]
    if (value === null || value === undefined || value === '' || isEmptyList(value)) return null
    if (isInstant) return <time dateTime={String(value)}>{formatInstant(String(value))}</time>
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
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Whether a column holds numbers, which stand at the right. */
export const isNumeric = (resource: Resource, column: string): boolean =>
  ['integer', 'decimal'].includes(fieldOf(resource, column)?.kind ?? '')
