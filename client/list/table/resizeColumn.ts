import type { SyntheticEvent } from 'react'
import { clampColumnWidth, columnWidthLimits } from '#shared/engine/list/columnWidths.ts'
import type { ColumnWidths } from '#shared/engine/list/columnWidths.ts'
import { resizeAttribute } from './columnWidths.ts'

export type Resizing = {
  separator: HTMLElement
  /** Widths of the shown columns until they are dragged. */
  defaults: ColumnWidths
  save: (widths: ColumnWidths) => Promise<void>
}

/** Attribute of a table with dragged widths (RecordTable.css.ts). */
const draggedAttribute = 'data-dragged'

/** The columns of a table while one is resized: every column that has a separator. */
type ResizedTable = { set(column: string, width: number): void; getWidths(): ColumnWidths }

/**
 * Handles an event of a separator: dragging, arrow keys, Home and End, and a double click or Enter,
 * which restore the default width.
 */
export function resizeColumn({ nativeEvent: event }: SyntheticEvent, resizing: Resizing): void {
  const { separator, defaults, save } = resizing
  const column = separator.getAttribute(resizeAttribute) ?? ''
  if (event instanceof KeyboardEvent) resizeByKey(event, column, resizing)
  else if (event.type === 'dblclick') {
    fixWidths(separator).set(column, defaults[column] ?? columnWidthLimits.min)
    const { [column]: _restored, ...others } = fixWidths(separator).getWidths()
    void save(others)
  } else if (event instanceof PointerEvent && event.type === 'pointerdown' && event.button === 0)
    drag(event, column, resizing)
}

function drag(start: PointerEvent, column: string, { separator, save }: Resizing): void {
  start.preventDefault()
  separator.focus({ preventScroll: true })
  separator.setPointerCapture(start.pointerId)
  const table = fixWidths(separator)
  const startWidth = table.getWidths()[column] ?? 0
  const listening = new AbortController()
  const { signal } = listening
  separator.addEventListener(
    'pointermove',
    ({ clientX }) => table.set(column, startWidth + clientX - start.clientX),
    { signal },
  )
  const end = () => {
    listening.abort()
    const widths = table.getWidths()
    if (widths[column] !== startWidth) void save(widths)
  }
  separator.addEventListener('pointerup', end, { signal })
  separator.addEventListener('pointercancel', end, { signal })
}

function resizeByKey(event: KeyboardEvent, column: string, resizing: Resizing): void {
  const { separator, defaults, save } = resizing
  const { min, max, step } = columnWidthLimits
  const table = fixWidths(separator)
  const width = table.getWidths()[column] ?? 0
  const widthByKey: Record<string, number> = {
    ArrowLeft: width - step,
    ArrowRight: width + step,
    Home: min,
    End: max,
    Enter: defaults[column] ?? width,
  }
  const next = widthByKey[event.key]
  if (next === undefined) return
  event.preventDefault()
  // A key that is held changes the width often, and saves it once.
  if (event.type === 'keyup') void save(table.getWidths())
  else table.set(column, next)
}

/**
 * Gives each column the width that it has now, so that resizing one moves no other. The last one
 * takes the rest.
 */
function fixWidths(separator: HTMLElement): ResizedTable {
  const table = separator.closest('table')
  const cols = [...(table?.querySelectorAll<HTMLElement>('col[data-column]') ?? [])]
  const headings = [...(table?.querySelectorAll<HTMLElement>('th[data-heading]') ?? [])]
  const edges = [...(table?.querySelectorAll('col:not([data-column])') ?? [])]
  // Until the first change, the browser spreads spare width over all columns.
  const isFixed = table?.hasAttribute(draggedAttribute)
  const measure = (col: HTMLElement, index: number) =>
    (isFixed && Number(col.getAttribute('width'))) ||
    Math.round(headings[index]?.getBoundingClientRect().width ?? 0) ||
    Number(col.dataset['width'])
  const widths = new Map(
    cols.map((col, index) => [col.dataset['column'] ?? '', measure(col, index)]),
  )
  const last = cols.at(-1)
  const lastWidth = Number(last?.dataset['width'])
  const separators = new Map(
    [...(table?.querySelectorAll<HTMLElement>(`[${resizeAttribute}]`) ?? [])].map((one) => [
      one.getAttribute(resizeAttribute),
      one,
    ]),
  )
  const show = () => {
    let total = edges.reduce((sum, edge) => sum + Number(edge.getAttribute('width')), lastWidth)
    for (const col of cols) {
      const name = col.dataset['column'] ?? ''
      const width = widths.get(name) ?? 0
      if (col === last) col.removeAttribute('width')
      else {
        col.setAttribute('width', String(width))
        total += width
      }
      separators.get(name)?.setAttribute('aria-valuenow', String(width))
    }
    table?.setAttribute('width', String(total))
    table?.toggleAttribute(draggedAttribute, true)
  }
  show()
  return {
    set(column, width) {
      widths.set(column, clampColumnWidth(width))
      show()
    },
    getWidths: () =>
      Object.fromEntries([...widths].filter(([column]) => column !== last?.dataset['column'])),
  }
}
