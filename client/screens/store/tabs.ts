import { storeMessages } from '#shared/stores/storeMessages.ts'
import type { Part } from '#client/parts.ts'
import { brand } from './brand.tsx'
import { danger } from './danger.tsx'
import { creditsTab, integrationsTab } from './deferredTabs.ts'
import { domains } from './domains.tsx'
import { duplicate } from './duplicate.tsx'
import { access, general, locale } from './fieldTabs.tsx'
import { logs } from './logs.tsx'
import { members } from './members.tsx'
import { overview } from './overview.tsx'
import type { TabName } from './storeAddress.ts'
import type { StoreTab } from './storeTab.tsx'

const titles = storeMessages.tabs

/** A tab in a chunk of its own: its title stands in the bar, the rest comes with the addresses that show it. */
const deferred = <Module>(
  title: string,
  part: Part & { get: () => Module },
  tabIn: (module: Module) => StoreTab,
): StoreTab => ({
  title,
  async load(work) {
    await part.load()
    return tabIn(part.get()).load?.(work)
  },
  render: (props) => tabIn(part.get()).render(props),
})

/** The page of a store on one screen. */
export const tabs: Record<TabName, StoreTab> = {
  overview,
  general,
  domains,
  locale,
  brand,
  access,
  members,
  credits: deferred(titles.credits, creditsTab, ({ credits }) => credits),
  integrations: deferred(titles.integrations, integrationsTab, ({ integrations }) => integrations),
  logs,
  danger,
  duplicate,
}
