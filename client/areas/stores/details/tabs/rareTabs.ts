// All that the page is made of is there already: one chunk of both.
import '../Store.tsx'
import '#client/frame/storeForms.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { members } from '#shared/areas/members/members.ts'
import { storeTabTitles } from '#shared/areas/stores/tabTitles.ts'
import { groupListOptions, groupPanels } from '#client/areas/members/groupRows.tsx'
import { creditsTab } from './credits.tsx'
import { dangerTab } from './danger.tsx'
import { domainsTab } from './domains.tsx'
import { duplicateTab } from './duplicate.tsx'
import { accessTab } from './access.tsx'
import { brandTab, generalTab, localeTab } from './fieldTabs.tsx'
import { integrationsTab } from './integrations.tsx'
import { createListTab } from './listTab.tsx'
import { logsTab } from './logs.tsx'

/** Parts of a store's page that are opened now and then: imported when they are (tabs.tsx). */
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
