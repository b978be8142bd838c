/** Widths that an operator dragged columns to, in px, by column. */
export type ColumnWidths = Readonly<Record<string, number>>

/** Bounds of such a width, and how much a key changes it, in px. */
export const columnWidthLimits = { min: 48, max: 800, step: 16 } as const

export const clampColumnWidth = (width: number): number =>
  Math.round(Math.min(columnWidthLimits.max, Math.max(columnWidthLimits.min, width)))

/**
 * Columns and widths are saved in one list: the columns in their order, then `COLUMN:WIDTH` for
 * each width. A list with widths only has the default columns.
 */
const widthPattern = /^(\w+):(\d{1,4})$/

export const isWidthEntry = (entry: string): boolean => widthPattern.test(entry)

/** Returns the widths in a list of columns; null if there are none. */
export function parseColumnWidths(entries: readonly string[]): ColumnWidths | null {
  const widths = entries.flatMap((entry) => {
    const [, column, width] = widthPattern.exec(entry) ?? []
    return column === undefined ? [] : [[column, clampColumnWidth(Number(width))] as const]
  })
  return widths.length > 0 ? Object.fromEntries(widths) : null
}

export const formatColumnWidths = (widths: ColumnWidths | null | undefined): string[] =>
  Object.entries(widths ?? {}).map(([column, width]) => `${column}:${width}`)
