// The page's own modules are already loaded, so these share one chunk.
import '../Store.tsx'
import '#client/frame/storeForms.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { storeTabTitles } from '#shared/areas/stores/storeTabTitles.ts'
import { groupListOptions, groupPanels } from '#client/areas/members/groupList.tsx'
import { creditsTab } from './creditsTab.tsx'
import { dangerTab } from './dangerTab.tsx'
import { domainsTab } from './domainsTab.tsx'
import { duplicateTab } from './duplicateTab.tsx'
import { accessTab } from './accessTab.tsx'
import { brandTab, generalTab, localeTab } from './fieldTabs.tsx'
import { integrationsTab } from './integrationsTab.tsx'
import { createListTab } from './listTab.tsx'
import { logsTab } from './logsTab.tsx'

/** The less frequently used tabs of a store's page, imported on demand (tabs.tsx). */
export const lazyTabs = {
  general: generalTab,
  domains: domainsTab,
  locale: localeTab,
  brand: brandTab,
  access: accessTab,
  members: createListTab('members', storeTabTitles.members, members),
  groups: createListTab(
    'groups',
    storeTabTitles.groups,
    memberGroups,
    groupListOptions,
    groupPanels,
  ),
  credits: creditsTab,
  integrations: integrationsTab,
  logs: logsTab,
  danger: dangerTab,
  duplicate: duplicateTab,
}
