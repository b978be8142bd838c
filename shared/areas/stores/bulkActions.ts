import { optional, reference, text } from '#shared/engine/fields/fields.ts'
import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { maintenanceMessageField, statusReasonField } from './status/storeStatusCalls.ts'
import { getStatusChanges, statusChanges } from './status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from './status/storeStates.ts'
import { storeStatusMessages } from './status/storeStatusMessages.ts'
import { storeMessages } from './messages.ts'

const { explain, explainMany } = storeStatusMessages

const statusTitles: Record<StatusChangeName, BulkAction['title']> = {
  suspend: (records) => `Suspend ${records}`,
  startMaintenance: (records) => `Start maintenance for ${records}`,
  endMaintenance: (records) => `End maintenance for ${records}`,
  activate: (records) => `Activate ${records}`,
  archive: (records) => `Archive ${records}`,
}

const createStatusAction = <Name extends StatusChangeName>(
  name: Name,
): BulkAction & { name: Name } => ({
  name,
  label: statusChanges[name].label,
  title: statusTitles[name],
  explanation: explainMany[name] ?? explain[name],
  fields: {
    ...(name === 'startMaintenance' && { message: maintenanceMessageField }),
    reason: statusChanges[name].reason ? statusReasonField : optional(statusReasonField),
  },
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
    title: (records) => `Assign a theme to ${records}`,
    explanation: 'Members see the new theme right away.',
    fields: { themeId: reference(storeMessages.theme, { name: 'themes', canCreate: false }) },
    requiredAction: 'write',
  },
  {
    name: 'addTag',
    label: 'Add tag',
    title: (records) => `Add a tag to ${records}`,
    fields: { tag: tagField },
    requiredAction: 'write',
  },
  {
    name: 'removeTag',
    label: 'Remove tag',
    title: (records) => `Remove a tag from ${records}`,
    fields: { tag: tagField },
    requiredAction: 'write',
  },
  createStatusAction('archive'),
])
