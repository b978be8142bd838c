import '#client/frame/signedIn.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { createListScreen } from '#client/list/createListScreen.tsx'
import { createNamedColorCell } from './Swatch.tsx'
import { nearDuplicatesMessages } from './messages.ts'

const formatColorCodes = ({ hex, secondHex }: AnyRecord) =>
  secondHex ? `${String(hex)}, ${String(secondHex)}` : String(hex ?? '')

/**
 * Colors: the generic list, and pairs of colors that are hard to tell apart (screens.md, Colors).
 */
export const { loader, action, Component, panels } = createListScreen(
  colors,
  {
    cells: { name: createNamedColorCell('name', 'hex'), hex: formatColorCodes },
    widths: { hex: 140 },
  },
  definePanels(() => import('./nearDuplicates.tsx'), {
    near: { button: nearDuplicatesMessages.button, instead: true },
  }),
)
