import { definePanels, loadPanelRecord } from '../frame/index.ts'
import { ContentPreviewPanel } from '../areas/training/ContentPreviewPanel.tsx'

export const panels = definePanels({
  preview: { Panel: ContentPreviewPanel, intents: {}, load: loadPanelRecord },
})
