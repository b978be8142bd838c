import { Link } from 'react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash2 from 'lucide-react/icons/trash-2'
import { listAddress, withPanel, withQuery } from '#shared/listView.ts'
import type { ListView } from '#shared/listView.ts'
import { messages } from '#shared/messages.ts'
import { columnLabel, labelOf } from '#shared/resource.ts'
import type { AnyRecord, Resource } from '#shared/resource.ts'
import { CellValue, isNumeric } from './CellValue.tsx'
import type { ListProps } from './ResourceList.tsx'
import * as styles from './RecordTable.css.ts'

/** The rows of a list. The first column opens the record; column heads sort. */
export function RecordTable({ resource, view, data }: ListProps) {
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
            <Row key={record.id ?? at} resource={resource} view={view} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ resource, view, column }: { resource: Resource; view: ListView; column: string }) {
  const { field, descending } = view.query.sort
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
}: {
  resource: Resource
  view: ListView
  record: AnyRecord
}) {
  const name = labelOf(resource, record)
  const open = view.panel?.id === record.id
  // A platform may leave the id out, or number its records otherwise; such a row has no address to link to.
  const addressed = Number.isSafeInteger(record.id)
  return (
    <tr aria-current={open || undefined} data-row={record.id}>
      {view.columns.map((column, at) => (
        <td key={column} data-numeric={isNumeric(resource, column) || undefined}>
          {at === 0 && addressed ? (
            <Link
              to={listAddress(resource, withPanel(view, 'edit', record.id))}
              preventScrollReset
              className={styles.open}
            >
              <CellValue resource={resource} record={record} column={column} />
            </Link>
          ) : (
            <CellValue resource={resource} record={record} column={column} />
          )}
        </td>
      ))}
      <td className={styles.actions}>
        {addressed && (
          <Link
            to={listAddress(resource, withPanel(view, 'delete', record.id))}
            preventScrollReset
            className={styles.action}
            aria-label={`${messages.remove.button} ${name}`}
            title={messages.remove.button}
          >
            <Trash2 size={16} aria-hidden="true" />
          </Link>
        )}
      </td>
    </tr>
  )
}
