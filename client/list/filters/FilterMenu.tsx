import type { MouseEvent } from 'react'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { columnField, filterKind, offeredFilters } from '#shared/engine/list/listQuery.ts'
import type { Filter } from '#shared/engine/list/listQuery.ts'
import { listAddress, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { columnLabel } from '#shared/engine/resource.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { looks } from '#client/form/inputs/kinds.tsx'
import type { Look } from '#client/form/inputs/kinds.tsx'
import { useZone } from '#client/runtime/ConsoleContext.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Menu } from '#client/ui/dialogs/Menu.tsx'
import { filterName, filterParts } from './filterWords.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from '../ListToolbar.css.ts'

type Props = {
  resource: Resource
  view: ListView
  picked: Labels
  count: number
}

/** One menu for all filters, a part for each column; the inputs belong to the toolbar's form, so that each leaves the others. */
export function FilterMenu({ resource, view, picked, count }: Props) {
  const { filters } = view.query
  const zone = useZone()
  const used = [...filters, ...view.unread].map(({ field }) => field)
  const extra = used.filter((column) => filterKind(resource, column))
  const columns = [...new Set([...offeredFilters(resource), ...extra])]
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
          <details key={column} id={partId(column)} name="filter-part" className={styles.part}>
            <summary className={styles.partHead}>
              {columnLabel(resource, column)}
              <span className={styles.partValue}>
                {filters
                  .filter(({ field }) => field === column)
                  .map((filter) => filterParts(resource, filter, picked, zone).slice(1).join(' '))
                  .join(', ')}
              </span>
            </summary>
            <div className={styles.fields}>
              <FilterInputs resource={resource} view={view} column={column} picked={picked} />
              <Button type="submit" color="white">
                {messages.list.apply}
              </Button>
            </div>
          </details>
        ))}
      </div>
      {(filters.length > 0 || view.query.search) && (
        <p className={styles.clear}>
          <Link to={listAddress(resource, withQuery(view, { filters: [], search: '' }))}>
            {messages.list.clear}
          </Link>
        </p>
      )}
    </Menu>
  )
}

/** The inputs of one column's filter, by its kind: a choice, a text, or a range. What they cannot show is sent along. */
function FilterInputs({
  resource,
  view,
  column,
  picked,
}: Omit<Props, 'count'> & { column: string }) {
  const zone = useZone()
  const kind = filterKind(resource, column)
  if (!kind) return null
  const look: Look = looks[kind]
  const asked = new Set<FilterOp>()
  const named = (op: FilterOp) => {
    asked.add(op)
    const isThis = (filter: { field: string; op: string }) =>
      filter.field === column && filter.op === op
    const fault = view.unread.find(isThis)
    const label = filterName(resource, { field: column, op })
    return {
      id: `filter-${column}-${op}`,
      name: nameOf({ field: column, op }),
      label,
      defaultValue: (view.query.filters.find(isThis) ?? fault)?.value ?? '',
      error: fault && `${label} ${fault.why}`,
    }
  }
  const inputs = look.filter?.({
    field: columnField(resource, column),
    named,
    picked: picked[column],
    zone,
  })
  const others = view.query.filters.filter(({ field, op }) => field === column && !asked.has(op))
  return (
    <>
      {inputs}
      {others.map((filter) => (
        <input key={filter.op} type="hidden" name={nameOf(filter)} value={filter.value} />
      ))}
    </>
  )
}

const nameOf = ({ field, op }: Pick<Filter, 'field' | 'op'>) => `filter[${field}][${op}]`

export const partId = (column: string) => `filter-of-${column}`

export function openFilter(event: MouseEvent, column: string): void {
  const part = document.getElementById(partId(column))
  const menu = part?.parentElement?.closest('details')
  if (!(part instanceof HTMLDetailsElement) || !menu) return
  event.preventDefault()
  menu.open = true
  part.open = true
  part.querySelector<HTMLElement>('input:not([type=hidden]), select')?.focus()
}
