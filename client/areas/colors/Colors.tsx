import type { AnyRecord } from '#shared/engine/resource.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { createListScreen } from '#client/frame/index.ts'
import { nearDuplicatesPanels } from './nearDuplicates.tsx'
import { createNamedColorCell } from './Swatch.tsx'

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
  nearDuplicatesPanels,
)
