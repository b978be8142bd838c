import { Link } from 'react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { listAddress, withPanel, withQuery } from '#shared/listView.ts'
import type { ListView } from '#shared/listView.ts'
import { messages } from '#shared/messages.ts'
import { columnLabel, labelOf, sortable } from '#shared/resource.ts'
import type { AnyRecord, Resource } from '#shared/resource.ts'
import { CellValue, isNumeric } from './CellValue.tsx'
import type { ListProps } from './listProps.ts'
import * as styles from './RecordTable.css.ts'

/** The rows of a list. The first column opens the record; column heads sort. */
export function RecordTable({ resource, view, data, look }: ListProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={resource.title.many} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {view.columns.map((column) => (
              <Head key={column} resource={resource} view={view} column={column} />
            ))}
            <th className={styles.actions}>{messages.list.actions}</th>
          </tr>
        </thead>
        <tbody>
          {data.records.map((record, at) => (
            <Row key={record.id ?? at} {...{ resource, view, record, look }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ resource, view, column }: { resource: Resource; view: ListView; column: string }) {
  const { field, descending } = view.query.sort
  if (!sortable(resource).includes(column)) return <th>{columnLabel(resource, column)}</th>
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
        {columnLabel(resource, column)}
        <Arrow size={13} aria-hidden="true" className={sorted ? styles.sorted : styles.unsorted} />
      </Link>
    </th>
  )
}

function Row({
  resource,
  view,
  record,
  look: { openAt, cells = {}, rowActions },
}: Pick<ListProps, 'resource' | 'view' | 'look'> & { record: AnyRecord }) {
  const open = view.panel?.id === record.id
  // A platform may leave the id out, or number its records otherwise; such a row has no address to link to.
  const addressed = Number.isSafeInteger(record.id)
  const address = openAt?.(record) ?? listAddress(resource, withPanel(view, 'edit', record.id))
  const opens = addressed && (openAt || resource.writes.includes('change'))
  return (
    <tr aria-current={open || undefined} data-row={record.id}>
      {view.columns.map((column, at) => {
        const value = cells[column]?.(record) || (
          <CellValue resource={resource} record={record} column={column} />
        )
        return (
          <td key={column} data-numeric={isNumeric(resource, column) || undefined}>
            {at === 0 && opens ? (
              <Link to={address} preventScrollReset={!openAt} className={styles.open}>
                {value}
              </Link>
            ) : (
              value
            )}
          </td>
        )
      })}
      <td className={styles.actions}>
        {addressed &&
          (rowActions
            ? rowActions(record, view)
            : resource.writes.includes('delete') && (
                <DeleteLink resource={resource} view={view} record={record} />
              ))}
      </td>
    </tr>
  )
}

function DeleteLink({
  resource,
  view,
  record,
}: Pick<ListProps, 'resource' | 'view'> & { record: AnyRecord }) {
  return (
    <Link
      to={listAddress(resource, withPanel(view, 'delete', record.id))}
      preventScrollReset
      className={styles.action}
      aria-label={`${messages.remove.button} ${labelOf(resource, record)}`}
      title={messages.remove.button}
    >
      <Trash2 size={16} aria-hidden="true" />
    </Link>
  )
}
