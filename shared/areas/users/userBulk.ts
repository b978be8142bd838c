import type { BulkAction } from '#shared/engine/bulk/bulk.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { userGroups } from './userGroups.ts'
import { accountReason } from './accountFields.ts'
import { userBulkMessages as say } from './userBulkMessages.ts'

const group = { groupId: reference(say.group, { ...userGroups, writes: [] }) }

/** What can be done to many accounts at once besides (screens.md, Users). */
export const userBulk: readonly BulkAction[] = [
  {
    name: 'suspend',
    label: say.suspend,
    asks: say.suspend,
    explains: say.suspendExplanation,
    fields: { reason: accountReason },
    needs: 'write',
  },
  {
    name: 'addToGroup',
    label: say.addToGroup,
    asks: say.addTitle,
    explains: say.addExplanation,
    fields: group,
    needs: 'write',
  },
  {
    name: 'removeFromGroup',
    label: say.removeFromGroup,
    asks: say.removeTitle,
    explains: say.removeExplanation,
    fields: group,
    needs: 'write',
  },
]
