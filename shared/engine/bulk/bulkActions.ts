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
  titlePrefix: string
  explanation?: string
  fields: Fields
  requiredAction: Action
  /**
   * Whether it can change this record; by default, it can change all. It isn't offered if it can
   * change none of the selected records.
   */
  isApplicable?: (record: AnyRecord) => boolean
}

export const getBulkFields = (resource: Resource): Fields =>
  Object.fromEntries(
    Object.entries(resource.fields).filter(([name, field]) => isBulkField(resource, name, field)),
  )

function isBulkField(
  { label, position, scope, parent, unique }: Resource,
  name: string,
  field: Field,
) {
  const isOwn = unique.some((names) => names.at(-1) === name)
  const isPlace = [label, position, scope, parent].includes(name)
  const isKept = field.kind !== 'secret' && !isUpload(field)
  return isKept && !isOwn && !isPlace && !field.immutable && !field.currencyField
}

export function getGenericBulkActions(resource: Resource): BulkAction[] {
  const { noBulkReason: noBulk, writes, single } = resource
  if (noBulk !== undefined || single) return []
  const fields = getBulkFields(resource)
  const isChanged = writes.includes('change') && Object.keys(fields).length > 0
  return [
    ...(isChanged ? [{ ...changeFieldAction, fields }] : []),
    ...(writes.includes('delete') ? [deleteAction] : []),
  ]
}

const changeFieldAction = {
  name: 'change',
  label: engineMessages.changeField,
  titlePrefix: engineMessages.changeFieldOf,
  requiredAction: 'write',
} as const satisfies Omit<BulkAction, 'fields'>

const deleteAction: BulkAction = {
  name: 'delete',
  label: engineMessages.delete,
  titlePrefix: engineMessages.delete,
  fields: {},
  requiredAction: 'delete',
}

/**
 * Returns the text before the number of records, with the names of the fields that change: `Change
 * Family for` 3 colors.
 */
export function getTitlePrefix(
  { name, titlePrefix: asks, fields }: BulkAction,
  names: readonly string[],
): string {
  const labels = names.flatMap((one) => fields[one]?.label ?? [])
  if (name !== changeFieldAction.name || labels.length === 0) return asks
  return engineMessages.changeFields(labels.join(', '))
}

export const formatRecordCount = ({ title }: Pick<Resource, 'title'>, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? title.one : title.many}`
