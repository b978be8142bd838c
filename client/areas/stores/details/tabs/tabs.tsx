import { Suspense } from 'react'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import { logsArea, membersArea, storeTabTitles, storeTabs } from '#client/frame/index.ts'
import { commentsPart } from '#client/list/comments/commentsPart.ts'
import { useLazyPart } from '#client/runtime/lazyPart.ts'
import type { LazyPart } from '#client/runtime/lazyPart.ts'
import { createCommentsTab } from './commentsTab.tsx'
import { createListTab } from './listTab.tsx'
import { createLogsTab } from './logsTab.tsx'
import { overviewTab } from './overviewTab.tsx'
import type { StoreTab, TabProps } from './storeTab.tsx'

type LazyTabName = Exclude<StoreTabName, 'overview' | 'groups' | 'comments' | 'logs'>
type LazyTabs = Readonly<Record<LazyTabName, StoreTab>>

/** Creates a tab whose code or list is in a part. */
const createPartTab = <Part,>(part: LazyPart<Part>, getTab: (part: Part) => StoreTab) => ({
  load: async () => getTab(await part.load()),
  Tab(props: TabProps) {
    const loadedPart = useLazyPart(part)
    return loadedPart && getTab(loadedPart).render(props)
  },
})

// lazyParts.ts provides lazyTabs.ts, which the frame can't name.
const createLazyTab = (name: LazyTabName) =>
  createPartTab(storeTabs, ({ lazyTabs }) => (lazyTabs as LazyTabs)[name])

/** Every tab of a store's page, with its own URL. Only the overview comes with the page. */
const tabs: Record<StoreTabName, StoreTab | ReturnType<typeof createLazyTab>> = {
  overview: overviewTab,
  general: createLazyTab('general'),
  domains: createLazyTab('domains'),
  locale: createLazyTab('locale'),
  brand: createLazyTab('brand'),
  access: createLazyTab('access'),
  members: createLazyTab('members'),
  groups: createPartTab(membersArea, ({ groupListOptions, groupPanels }) =>
    createListTab('groups', storeTabTitles.groups, memberGroups, groupListOptions, groupPanels),
  ),
  credits: createLazyTab('credits'),
  integrations: createLazyTab('integrations'),
  calendar: createLazyTab('calendar'),
  comments: createPartTab(commentsPart, createCommentsTab),
  logs: createPartTab(logsArea, createLogsTab),
  danger: createLazyTab('danger'),
  duplicate: createLazyTab('duplicate'),
}

/** Loads a tab for loader and action. */
export async function loadTab(name: StoreTabName): Promise<StoreTab> {
  const tab = tabs[name]
  return 'Tab' in tab ? tab.load() : tab
}

export function OpenTab({ name, ...props }: TabProps & { name: StoreTabName }) {
  const tab = tabs[name]
  if (!('Tab' in tab)) return tab.render(props)
  // The page that the server rendered is there before the part: React waits for it in place.
  return (
    <Suspense>
      <tab.Tab {...props} />
    </Suspense>
  )
}
