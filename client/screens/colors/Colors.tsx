import '#client/signedIn.ts'
import { colors } from '#shared/resources/colors.ts'
import { definePanels } from '#client/list/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { bothColors } from './Swatch.tsx'
import { nearWords } from './words.ts'

/** Colors: the generic list, and the pairs that are hardly told apart (screens.md, Colors). */
export const { loader, action, Component, panels } = plainScreen(
  colors,
  { cells: { hex: bothColors }, widths: { hex: 124 } },
  definePanels(() => import('./nearDuplicates.tsx'), {
    near: { button: nearWords.button, instead: true },
  }),
)
