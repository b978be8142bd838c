import type { FieldKind } from '#shared/engine/fields/fields.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { getColumnHeading } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'

/**
 * Width of a column by kind, in px. Those of texts and options also depend on their maximum length.
 */
const widthByKind: Record<FieldKind, number> = {
  text: 164,
  longText: 240,
  integer: 76,
  decimal: 76,
  money: 110,
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

/** Attribute of the separator beside a heading. It names the column. */
export const resizeAttribute = 'data-resize'

/** Widths of the checkboxes before the rows and of the actions after them. */
export const edgeWidths = { select: 40, actions: 44 } as const

/**
 * Minimum width of the column that names the records. Long names take what the others leave of
 * `defaultTableWidth`.
 */
const minNameWidth = 240

/**
 * If records of many stores have the same names, the store distinguishes them: its column takes up
 * to `more` of what the others leave before names do, which need only `name`.
 */
const storeNameWidths = { name: 180, more: 90 }

/**
 * Texts as long as an email take up to `width` of what the others leave before names do, which give
 * up `ofName` for them.
 */
const longTextWidths = { max: 100, width: 236, ofName: 24 }

/**
 * The width that the default columns fit: the page beside the side menu, in a window of about 1280
 * px (screens.md, "Every list").
 */
const defaultTableWidth = 980

const letterWidth = 7.5
/** In headings. Spaces and parentheses are half as wide. */
const headingLetterWidth = 7.2
/** For options, which are short: their wide letters count, and they are shown whole. */
const wideLetterWidth = 10
const cellPadding = 20

/**
 * Computes a column's width in px, from its field and heading. It doesn't depend on the rows, so
 * that nothing moves when others come (screens.md, "Every list").
 */
export function computeColumnWidth(resource: Resource, column: string, index: number): number {
  const { kind, max, options } = getColumnField(resource, column)
  const longest =
    options?.reduce((longestSoFar, { label }) => Math.max(longestSoFar, label.length), 0) ?? max
  const textWidth =
    longest === undefined
      ? Infinity
      : longest * (options ? wideLetterWidth : letterWidth) + cellPadding
  const kindWidth =
    kind === 'text' || options ? Math.min(widthByKind[kind], textWidth) : widthByKind[kind]
  // The heading has room for the sort arrow too.
  const headingWidth = measureHeading(getColumnHeading(resource, column)) + cellPadding + 14
  const columnsAtFirst: readonly string[] = resource.list.columns
  const nameWidth = columnsAtFirst.includes(resource.relations.scope ?? '')
    ? Math.min(storeNameWidths.name, textWidth)
    : minNameWidth
  const minWidth = index === 0 && canNameRecords(kind) ? nameWidth : kindWidth
  return Math.round(Math.max(minWidth, Math.min(headingWidth, 170)))
}

/** Estimates a heading's width in px. */
function measureHeading(heading: string): number {
  const narrow = heading.match(/[ ()]/g)?.length ?? 0
  return (heading.length - narrow / 2) * headingLetterWidth
}

const canNameRecords = (kind: FieldKind) => kind === 'text' || kind === 'reference'

/**
 * Computes the widths of these columns. `own` are the widths for the screen's own cells; `edges` is
 * the width of what is beside them.
 */
export function computeColumnWidths(
  resource: Resource,
  columns: readonly string[],
  own: Readonly<Record<string, number>>,
  edges: number,
): number[] {
  const widths = columns.map(
    (column, place) => own[column] ?? computeColumnWidth(resource, column, place),
  )
  let spareWidth = widths.reduce((rest, one) => rest - one, defaultTableWidth - edges)
  const widen = (index: number, by: number) => {
    if (index < 0 || own[columns[index] ?? '']) return
    const more = Math.max(0, Math.min(spareWidth, Math.round(by)))
    widths[index] = (widths[index] ?? 0) + more
    spareWidth -= more
  }
  widen(columns.indexOf(resource.relations.scope ?? '', 1), storeNameWidths.more)
  const longTextIndexes = columns.flatMap((column, index) => {
    const { kind, max = 0 } = getColumnField(resource, column)
    return index > 0 && kind === 'text' && max >= longTextWidths.max ? [index] : []
  })
  if (spareWidth > 0 && longTextIndexes.length > 0 && widths[0] === minNameWidth) {
    widths[0] -= longTextWidths.ofName
    spareWidth += longTextWidths.ofName
  }
  const share = spareWidth / longTextIndexes.length
  for (const index of longTextIndexes)
    widen(index, Math.min(share, longTextWidths.width - (widths[index] ?? 0)))
  const { kind, max = Infinity } = getColumnField(resource, columns[0] ?? '')
  // Few names are half as long as they may be.
  if (canNameRecords(kind)) widen(0, (max / 2) * letterWidth + cellPadding - (widths[0] ?? 0))
  return widths
}
