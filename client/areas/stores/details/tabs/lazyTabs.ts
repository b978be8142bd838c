import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { members } from '#shared/areas/members/members.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { storeTabTitles } from '#client/frame/index.ts'
import { accessTab } from './accessTab.tsx'
import { creditsTab } from './creditsTab.tsx'
import { dangerTab } from './dangerTab.tsx'
import { domainsTab } from './domainsTab.tsx'
import { duplicateTab } from './duplicateTab.tsx'
import { brandTab, generalTab, localeTab } from './fieldTabs.tsx'
import { integrationsTab } from './integrationsTab.tsx'
import { createListTab } from '../index.ts'

/** The tabs of a store's page except the overview and other areas' lists (tabs.tsx). */
export const lazyTabs = {
  general: generalTab,
  domains: domainsTab,
  locale: localeTab,
  brand: brandTab,
  access: accessTab,
  members: createListTab('members', storeTabTitles.members, members, {
    openAt: (member) => getRecordUrl(members, member),
  }),
  credits: creditsTab,
  integrations: integrationsTab,
  calendar: createListTab('calendar', storeTabTitles.calendar, deadlines, {
    openAt: ({ link }) => String(link),
  }),
  danger: dangerTab,
  duplicate: duplicateTab,
}
