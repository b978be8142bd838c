import { defineBulkActions } from '#shared/engine/bulk/bulkActions.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { accountReasonField } from './accountFields.ts'
import { userBulkMessages } from './userBulkMessages.ts'

const groupFields = {
  groupId: reference(userBulkMessages.group, { name: 'userGroups', canCreate: false }),
}

/** Bulk actions for accounts (screens.md, Users), in addition to the generic ones. */
export const userBulkActions = defineBulkActions([
  {
    name: 'suspend',
    label: userBulkMessages.suspend,
    titlePrefix: userBulkMessages.suspend,
    explanation: userBulkMessages.suspendExplanation,
    fields: { reason: accountReasonField },
    requiredAction: 'write',
  },
  {
    name: 'addToGroup',
    label: userBulkMessages.addToGroup,
    titlePrefix: userBulkMessages.addTitle,
    explanation: userBulkMessages.addExplanation,
    fields: groupFields,
    requiredAction: 'write',
  },
  {
    name: 'removeFromGroup',
    label: userBulkMessages.removeFromGroup,
    titlePrefix: userBulkMessages.removeTitle,
    explanation: userBulkMessages.removeExplanation,
    fields: groupFields,
    requiredAction: 'write',
  },
])
