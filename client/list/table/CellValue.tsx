import type { ReactNode } from 'react'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { columnField } from '#shared/engine/list/listQuery.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { looks } from '#client/form/inputs/kinds.tsx'
import type { Look } from '#client/form/inputs/kinds.tsx'

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

/** What a column shows of each record, null where nothing; no component: those cost the server three elements each. */
export function cellOf(resource: Resource, column: string): (record: AnyRecord) => ReactNode {
  const field = columnField(resource, column)
  const look: Look = looks[field.kind]
  const cell = look.cell(field, column)
  return (record) => {
    const value = record[column]
    if (isEmptyList(value)) return field.none ?? null
    if (value === null || value === undefined || value === '') return null
    return cell(value, record)
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Whether a column holds numbers, which stand at the right. */
export const isNumeric = (resource: Resource, column: string): boolean =>
  kindOf(columnField(resource, column)).numeric
