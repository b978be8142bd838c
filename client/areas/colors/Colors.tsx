import '#client/frame/signedIn.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { namedColour } from './Swatch.tsx'
import { nearWords } from './words.ts'

const codes = ({ hex, secondHex }: AnyRecord) =>
  secondHex ? `${String(hex)}, ${String(secondHex)}` : String(hex ?? '')

/** Colors: the generic list, and the pairs that are hardly told apart (screens.md, Colors). */
export const { loader, action, Component, panels } = plainScreen(
  colors,
  { cells: { name: namedColour('name', 'hex'), hex: codes }, widths: { hex: 140 } },
  definePanels(() => import('./nearDuplicates.tsx'), {
    near: { button: nearWords.button, instead: true },
  }),
)
