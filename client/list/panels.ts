export { DeletePanel } from './DeletePanel.tsx'
export { PastePanel } from './PastePanel.tsx'
export { RecordPanel } from './RecordPanel.tsx'
export { ReorderTable } from './ReorderTable.tsx'
