import type { MouseEvent } from 'react'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import {
  getColumnField,
  getFilterKind,
  getOfferedFilters,
} from '#shared/engine/list/filterColumns.ts'
import { getFilterParam } from '#shared/engine/list/filterGroups.ts'
import { buildListUrl, noFilters, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getColumnLabel } from '#shared/engine/resource.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { listDisplays } from '#client/form/inputs/listDisplays.tsx'
import type { ListDisplay } from '#client/form/inputs/listDisplays.tsx'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Menu } from '#client/ui/dialogs/Menu.tsx'
import {
  formatFilterName,
  isPanelFilter,
  formatFilterParts,
  joinFilterParts,
} from './filterText.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '../ListToolbar.css.ts'

type Props = {
  resource: Resource
  view: ListView
  picked: Labels
  count: number
}

/**
 * Renders one menu for all filters, with a part per column. Its inputs belong to the toolbar's
 * form, so that each filter leaves the others.
 */
export function FilterMenu({ resource, view, picked, count }: Props) {
  const { filters, groups = [] } = view.query
  const zone = useTimeZone()
  const filtersUrl = buildListUrl(resource, withPanel(view, 'filters'))
  const used = [...filters, ...view.ignoredParams].map(({ field }) => field)
  const extra = used.filter((column) => getFilterKind(resource, column))
  const columns = [...new Set([...getOfferedFilters(resource), ...extra])]
  return (
    <Menu
      label={messages.list.filter}
      look="dashed"
      face={
        <>
          <span className={glyph.plus} />
          {messages.list.filter}
          {count > 0 && <span className={styles.narrowCount} data-count={count} />}
        </>
      }
    >
      <div className={styles.parts}>
        {columns.map((column) => (
          <details
            key={column}
            id={getFilterPartId(column)}
            name="filter-part"
            className={styles.part}
          >
            <summary className={styles.partHead}>
              {getColumnLabel(resource, column)}
              <span className={styles.partValue}>
                {filters
                  .filter((filter) => filter.field === column && !isPanelFilter(filter))
                  .map((filter) =>
                    joinFilterParts(formatFilterParts(resource, filter, picked, zone).slice(1)),
                  )
                  .join(', ')}
              </span>
            </summary>
            <div className={styles.fields}>
              <FilterInputs resource={resource} view={view} column={column} picked={picked} />
              <Button type="submit" color="white">
                {messages.list.apply}
              </Button>
              <Link to={`${filtersUrl}&compare[column]=${column}`} preventScrollReset>
                {messages.list.moreComparisons}
              </Link>
            </div>
          </details>
        ))}
      </div>
      {[
        ...filters
          .filter(({ field }) => field === 'id')
          .map((filter) => [getFilterParam(filter), filter.value] as const),
        ...groups.flatMap((group, at) =>
          group.map((filter) => [getFilterParam(filter, at + 1), filter.value] as const),
        ),
      ].map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <p className={styles.clear}>
        <Link to={filtersUrl} preventScrollReset>
          {messages.list.moreFilters}
        </Link>
        <Link to={buildListUrl(resource, withPanel(view, 'lookup'))} preventScrollReset>
          {messages.list.findPasted}
        </Link>
      </p>
      {(filters.length > 0 || groups.length > 0 || view.query.search) && (
        <p className={styles.clear}>
          <Link to={buildListUrl(resource, withQuery(view, { ...noFilters, search: '' }))}>
            {messages.list.clear}
          </Link>
        </p>
      )}
    </Menu>
  )
}

/**
 * Renders the inputs of a column's filter, by its kind: a choice, a text, or a range. Filters that
 * they can't show are submitted too.
 */
function FilterInputs({
  resource,
  view,
  column,
  picked,
}: Omit<Props, 'count'> & { column: string }) {
  const zone = useTimeZone()
  const kind = getFilterKind(resource, column)
  if (!kind) return null
  const display: ListDisplay = listDisplays[kind]
  const shownOps = new Set<FilterOp>()
  const getInputProps = (op: FilterOp) => {
    shownOps.add(op)
    const isThis = (filter: { field: string; op: string }) =>
      filter.field === column && filter.op === op
    const ignoredParam = view.ignoredParams.find(isThis)
    const label = formatFilterName(resource, { field: column, op })
    return {
      id: `filter-${column}-${op}`,
      name: getFilterParam({ field: column, op }),
      label,
      defaultValue: (view.query.filters.find(isThis) ?? ignoredParam)?.value ?? '',
      error: ignoredParam && `${label} ${ignoredParam.reason}`,
    }
  }
  const inputs = display.filter?.({
    field: getColumnField(resource, column),
    getInputProps,
    selectedLabel: picked[column],
    zone,
  })
  const others = view.query.filters.filter(({ field, op }) => field === column && !shownOps.has(op))
  return (
    <>
      {inputs}
      {others.map((filter) => (
        <input key={filter.op} type="hidden" name={getFilterParam(filter)} value={filter.value} />
      ))}
    </>
  )
}

export const getFilterPartId = (column: string) => `filter-of-${column}`

export function openFilter(event: MouseEvent, column: string): void {
  const part = document.getElementById(getFilterPartId(column))
  const menu = part?.parentElement?.closest('details')
  if (!(part instanceof HTMLDetailsElement) || !menu) return
  event.preventDefault()
  menu.open = true
  part.open = true
  part.querySelector<HTMLElement>('input:not([type=hidden]), select')?.focus()
}
