import type { ReactNode } from 'react'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getColumnField } from '#shared/engine/list/listQuery.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { listDisplays } from '#client/form/inputs/listDisplays.tsx'
import type { ListDisplay } from '#client/form/inputs/listDisplays.tsx'

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
  return createCell(resource, column)(record)
}

/** What a column shows of each record, null where nothing; no component: those cost the server three elements each. */
export function createCell(resource: Resource, column: string): (record: AnyRecord) => ReactNode {
  const field = getColumnField(resource, column)
  const look: ListDisplay = listDisplays[field.kind]
  const cell = look.cell(field, column)
  return (record) => {
    const value = record[column]
    if (isEmptyList(value)) return field.emptyLabel ?? null
    if (value === null || value === undefined || value === '') return null
    return cell(value, record)
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Whether a column holds numbers, which stand at the right. */
export const isNumeric = (resource: Resource, column: string): boolean =>
  getKind(getColumnField(resource, column)).numeric
