import { useEffect, useEffectEvent, useRef } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { useNavigate } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { useScrollPosition } from './useScrollPosition.ts'
import type { ListProps } from '../listProps.ts'

/** The list that a record's page was opened from, as the state of its location. */
type ListOrigin = {
  list: {
    address: string
    ids: number[]
    at: number
    total: number
  }
}

/** Returns the location state for a record's page: the list as it's shown. */
export function getListOrigin(
  { resource, view, data }: Pick<ListProps, 'resource' | 'view' | 'data'>,
  id: number,
): ListOrigin {
  const ids = data.records.map((record) => record.id)
  const address = buildListUrl(resource, withPanel(view, null))
  return { list: { address, ids, at: ids.indexOf(id), total: data.page.total } }
}

const findCheckbox = (element: Element | null | undefined) =>
  element?.querySelector<HTMLInputElement>('input[type=checkbox]:enabled')
const getRowId = (row: HTMLElement) => Number(row.dataset['row'])

const isUnmodifiedClick = (event: MouseEvent) =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Elements that handle a click themselves, so that it doesn't open their row. */
const interactiveSelector = 'a, button, input, select, label, summary, details'

/**
 * Handles the mouse on rows: a click opens the record unless it selected text. Returns the table's
 * listeners and scroll area.
 */
export function useRowNavigation(
  { resource, view, data, look, selection }: ListProps,
  opens: boolean,
) {
  const navigate = useNavigate()
  const { area, listening } = useScrollPosition(buildListUrl(resource, withPanel(view, null)))
  const lastSelectedRow = useRef<HTMLElement>(null)
  const findRows = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

  /** Updates the checkboxes from the selection, without rendering the rows again. */
  const showSelected = useEffectEvent((_rows?: unknown) => {
    if (!selection) return
    const boxes = findRows().map((row) => ({
      box: findCheckbox(row),
      on: selection.has(getRowId(row)),
    }))
    for (const { box, on } of boxes) if (box) box.checked = on
    const all = findCheckbox(area.current?.querySelector('thead'))
    const on = boxes.filter((one) => one.on).length
    if (!all) return
    all.checked = on > 0 && on === boxes.length
    all.indeterminate = on > 0 && on < boxes.length
  })
  useEffect(() => selection?.subscribe(() => showSelected()), [selection])
  useEffect(() => showSelected(data.records), [data.records])

  /**
   * Selects a row, or all of them if there is none; with Shift, all from the row selected before.
   */
  function select(row: HTMLElement | null, on: boolean, isRange: boolean) {
    const all = findRows()
    const from = lastSelectedRow.current ? all.indexOf(lastSelectedRow.current) : -1
    const to = row ? all.indexOf(row) : -1
    const range =
      isRange && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    const affectedRows = row ? range : all
    lastSelectedRow.current = row
    const ids = affectedRows.flatMap((one) => (one && findCheckbox(one) ? [getRowId(one)] : []))
    selection?.set(ids, on, all.map(getRowId))
  }

  /** A record's page gets the list as location state. A panel has the list already. */
  function openPage(event: MouseEvent, link: HTMLAnchorElement, row: HTMLElement) {
    if (!look.openAt || !isUnmodifiedClick(event)) return
    event.preventDefault()
    const state = getListOrigin({ resource, view, data }, getRowId(row))
    void navigate(link.getAttribute('href') ?? '', { state })
  }

  function onClick(event: MouseEvent<HTMLTableElement>) {
    const target = event.target as Element // A table's clicks target elements.
    const row = target.closest<HTMLElement>('[data-row]')
    const box = findCheckbox(target.closest('td, th'))
    if (selection && box) {
      // A click beside the checkbox counts for it too.
      if (target === box) select(row, box.checked, event.shiftKey)
      else box.click()
      return
    }
    const link = opens && row?.querySelector('a')
    if (!row || !link || event.defaultPrevented) return
    if (target.closest('a') === link) openPage(event, link, row)
    else if (!target.closest(interactiveSelector) && window.getSelection()?.isCollapsed !== false) {
      const { ctrlKey, metaKey, shiftKey } = event
      const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
      // Going back returns to this row, as after a click on its name.
      link.focus({ preventScroll: true })
      link.dispatchEvent(new window.MouseEvent('click', click))
    }
  }

  function onPointerOver({ target }: PointerEvent) {
    const cell = (target as Element).closest<HTMLElement>('td, th')
    if (!cell) return
    const isTruncated = [cell, ...cell.children].some(
      (one) => one.scrollWidth > one.clientWidth + 1,
    )
    if (isTruncated && cell.clientWidth > 0) cell.title = cell.textContent.trim()
    else cell.removeAttribute('title')
  }

  return { area, listening, rows: { onClick, onPointerOver } }
}
