import { formatInstant } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import type { AnyRecord, Resource } from '#shared/resource.ts'
import { Status } from '../ui/Status.tsx'

const instants = ['createdAt', 'updatedAt']

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
  if (value === null || value === undefined || value === '')
    return <span aria-hidden="true">–</span>
  if (instants.includes(column))
    return <time dateTime={String(value)}>{formatInstant(String(value))}</time>
  const field = resource.fields[column]
  if (field?.kind === 'toggle')
    return (
      <Status tone={value === true ? 'good' : 'off'}>
        {value === true ? messages.list.yes : messages.list.no}
      </Status>
    )
  return field?.options?.find((option) => option.value === value)?.label ?? String(value)
}

/** Whether a column holds numbers, which stand at the right. */
export const isNumeric = (resource: Resource, column: string): boolean =>
  ['integer', 'decimal'].includes(resource.fields[column]?.kind ?? '')
