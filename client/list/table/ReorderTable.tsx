import { useEffect, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { Form, useLocation, useNavigation, useSubmit } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { listToolMessages } from '#shared/engine/listToolMessages.ts'
import { getColumnHeading, getLabel } from '#shared/engine/resource.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { createCell } from './createCell.ts'
import { renderCell } from '#client/ui/renderCell.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Pager } from './Pager.tsx'
import type { ListProps } from '../listProps.ts'
import { useEscape } from '#client/form/useEscape.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as moving from '../Moving.css.ts'
import * as styles from './RecordTable.css.ts'

/**
 * Renders the list in the operator's own order, which is changed by dragging or with arrows. Each
 * move is saved immediately.
 */
export function ReorderTable(props: ListProps) {
  const { resource, view, data, refused } = props
  const { pathname, search } = useLocation()
  const listUrl = buildListUrl(resource, withPanel(view, null))
  useEscape(listUrl)
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const pressedArrow = useRef<string | null>(null)
  const ids = data.records.map((record) => record.id)
  const columns = props.columns.slice(0, 3)

  // The pressed arrow moved with its row. The focus follows.
  useEffect(() => {
    if (busy || !pressedArrow.current) return
    table.current
      ?.querySelector<HTMLButtonElement>(`button[value="${pressedArrow.current}"]:enabled`)
      ?.focus()
    pressedArrow.current = null
  }, [busy])

  function dropOn(event: DragEvent, before: number) {
    event.preventDefault()
    if (draggedId === null || draggedId === before) return
    const rest = ids.filter((id) => id !== draggedId)
    const down = ids.indexOf(draggedId) < ids.indexOf(before)
    const order = rest.toSpliced(rest.indexOf(before) + (down ? 1 : 0), 0, draggedId)
    void submit(
      {
        intent: 'reorder',
        writeKey: data.writeKey,
        ids: ids.join(','),
        order: order.join(','),
      },
      { method: 'post', action: pathname + search, preventScrollReset: true },
    )
  }

  return (
    <>
      <div className={panel.inline}>
        <p>{listToolMessages.reorder.explain}</p>
        <ButtonLink to={listUrl} color="white">
          {listToolMessages.reorder.done}
        </ButtonLink>
      </div>
      {refused?.failure && <FailureText failure={refused.failure} />}
      <Form method="post" action={pathname + search} preventScrollReset>
        <input type="hidden" name="intent" value="reorder" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <input type="hidden" name="ids" value={ids.join(',')} />
        <div className={styles.scroll}>
          <table ref={table} className={styles.table} aria-label={listToolMessages.reorder.title}>
            <thead>
              <tr>
                <th className={`${styles.actions} ${moving.column}`}>
                  <span className={visuallyHidden}>{listToolMessages.reorder.title}</span>
                </th>
                {columns.map((column) => (
                  <th key={column}>{getColumnHeading(resource, column)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.records.map((record, index) => (
                <tr
                  key={record.id}
                  draggable
                  onDragStart={({ dataTransfer }) => {
                    // Firefox doesn't drag anything without data.
                    dataTransfer.setData('text/plain', getLabel(resource, record))
                    dataTransfer.effectAllowed = 'move'
                    setDraggedId(record.id)
                  }}
                  onDragEnd={() => setDraggedId(null)}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={(event) => dropOn(event, record.id)}
                  data-dragged={draggedId === record.id || undefined}
                >
                  <td className={styles.actions}>
                    <span className={moving.moves}>
                      <span className={`${moving.handle} ${glyph.handle}`} />
                      {(['up', 'down'] as const).map((direction) => (
                        <button
                          key={direction}
                          name="move"
                          value={`${record.id}:${direction}`}
                          className={moving.move}
                          aria-label={listToolMessages.reorder[direction](
                            getLabel(resource, record),
                          )}
                          disabled={direction === 'up' ? index === 0 : index === ids.length - 1}
                          onClick={(event) => {
                            pressedArrow.current = event.currentTarget.value
                          }}
                        >
                          <span className={direction === 'up' ? glyph.up : glyph.down} />
                        </button>
                      ))}
                    </span>
                  </td>
                  {columns.map((column) => (
                    <td key={column}>{renderCell(createCell(resource, column)(record))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Form>
      <Pager {...props} />
    </>
  )
}
