import { definePanels, loadPanelRecord } from '../frame/index.ts'
import { ContentPreviewPanel } from '../areas/training/ContentPreviewPanel.tsx'

// The Markdown reader is large, so it loads with the first preview.
export const panels = definePanels({
  preview: { Panel: ContentPreviewPanel, intents: {}, load: loadPanelRecord },
})
