import { formTabs, readTabs } from './deferredTabs.ts'
import { overview } from './overview.tsx'
import type { TabName } from './storeAddress.ts'
import type { StoreTab } from './storeTab.tsx'

/** The page of a store on one screen; each tab is there once its chunk is (deferredTabs.ts). */
export const tabs: Record<TabName, () => StoreTab> = {
  overview: () => overview,
  general: () => formTabs.get().general,
  domains: () => formTabs.get().domains,
  locale: () => formTabs.get().locale,
  brand: () => formTabs.get().brand,
  access: () => formTabs.get().access,
  members: () => readTabs.get().members,
  credits: () => readTabs.get().credits,
  integrations: () => readTabs.get().integrations,
  logs: () => readTabs.get().logs,
  danger: () => formTabs.get().danger,
  duplicate: () => formTabs.get().duplicate,
}
