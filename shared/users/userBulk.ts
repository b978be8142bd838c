import type { BulkAction } from '../engine/bulk.ts'
import { reference } from '../engine/fields/fields.ts'
import { userGroups } from '../resources/userGroups.ts'
import { accountReason } from './accountFields.ts'

const group = { groupId: reference('Group', { ...userGroups, writes: [] }) }

/** What can be done to many accounts at once besides (screens.md, Users). */
export const userBulk: readonly BulkAction[] = [
  {
    name: 'suspend',
    label: 'Suspend',
    asks: 'Suspend',
    explains: 'They are signed out at once, and their links no longer work.',
    fields: { reason: accountReason },
    needs: 'write',
  },
  {
    name: 'addToGroup',
    label: 'Add to group',
    asks: 'Add a group to',
    explains: 'They may do all that the group may, from their next page on.',
    fields: group,
    needs: 'write',
  },
  {
    name: 'removeFromGroup',
    label: 'Remove from group',
    asks: 'Take a group from',
    explains: 'They may no longer do what that group alone lets them, from their next page on.',
    fields: group,
    needs: 'write',
  },
]
