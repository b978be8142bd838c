import '#client/frame/signedIn.ts'
import { members } from '#shared/areas/members/members.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { createListScreen } from '#client/list/createListScreen.tsx'
import { groupListOptions, groupPanels } from './groupList.tsx'
import { memberGroupsMessages } from './messages.ts'

/**
 * Member Groups (screens.md): the generic list and form, members, duplicates, and a deletion that
 * moves members.
 */
export const { loader, action, Component, panels } = createListScreen(
  memberGroups,
  groupListOptions,
  {
    ...groupPanels,
    ...definePanels(() => import('./importMembers.tsx'), {
      import: { button: memberGroupsMessages.importMembers, of: members },
    }),
  },
)
