import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { accountReasonField } from './accountFields.ts'

const groupFields = {
  groupId: reference('Group', { name: 'userGroups', canCreate: false }),
}

/** Bulk actions for accounts (screens.md, Users), in addition to the generic ones. */
export const userBulkActions = defineBulkActions([
  {
    name: 'suspend',
    label: 'Suspend',
    title: (records) => `Suspend ${records}`,
    explanation:
      'Suspended users are signed out immediately, and their invitation and password links stop working.',
    fields: { reason: accountReasonField },
    requiredAction: 'write',
  },
  {
    name: 'addToGroup',
    label: 'Add to group',
    title: (records) => `Assign a group to ${records}`,
    explanation:
      'Users added to the group get its permissions, starting with the next page they open.',
    fields: groupFields,
    requiredAction: 'write',
  },
  {
    name: 'removeFromGroup',
    label: 'Remove from group',
    title: (records) => `Remove a group from ${records}`,
    explanation:
      'Users removed from the group lose permissions that only this group gave them, starting with the next page they open.',
    fields: groupFields,
    requiredAction: 'write',
  },
])
