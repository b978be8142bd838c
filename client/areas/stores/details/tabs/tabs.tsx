import { lazy, Suspense } from 'react'
import { loadChunk } from '#client/runtime/failures.ts'
import type { TabName } from '#shared/areas/stores/storeAddress.ts'
import { overview } from './overview.tsx'
import type { StoreTab, TabProps } from './storeTab.tsx'

type RareTabs = (typeof import('./rareTabs.ts'))['rareTabs']

const tabs: Record<Exclude<TabName, keyof RareTabs>, StoreTab> & Record<keyof RareTabs, null> = {
  overview,
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

let rare: RareTabs | undefined

/** The tab of this name, for loader and action; from then on `OpenTab` has it at once. */
export async function tabNamed(name: TabName): Promise<StoreTab> {
  const tab = tabs[name]
  if (tab) return tab
  rare = (await loadChunk(() => import('./rareTabs.ts'))).rareTabs
  // The table says null of the rare ones alone.
  return rare[name as keyof RareTabs]
}

type OpenProps = TabProps & { name: TabName }

/** The page that the server rendered is there before the module of its tab: React waits for it where it stands. */
const RareTab = lazy(async () => {
  const { rareTabs } = await loadChunk(() => import('./rareTabs.ts'))
  return {
    default: ({ name, ...props }: OpenProps) => rareTabs[name as keyof RareTabs].render(props),
  }
})

export function OpenTab({ name, ...props }: OpenProps) {
  const tab = tabs[name] ?? rare?.[name as keyof RareTabs]
  return <Suspense>{tab ? tab.render(props) : <RareTab name={name} {...props} />}</Suspense>
}
