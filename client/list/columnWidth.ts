import type { FieldKind } from '#shared/engine/fields.ts'
import { columnField } from '#shared/engine/listQuery.ts'
import { columnHead } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** What a column of this kind wants, in px; those of texts and choices go by how long they may be. */
const widths: Record<FieldKind, number> = {
  text: 164,
  longText: 240,
  integer: 76,
  decimal: 76,
  money: 116,
  toggle: 68,
  select: 164,
  colour: 104,
  list: 140,
  reference: 164,
  references: 180,
  date: 104,
  instant: 168,
  secret: 140,
  file: 116,
  image: 64,
}

/** Of the boxes before the rows and of the actions behind them. */
export const edgeWidths = { select: 40, actions: 44 } as const

/** Of the column that names the records. */
const nameWidth = 240

const letter = 7.5
/** Of words to choose from, which are short: their wide letters count, and they are shown whole. */
const wideLetter = 10
const padding = 20

/**
 * How wide a column is, in px, whatever its rows hold: by what its field is and by its head, so that nothing moves when
 * other rows come (screens.md, "Every list").
 */
export function columnWidth(resource: Resource, column: string, place: number): number {
  const { kind, max, options } = columnField(resource, column)
  const longest = options?.reduce((most, { label }) => Math.max(most, label.length), 0) ?? max
  const wanted =
    longest === undefined ? Infinity : longest * (options ? wideLetter : letter) + padding
  const byKind =
    kind === 'text' || kind === 'select' ? Math.min(widths[kind], wanted) : widths[kind]
  // The arrow of the order stands in the head too.
  const head = columnHead(resource, column).length * 6.5 + padding + 14
  const isName = place === 0 && (kind === 'text' || kind === 'reference')
  return Math.round(Math.max(isName ? nameWidth : byKind, Math.min(head, 170)))
}
