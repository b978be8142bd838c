import type { ReactNode } from 'react'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { listDisplays } from '#client/form/inputs/listDisplays.tsx'
import type { ListDisplay } from '#client/form/inputs/listDisplays.tsx'

/**
 * Creates a column's cells as a list shows them, null for an empty value, which platforms may also
 * omit. They aren't components, because those are expensive on the server.
 */
export function createCell(resource: Resource, column: string): (record: AnyRecord) => ReactNode {
  const field = getColumnField(resource, column)
  const display: ListDisplay = listDisplays[field.kind]
  const cell = display.cell(field, column)
  return (record) => {
    const value = record[column]
    if (isEmptyList(value)) return field.emptyLabel ?? null
    if (value === null || value === undefined || value === '') return null
    return cell(value, record)
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Whether a column has numbers, which are aligned on the right. */
export const isNumericColumn = (resource: Resource, column: string): boolean =>
  getKind(getColumnField(resource, column)).numeric
