import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { statusReasonField } from './status/storeStatusCalls.ts'
import { getStatusChanges, statusChanges } from './status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from './status/storeStates.ts'
import { storeStatusMessages } from './status/storeStatusMessages.ts'
import { storeMessages } from './messages.ts'

const { explain, explainMany } = storeStatusMessages

const titlePrefixes: Record<StatusChangeName, string> = {
  suspend: 'Suspend',
  startMaintenance: 'Start maintenance for',
  endMaintenance: 'End maintenance for',
  activate: 'Activate',
  archive: 'Archive',
}

const createStatusAction = <Name extends StatusChangeName>(
  name: Name,
): BulkAction & { name: Name } => ({
  name,
  label: statusChanges[name].label,
  titlePrefix: titlePrefixes[name],
  explanation: explainMany[name] ?? explain[name],
  fields: { reason: statusChanges[name].reason ? statusReasonField : optional(statusReasonField) },
  requiredAction: 'write',
  // A status that this version doesn't know allows no change.
  isApplicable: ({ status }) => getStatusChanges(status as StoreStatus).includes(name),
})

const tagField = text('Tag', { max: 30, pattern: patterns.tag })

/**
 * Bulk actions for stores (screens.md, All Stores), in addition to the generic ones. Everyday
 * actions come first.
 */
export const storeBulkActions = defineBulkActions([
  createStatusAction('activate'),
  createStatusAction('suspend'),
  createStatusAction('startMaintenance'),
  createStatusAction('endMaintenance'),
  {
    name: 'assignTheme',
    label: 'Assign theme',
    titlePrefix: 'Assign a theme to',
    explanation: 'Members see the new theme right away.',
    fields: { themeId: reference(storeMessages.theme, { name: 'themes', canCreate: false }) },
    requiredAction: 'write',
  },
  {
    name: 'addTag',
    label: 'Add tag',
    titlePrefix: 'Add a tag to',
    fields: { tag: tagField },
    requiredAction: 'write',
  },
  {
    name: 'removeTag',
    label: 'Remove tag',
    titlePrefix: 'Remove a tag from',
    fields: { tag: tagField },
    requiredAction: 'write',
  },
  createStatusAction('archive'),
])
