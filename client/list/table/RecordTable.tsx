import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { selectedIdsParam } from '#shared/engine/list/selectedIds.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { parseColumnWidths } from '#shared/engine/list/columnWidths.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import {
  getColumnHeading,
  getLabel,
  getRecordPanel,
  getSortableColumns,
} from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { useRecordPages } from '#client/form/useRecordPages.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { keepScrollAttribute } from '#client/ui/Link.tsx'
import { renderCell } from '#client/ui/renderCell.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import { addClickedColumn, ColumnHeading } from './ColumnHeading.tsx'
import { createCell, isNumericColumn } from './createCell.ts'
import { computeColumnWidths, edgeWidths } from './columnWidths.ts'
import { listFormId } from '../listProps.ts'
import type { ListProps } from '../listProps.ts'
import { getCardFacts } from './getCardFacts.ts'
import { useColumnResizing } from './useColumnResizing.ts'
import { useRowNavigation } from './useRowNavigation.ts'
import * as styles from './RecordTable.css.ts'
import { createRowNameFormatter } from './createRowNameFormatter.ts'

/**
 * Renders the rows of a list in an area that scrolls both ways below its heads, or `instead` in
 * their place. A row opens its record; column heads sort.
 */
export function RecordTable({ instead, ...props }: ListProps & { instead: ReactNode }) {
  const { resource, view, data, columns, look } = props
  const isEmpty = data.records.length === 0
  const { search, filters, after } = view.query
  // A list without any records yet has nothing to sort.
  const isFirstUse = isEmpty && !(search || filters.length > 0 || after || data.failed)
  const hasActions = hasRowActions(props)
  const { area, listening, rows } = useRowNavigation(props, canOpenRows(props))
  const isSelectable = props.selection !== null
  const sortableColumns = getSortableColumns(resource)
  const formatName = createRowNameFormatter(props, useTimeZone())
  const findPage = useRecordPages(resource)
  const navigate = useNavigate()
  const edges = (isSelectable ? edgeWidths.select : 0) + (hasActions ? edgeWidths.actions : 0)
  const defaults = computeColumnWidths(resource, columns, look.widths ?? {}, edges)
  const dragged = view.widths ?? parseColumnWidths(data.columns ?? [])
  const widths = columns.map((column, index) => dragged?.[column] ?? defaults[index] ?? 0)
  // With dragged widths, the last column takes the rest, and all others keep theirs.
  const flexible = dragged ? columns.length - 1 : -1
  const resizing = useColumnResizing(
    props,
    Object.fromEntries(columns.map((column, index) => [column, defaults[index] ?? 0])),
  )
  return (
    <div
      ref={area}
      className={`${styles.scroll} ${styles.rows}`}
      role="region"
      aria-label={resource.title.many}
      tabIndex={0}
      {...listening}
    >
      {!isFirstUse && (
        <table
          className={`${styles.table} ${styles.fixed}`}
          data-selects={isSelectable || undefined}
          data-opens={canOpenRows(props) || undefined}
          // An attribute, because the Content-Security-Policy allows no style in the page.
          width={dragged ? widths.reduce((sum, width) => sum + width, edges) : undefined}
          data-dragged={dragged ? true : undefined}
          {...rows}
        >
          <colgroup>
            {isSelectable && <col className={styles.select} width={edgeWidths.select} />}
            {widths.map((width, index) => (
              <col
                key={columns[index]}
                width={index === flexible ? undefined : width}
                data-column={columns[index]}
                data-width={width}
              />
            ))}
            {hasActions && <col width={edgeWidths.actions} />}
          </colgroup>
          <thead>
            <tr
              onClick={(event) => addClickedColumn(event, resource, view, navigate)}
              {...resizing}
            >
              {isSelectable && (
                <th className={styles.select}>
                  <input
                    type="checkbox"
                    aria-label={messages.list.selectAll}
                    data-page
                    disabled={isEmpty}
                  />
                </th>
              )}
              {columns.map((column, index) => (
                <ColumnHeading
                  key={column}
                  {...{ resource, view, column }}
                  width={index < columns.length - 1 ? (widths[index] ?? 0) : null}
                  isSortable={sortableColumns.includes(column)}
                />
              ))}
              {hasActions && (
                <th className={styles.actions}>
                  <span className={visuallyHidden}>{messages.list.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>{data.records.map(createRowRenderer(props, formatName, findPage))}</tbody>
        </table>
      )}
      {isEmpty && <div className={styles.instead}>{instead}</div>}
    </div>
  )
}

const hasRowActions = ({ resource, look }: ListProps) =>
  look.rowActions !== undefined || resource.api.writes.includes('delete')

const canOpenRows = ({ resource, look }: ListProps) =>
  look.openAt !== undefined || (look.opens ?? getRecordPanel(resource)) !== null

/**
 * Creates the renderer of rows. What they share is computed once, because the server renders fifty
 * of them per page.
 */
function createRowRenderer(
  props: ListProps,
  formatName: (record: AnyRecord) => string,
  findPage: ReturnType<typeof useRecordPages>,
) {
  const { resource, view, look, selection, columns: columnNames } = props
  const { openAt, cells = {}, rowActions } = look
  const hasActions = hasRowActions(props)
  const isSelectable = props.selection !== null
  const getPanelUrl = createPanelUrls(resource, view)
  const { title, status, amount, time, facts, own } = getCardFacts(resource, columnNames)
  const cardSlots = {
    [own[0] ?? '']: 'lead',
    [own[1] ?? '']: 'fact',
    [status ?? '']: 'status',
    [amount ?? '']: 'amount',
    [time ?? '']: 'time',
  }
  const columns = columnNames.map((name, columnIndex) => {
    const isToggle = !cells[name] && getColumnField(resource, name).kind === 'toggle'
    const isFact = facts.includes(name)
    const isTitle = name === title && columnIndex > 0
    return {
      name,
      numeric: isNumericColumn(resource, name) || undefined,
      // On a card, values that aren't clear without their column are preceded by its heading.
      cardLabel:
        isFact && name !== status && !own.includes(name) && needsLabel(resource, name, cells[name])
          ? getColumnHeading(resource, name)
          : undefined,
      card: isTitle
        ? 'title'
        : (cardSlots[name] ?? (columnIndex === 0 || isFact ? undefined : 'off')),
      own: cells[name],
      isToggle,
      usual: isToggle ? createToggleCell(name) : createCell(resource, name),
      // The first column opens the row itself.
      getPage: columnIndex > 0 && !cells[name] ? findPage(name) : undefined,
    }
  })
  const canOpen = canOpenRows(props)
  const currentId = view.panel?.kind === 'import' ? null : view.panel?.id
  const getRecordLink =
    openAt ?? (({ id }: AnyRecord) => getPanelUrl(look.opens ?? getRecordPanel(resource) ?? '', id))
  const renderDeleteLink = ({ id }: AnyRecord, label: string) => (
    <a
      href={getPanelUrl('delete', id)}
      {...keepScrollAttribute}
      className={deleteLinkClass}
      aria-label={`${messages.list.delete} ${label}`}
      title={messages.list.delete}
    />
  )
  return (record: AnyRecord, index: number) => {
    // A platform may omit the ID, or identify records otherwise. Such a row has no URL to link to.
    const hasId = Number.isSafeInteger(record.id)
    return (
      <tr
        key={record.id ?? index}
        aria-current={currentId === record.id || undefined}
        data-row={record.id}
      >
        {isSelectable && (
          <td className={styles.select}>
            <input
              type="checkbox"
              form={listFormId}
              name={selectedIdsParam}
              value={record.id}
              aria-label={messages.list.select(formatName(record))}
              disabled={!hasId}
              defaultChecked={selection?.has(record.id)}
            />
          </td>
        )}
        {columns.map(
          ({ name, numeric, cardLabel, card, isToggle, own, usual, getPage }, columnIndex) => {
            const value = own?.(record) || usual(record)
            const content = card === 'title' ? breakEmail(value) : value
            const page = getPage?.(record)
            return (
              <td
                key={name}
                data-numeric={numeric}
                data-label={cardLabel}
                data-yes={(isToggle && record[name] === true) || undefined}
                data-card={card}
              >
                {columnIndex === 0 && hasId && canOpen ? (
                  <a
                    href={getRecordLink(record)}
                    {...(!openAt && keepScrollAttribute)}
                    className={styles.open}
                  >
                    {breakEmail(value ?? getLabel(resource, record))}
                  </a>
                ) : page !== undefined ? (
                  <a href={page}>{content}</a>
                ) : (
                  renderCell(content)
                )}
              </td>
            )
          },
        )}
        {hasActions && (
          <td className={styles.actions}>
            {hasId &&
              (rowActions
                ? rowActions(record, view, resource)
                : renderDeleteLink(record, formatName(record)))}
          </td>
        )}
      </tr>
    )
  }
}

/** Lets an email that is too long for its line break before its domain. */
function breakEmail(value: ReactNode): ReactNode {
  const index = typeof value === 'string' ? value.indexOf('@') : -1
  if (typeof value !== 'string' || index < 1) return value
  return (
    <>
      {value.slice(0, index)}
      <wbr />
      {value.slice(index)}
    </>
  )
}

const needsLabel = (resource: Resource, column: string, own: unknown) =>
  isNumericColumn(resource, column) ||
  (!own && ['toggle', 'date', 'instant', 'select'].includes(getColumnField(resource, column).kind))

/**
 * Creates a cell that mutes the common state: a check mark (RecordTable.css.ts) or nothing. Only an
 * inactive record says so.
 */
const createToggleCell = (name: string) => (record: AnyRecord) =>
  record[name] === true
    ? messages.list.yes
    : record[name] === false && name === 'active'
      ? messages.list.no
      : null

const deleteLinkClass = `${styles.action} ${glyph.bin}`
