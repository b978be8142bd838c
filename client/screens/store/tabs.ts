import { memberGroups } from '#shared/resources/memberGroups.ts'
import { members } from '#shared/resources/members.ts'
import type { TabName } from '#client/stores/storeAddress.ts'
import { credits } from './credits.tsx'
import { danger } from './danger.tsx'
import { domains } from './domains.tsx'
import { duplicate } from './duplicate.tsx'
import { brand, access, general, locale } from './fieldTabs.tsx'
import { integrations } from './integrations.tsx'
import { listTab } from './listTab.tsx'
import { logs } from './logs.tsx'
import { overview } from './overview.tsx'
import type { StoreTab } from './storeTab.tsx'
import { storeMessages } from './words.ts'

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
