import { definePanels } from '../frame/index.ts'
import { bulkPanel } from '../list/bulk/BulkPanel.tsx'
import { importPanel } from '../list/imports/ImportPanel.tsx'
import { filtersPanel } from '../list/filters/panel/FiltersPanel.tsx'
import { lookupPanel } from '../list/filters/panel/LookupPanel.tsx'
import { ColumnsPanel } from '../list/panels/ColumnsPanel.tsx'
import { historyPanel } from '../list/panels/historyPanel.tsx'
import { mergePanel } from '../list/panels/mergePanel.tsx'
import { PastePanel } from '../list/panels/PastePanel.tsx'
import { sortPanel } from '../list/sorting/SortPanel.tsx'
import { storesPanel } from '../list/storeLists/storesPanel.tsx'
import { ReorderTable } from '../list/table/ReorderTable.tsx'
import { toolIntents } from '../list/toolIntents.ts'
import { viewsPanel } from '../list/views/ViewsPanel.tsx'

export { BulkBar } from '../list/bulk/BulkBar.tsx'
export { applyFilterForm } from '../list/filters/panel/parseFilterForm.ts'
export { resizeColumn } from '../list/table/resizeColumn.ts'
export { formatFilters } from '../list/filters/panel/formatFilters.ts'
export { loadFilterLabels } from '../list/filters/panel/loadFilterLabels.ts'
export { PanelFilterChips } from '../list/filters/panel/PanelFilterChips.tsx'
export { loadStoreList } from '../list/storeLists/loadStoreList.ts'
export { StoreListPanel } from '../list/storeLists/StoreListPanel.tsx'
export { storeListIntents } from '../list/storeLists/storeListIntents.ts'

export const panels = definePanels({
  history: historyPanel,
  bulk: bulkPanel,
  views: viewsPanel,
  sorting: sortPanel,
  stores: storesPanel,
  merge: mergePanel,
  reorder: { Panel: ReorderTable, intents: { reorder: toolIntents.reorder }, load: null },
  choose: { Panel: ColumnsPanel, intents: { choose: toolIntents.choose }, load: null },
  filters: filtersPanel,
  lookup: lookupPanel,
  paste: { Panel: PastePanel, intents: { paste: toolIntents.paste }, load: null },
  import: importPanel,
})
