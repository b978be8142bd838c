import type { ReactNode } from 'react'
import { createLazyPart } from '../runtime/lazyPart.ts'
import type { BulkBarProps } from './listProps.ts'
import type { formatFilters } from './filters/panel/formatFilters.ts'
import type { loadFilterLabels } from './filters/panel/loadFilterLabels.ts'
import type { PanelFilterChips } from './filters/panel/PanelFilterChips.tsx'
import type { applyFilterForm } from './filters/panel/parseFilterForm.ts'
import type { AnyPanelContent } from './panels/definePanels.ts'
import type { loadStoreList } from './storeLists/loadStoreList.ts'
import type { StoreListPanel } from './storeLists/StoreListPanel.tsx'
import type { resizeColumn } from './table/resizeColumn.ts'
import type { storeListIntents } from './storeLists/storeListIntents.ts'

/** Panels of lists that few visits open. */
type ToolPanelName =
  | 'history'
  | 'bulk'
  | 'views'
  | 'sorting'
  | 'stores'
  | 'merge'
  | 'reorder'
  | 'choose'
  | 'filters'
  | 'lookup'
  | 'paste'
  | 'import'

/** What lists need for many records at once, and the list of stores that setups share with them. */
type ListTools = {
  BulkBar: (props: BulkBarProps) => ReactNode
  resizeColumn: typeof resizeColumn
  panels: Readonly<Record<ToolPanelName, AnyPanelContent>>
  StoreListPanel: typeof StoreListPanel
  applyFilterForm: typeof applyFilterForm
  formatFilters: typeof formatFilters
  loadFilterLabels: typeof loadFilterLabels
  PanelFilterChips: typeof PanelFilterChips
  loadStoreList: typeof loadStoreList
  storeListIntents: typeof storeListIntents
}

/** Loads when records are selected, a panel opens, or a column is about to be resized. */
export const listTools = createLazyPart<ListTools>()
