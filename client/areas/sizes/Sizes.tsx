import { sizes } from '#shared/areas/sizes/sizes.ts'
import { createListScreen } from '#client/frame/index.ts'
import { sizeRunPanels } from './SizeRunPanel.tsx'

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export const { loader, action, Component, panels } = createListScreen(sizes, {}, sizeRunPanels)
