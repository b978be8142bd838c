import { formatNumber } from '#shared/format/numbers.ts'
import { isUpload } from '../fields/fields.ts'
import type { Field } from '../fields/fields.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import type { AnyRecord, Fields, Resource } from '../resource.ts'
import { engineMessages } from '../messages.ts'

/** An action on many records at once, as data that the platform and the console share. */
export type BulkAction = {
  name: string
  label: string
  /** Returns the title of a button or job; `records` is a number with a noun, like `3 stores`. */
  title: (records: string) => string
  explanation?: string
  fields: Fields
  requiredAction: Action
  /**
   * Whether it can change this record; by default, it can change all. It isn't offered if it can
   * change none of the selected records.
   */
  isApplicable?: (record: AnyRecord) => boolean
  /** It's only scheduled, because another call does it at once. */
  onlyScheduled?: true
}

/** Defines the bulk actions of an area; their names are checked where the platform performs them. */
export const defineBulkActions = <const Name extends string>(
  actions: readonly (BulkAction & { name: Name })[],
) => actions

export const getBulkFields = (resource: Resource): Fields =>
  Object.fromEntries(
    Object.entries(resource.fields).filter(([name, field]) => isBulkField(resource, name, field)),
  )

/** Returns the fields that a scheduled change of one record can set. */
export const getSingleChangeFields = ({
  fields,
  relations: { scope, parent },
  list: { position },
}: Resource): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, field]) =>
        field.kind !== 'secret' &&
        !isUpload(field) &&
        !field.immutable &&
        ![scope, parent, position].includes(name),
    ),
  )

function isBulkField(
  { relations: { label, scope, parent }, list: { position }, api: { unique } }: Resource,
  name: string,
  field: Field,
) {
  const isUnique = unique.some((names) => names.at(-1) === name)
  const isStructural = [label, position, scope, parent].includes(name)
  const isPlainValue = field.kind !== 'secret' && !isUpload(field)
  return isPlainValue && !isUnique && !isStructural && !field.immutable && !field.currencyField
}

export function getGenericBulkActions(resource: Resource): BulkAction[] {
  const { noBulkReason, writes, single } = resource.api
  if (noBulkReason !== undefined || single) return []
  const fields = getBulkFields(resource)
  const canChange = writes.includes('change') && Object.keys(fields).length > 0
  return [
    ...(canChange ? [{ ...changeFieldAction, fields }] : []),
    ...(writes.includes('delete') ? [deleteAction] : []),
  ]
}

const changeFieldAction = {
  name: 'change',
  label: engineMessages.changeField,
  title: engineMessages.changeFieldOf,
  requiredAction: 'write',
} as const satisfies Omit<BulkAction, 'fields'>

const deleteAction: BulkAction = {
  name: 'delete',
  label: engineMessages.delete,
  title: engineMessages.deleteRecords,
  fields: {},
  requiredAction: 'delete',
}

/** A title names this many fields, and counts more. */
const maxNamedFields = 3

/**
 * Formats the title of an action on records, with the names of the fields that change: `Change
 * Family for 3 colors`.
 */
export function formatBulkTitle(
  { name, title }: Pick<BulkAction, 'name' | 'title'>,
  { fields }: Pick<Resource, 'fields'>,
  names: readonly string[],
  records: string,
): string {
  const labels = names.flatMap((fieldName) => fields[fieldName]?.label ?? [])
  if (name !== changeFieldAction.name || labels.length === 0) return title(records)
  return labels.length > maxNamedFields
    ? engineMessages.changeManyFields(labels.length, records)
    : engineMessages.changeFields(labels.join(', '), records)
}

export const formatRecordCount = ({ title }: Pick<Resource, 'title'>, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? title.one : title.many}`
