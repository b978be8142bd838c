import { lazy, Suspense } from 'react'
import { loadChunk } from '#client/runtime/failures.ts'
import type { StoreTabName } from '#shared/areas/stores/storeUrl.ts'
import { overviewTab } from './overviewTab.tsx'
import type { StoreTab, TabProps } from './storeTab.tsx'

type LazyTabs = (typeof import('./lazyTabs.ts'))['lazyTabs']

const tabDefinitions: Record<Exclude<StoreTabName, keyof LazyTabs>, StoreTab> &
  Record<keyof LazyTabs, null> = {
  overview: overviewTab,
  general: null,
  domains: null,
  locale: null,
  brand: null,
  access: null,
  members: null,
  groups: null,
  credits: null,
  integrations: null,
  logs: null,
  danger: null,
  duplicate: null,
}

let loadedTabs: LazyTabs | undefined

/** Loads a tab for loader and action. `OpenTab` can render it synchronously from then on. */
export async function loadTab(name: StoreTabName): Promise<StoreTab> {
  const tab = tabDefinitions[name]
  if (tab) return tab
  loadedTabs = (await loadChunk(() => import('./lazyTabs.ts'))).lazyTabs
  // The table has null only for lazy tabs.
  return loadedTabs[name as keyof LazyTabs]
}

type OpenTabProps = TabProps & { name: StoreTabName }

/**
 * The server-rendered page appears before its tab's module has loaded, so hydration waits for it.
 */
const LazyTab = lazy(async () => {
  const { lazyTabs } = await loadChunk(() => import('./lazyTabs.ts'))
  return {
    default: ({ name, ...props }: OpenTabProps) => lazyTabs[name as keyof LazyTabs].render(props),
  }
})

export function OpenTab({ name, ...props }: OpenTabProps) {
  const tab = tabDefinitions[name] ?? loadedTabs?.[name as keyof LazyTabs]
  return <Suspense>{tab ? tab.render(props) : <LazyTab name={name} {...props} />}</Suspense>
}
