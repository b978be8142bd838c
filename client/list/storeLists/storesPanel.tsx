import { loadPanelRecord } from '../panels/definePanels.ts'
import type { PanelProps, PanelLoadContext } from '../panels/definePanels.ts'
import { loadStoreList } from './loadStoreList.ts'
import type { LoadedStoreList } from './loadStoreList.ts'
import { StoreListPanel } from './StoreListPanel.tsx'
import { storeListIntents } from './storeListIntents.ts'

const StoresPanel = ({ resource, data, loaded }: PanelProps<LoadedStoreList>) => (
  <StoreListPanel resource={resource} loaded={loaded} writeKey={data.writeKey} />
)

export const storesPanel = {
  Panel: StoresPanel,
  intents: storeListIntents,
  load: async (context: PanelLoadContext) => loadStoreList(context, await loadPanelRecord(context)),
}
