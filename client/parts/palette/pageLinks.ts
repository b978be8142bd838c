import { buildPageUrl, findPageReference } from '#shared/engine/recordLink.ts'
import { getColumnLabel, getColumns } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { paletteMessages } from './messages.ts'
import type { RecordAction } from './recordActions.ts'
import type { AccessCheck } from './paletteItem.ts'

/** Returns links to the pages of the records that a record names, such as an order's member. */
export const getPageLinks = (
  resource: Resource,
  record: AnyRecord,
  allows: AccessCheck,
): RecordAction[] =>
  [...getColumns(resource), ...Object.keys(resource.api.extraFields ?? {})].flatMap((name) => {
    const reference = findPageReference(resource, name)
    const to = reference && allows(reference.target) && buildPageUrl(reference, record)
    if (!to || reference.field !== name) return []
    const label = paletteMessages.page(
      getColumnLabel(resource, name),
      record.labels?.[name] ?? String(record[name]),
    )
    return [{ label, to, first: true }]
  })
