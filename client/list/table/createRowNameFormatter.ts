import { formatInstant } from '#shared/format/dates.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ListProps } from '../listProps.ts'

/**
 * Creates the format of a row's name. If several rows of the page share a name, the records and
 * times in the row's other columns follow it, unless the name has them, so that the controls of rows
 * differ by name.
 */
export function createRowNameFormatter({ resource, look, data, columns }: ListProps, zone: string) {
  const { formatName = (record) => getLabel(resource, record) } = look
  const names = data.records.map(formatName)
  const formatDetail = (record: AnyRecord, column: string) =>
    typeof record[column] === 'string' && getColumnField(resource, column).kind === 'instant'
      ? formatInstant(record[column], zone)
      : (record.labels?.[column] ?? [])
  return (record: AnyRecord) => {
    const name = formatName(record)
    if (names.indexOf(name) === names.lastIndexOf(name)) return name
    const parts = name.split(', ')
    const details = columns.flatMap((column) => formatDetail(record, column))
    return [name, ...details.filter((detail) => !parts.includes(detail))].join(', ')
  }
}
