// What changes a store's status, on the list and on its page. It loads when a panel opens.
export { loadStatusReadiness } from './loadStatusReadiness.ts'
export { StatusPanel } from './StatusPanel.tsx'
export { storePageIntents } from './statusIntents.ts'
export { panels } from './statusPanels.tsx'
