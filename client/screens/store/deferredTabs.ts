import { lazyPart } from '#client/parts.ts'
import type { TabName } from './storeAddress.ts'
import type { StoreTab } from './storeTab.tsx'

/** Tabs in a chunk of their own, loaded along with the addresses that show one of them. */
const tabsIn = <Name extends TabName>(
  file: string,
  names: readonly Name[],
  load: () => Promise<Record<Name, StoreTab>>,
) =>
  lazyPart({
    source: `client/screens/store/${file}`,
    isShown: (params) => names.some((name) => name === params.get('tab')),
    load,
  })

/** What is only read comes without what forms need. */
export const readTabs = tabsIn(
  'readTabs.ts',
  ['members', 'credits', 'integrations', 'logs'],
  () => import('./readTabs.ts'),
)
export const formTabs = tabsIn(
  'formTabs.ts',
  ['general', 'domains', 'locale', 'brand', 'access', 'danger', 'duplicate'],
  () => import('./formTabs.ts'),
)

/** All tabs but the overview, which comes with the page. */
export const deferredTabs = [readTabs, formTabs]
