import '#client/signedIn.ts'
import { messages } from '#shared/messages.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { definePanels } from '#client/list/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'

/** Sizes: the generic list, and generating a run (screens.md, Sizes). */
export const { loader, action, Component, panels } = plainScreen(
  sizes,
  {},
  definePanels(() => import('./SizeRunPanel.tsx'), { run: { button: messages.run.button } }),
)
