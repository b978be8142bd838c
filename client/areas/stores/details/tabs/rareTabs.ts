// All that the page is made of is there already: one chunk of both.
import '../Store.tsx'
import '#client/frame/storeForms.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { tabTitles } from '#shared/areas/stores/tabTitles.ts'
import { groupLook, groupPanels } from '#client/areas/members/groupRows.tsx'
import { credits } from './credits.tsx'
import { danger } from './danger.tsx'
import { domains } from './domains.tsx'
import { duplicate } from './duplicate.tsx'
import { access } from './access.tsx'
import { brand, general, locale } from './fieldTabs.tsx'
import { integrations } from './integrations.tsx'
import { listTab } from './listTab.tsx'
import { logs } from './logs.tsx'

/** Parts of a store's page that are opened now and then: imported when they are (tabs.tsx). */
export const rareTabs = {
  general,
  domains,
  locale,
  brand,
  access,
  members: listTab('members', tabTitles.members, members),
  groups: listTab('groups', tabTitles.groups, memberGroups, groupLook, groupPanels),
  credits,
  integrations,
  logs,
  danger,
  duplicate,
}
