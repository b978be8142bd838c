import '#client/frame/signedIn.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { createListScreen } from '#client/list/createListScreen.tsx'
import { sizeRunMessages } from './messages.ts'

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export const { loader, action, Component, panels } = createListScreen(
  sizes,
  {},
  definePanels(() => import('./SizeRunPanel.tsx'), { run: { button: sizeRunMessages.button } }),
)
