import { memberGroups } from '#shared/resources/memberGroups.ts'
import { members } from '#shared/resources/members.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { brand } from './brand.tsx'
import { credits } from './credits.tsx'
import { danger } from './danger.tsx'
import { domains } from './domains.tsx'
import { duplicate } from './duplicate.tsx'
import { access, general, locale } from './fieldTabs.tsx'
import { integrations } from './integrations.tsx'
import { logs } from './logs.tsx'
import { listTab } from './listTab.tsx'
import { overview } from './overview.tsx'
import type { TabName } from '#client/stores/storeAddress.ts'
import type { StoreTab } from './storeTab.tsx'

/** The page of a store on one screen. */
export const tabs: Record<TabName, StoreTab> = {
  overview,
  general,
  domains,
  locale,
  brand,
  access,
  members: listTab('members', storeMessages.tabs.members, members),
  groups: listTab('groups', storeMessages.tabs.groups, memberGroups),
  credits,
  integrations,
  logs,
  danger,
  duplicate,
}
