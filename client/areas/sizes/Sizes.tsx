import '#client/frame/signedIn.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { runWords } from './words.ts'

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export const { loader, action, Component, panels } = plainScreen(
  sizes,
  {},
  definePanels(() => import('./SizeRunPanel.tsx'), { run: { button: runWords.button } }),
)
