import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { listAddress, panelAddresses, withQuery } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import { messages } from '#shared/messages.ts'
import { columnHead, labelOf, sortable } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { keepScroll, Link } from '../ui/Link.tsx'
import { cellOf, isNumeric } from './CellValue.tsx'
import type { ListProps } from './listProps.ts'
import * as styles from './RecordTable.css.ts'

/** The rows of a list. The first column opens the record; column heads sort. */
export function RecordTable(props: ListProps) {
  const { resource, view, data } = props
  return (
    <div className={styles.scroll} role="region" aria-label={resource.title.many} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {view.columns.map((column) => (
              <Head key={column} resource={resource} view={view} column={column} />
            ))}
            {hasActions(props) && <th className={styles.actions}>{messages.list.actions}</th>}
          </tr>
        </thead>
        <tbody>{data.records.map(rowOf(props))}</tbody>
      </table>
    </div>
  )
}

const hasActions = ({ resource, look }: ListProps) =>
  look.rowActions !== undefined || resource.writes.includes('delete')

function Head({ resource, view, column }: { resource: Resource; view: ListView; column: string }) {
  const { field, descending } = view.query.sort
  if (!sortable(resource).includes(column)) return <th>{columnHead(resource, column)}</th>
  const sorted = field === column
  const Arrow = descending ? ArrowDown : ArrowUp
  const to = listAddress(
    resource,
    withQuery(view, { sort: { field: column, descending: sorted && !descending } }),
  )
  return (
    <th
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
      data-numeric={isNumeric(resource, column) || undefined}
    >
      <Link to={to} preventScrollReset className={styles.sort}>
        {columnHead(resource, column)}
        <Arrow size={13} aria-hidden="true" className={sorted ? styles.sorted : styles.unsorted} />
      </Link>
    </th>
  )
}

/** Makes the rows: what they have in common is worked out once, since the server makes fifty of them for each page. */
function rowOf(props: ListProps) {
  const { resource, view, look } = props
  const { openAt, cells = {}, rowActions } = look
  const acts = hasActions(props)
  const panelAt = panelAddresses(resource, view)
  const columns = view.columns.map((name) => ({
    name,
    numeric: isNumeric(resource, name) || undefined,
    own: cells[name],
    usual: cellOf(resource, name),
  }))
  const opens = openAt !== undefined || resource.writes.includes('change')
  const addressOf = openAt ?? (({ id }: AnyRecord) => panelAt('edit', id))
  const deleteLink = ({ id }: AnyRecord, label: string) => (
    <a
      href={panelAt('delete', id)}
      {...keepScroll}
      className={styles.action}
      aria-label={`${messages.list.delete} ${label}`}
      title={messages.list.delete}
    >
      {bin}
    </a>
  )
  return (record: AnyRecord, at: number) => {
    // A platform may leave the id out, or number its records otherwise; such a row has no address to link to.
    const addressed = Number.isSafeInteger(record.id)
    return (
      <tr
        key={record.id ?? at}
        aria-current={view.panel?.id === record.id || undefined}
        data-row={record.id}
      >
        {columns.map(({ name, numeric, own, usual }, place) => {
          const value = own?.(record) || usual(record)
          return (
            <td key={name} data-numeric={numeric}>
              {place === 0 && addressed && opens ? (
                <a href={addressOf(record)} {...(!openAt && keepScroll)} className={styles.open}>
                  {value ?? labelOf(resource, record)}
                </a>
              ) : (
                value
              )}
            </td>
          )
        })}
        {acts && (
          <td className={styles.actions}>
            {addressed &&
              (rowActions
                ? rowActions(record, view)
                : deleteLink(record, labelOf(resource, record)))}
          </td>
        )}
      </tr>
    )
  }
}

const bin = <Trash2 size={16} aria-hidden="true" />
