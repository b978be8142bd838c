import { members } from '#shared/areas/members/members.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { createLinesPanel, createListScreen } from '#client/frame/index.ts'
import { groupListOptions } from './groupList.tsx'
import { groupPanels } from './panels.tsx'
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
    import: createLinesPanel(members, memberGroupsMessages.importMembers),
  },
)
