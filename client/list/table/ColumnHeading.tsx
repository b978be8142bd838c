import type { MouseEvent } from 'react'
import type { NavigateFunction } from 'react-router'
import { columnWidthLimits } from '#shared/engine/list/columnWidths.ts'
import { buildListUrl, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getColumnHeading, getColumnLabel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { Link } from '#client/ui/Link.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import { isNumericColumn } from './createCell.ts'
import { resizeAttribute } from './columnWidths.ts'
import { replaceSort, toggleSortColumn } from '../sorting/changeSort.ts'
import * as styles from './RecordTable.css.ts'

type ColumnHeadingProps = {
  resource: Resource
  view: ListView
  column: string
  /** Its width in px; null for the last one, which takes the rest. */
  width: number | null
  isSortable: boolean
}

/** Renders a heading: its label, which sorts, and the separator that changes the column's width. */
export function ColumnHeading({ resource, view, column, width, isSortable }: ColumnHeadingProps) {
  const { sort } = view.query
  const place = sort.findIndex(({ field }) => field === column) + 1
  const descending = sort[place - 1]?.descending
  const words = getColumnHeading(resource, column)
  const label = getColumnLabel(resource, column)
  const arrow = descending ? glyph.down : glyph.up
  const direction = descending ? 'descending' : 'ascending'
  const isOneOfSeveral = place > 0 && sort.length > 1
  return (
    <th
      // Only the column that sorts first has it. The others say their place in words.
      aria-sort={place === 1 ? direction : undefined}
      data-sorted={place || undefined}
      data-heading
      data-column={isSortable ? column : undefined}
      data-numeric={isNumericColumn(resource, column) || undefined}
      aria-label={label}
      title={label === words ? undefined : label}
    >
      {isSortable ? (
        <Link
          to={buildListUrl(resource, withQuery(view, { sort: replaceSort(sort, column) }))}
          preventScrollReset
          className={`${styles.sort} ${arrow}`}
        >
          {words}
          {isOneOfSeveral && (
            <span className={styles.place} aria-hidden>
              {place}
            </span>
          )}
          {isOneOfSeveral && (
            <span className={visuallyHidden}>
              {` ${messages.list.sortPlace(place, sort.length, direction)}`}
            </span>
          )}
        </Link>
      ) : (
        <span className={styles.words}>{words}</span>
      )}
      {width !== null && (
        <span
          role="separator"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={messages.list.columnWidth(words)}
          aria-valuenow={width}
          aria-valuemin={columnWidthLimits.min}
          aria-valuemax={columnWidthLimits.max}
          className={styles.resize}
          {...{ [resizeAttribute]: column }}
        />
      )}
    </th>
  )
}

/** With Shift, a click on a heading or Enter adds its column to the order. */
export function addClickedColumn(
  event: MouseEvent,
  resource: Resource,
  view: ListView,
  navigate: NavigateFunction,
): void {
  const heading =
    event.target instanceof Element && event.target.closest('a')?.closest<HTMLElement>('th')
  const column = heading ? heading.dataset['column'] : undefined
  if (!event.shiftKey || column === undefined) return
  event.preventDefault()
  const sort = toggleSortColumn(view.query.sort, column)
  void navigate(buildListUrl(resource, withQuery(view, { sort })), { preventScrollReset: true })
}
