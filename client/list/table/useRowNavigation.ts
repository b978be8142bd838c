import { useEffect, useEffectEvent, useRef } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { useNavigate } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { useScrollPosition } from './useScrollPosition.ts'
import type { ListProps } from '../listProps.ts'

/** What the page of a record is told of the list it was opened from, as the state of its location. */
export type ListOrigin = {
  list: {
    address: string
    ids: number[]
    at: number
    total: number
  }
}

/** What the page of a record is told of the list as it is shown. */
export function getListOrigin(
  { resource, view, data }: Pick<ListProps, 'resource' | 'view' | 'data'>,
  id: number,
): ListOrigin {
  const ids = data.records.map((record) => record.id)
  const address = buildListUrl(resource, withPanel(view, null))
  return { list: { address, ids, at: ids.indexOf(id), total: data.page.total } }
}

const findCheckbox = (within: Element | null | undefined) =>
  within?.querySelector<HTMLInputElement>('input[type=checkbox]:enabled')
const getRowId = (row: HTMLElement) => Number(row.dataset['row'])

const isUnmodifiedClick = (event: MouseEvent) =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** What is pressed by itself, and does not open the row it stands in. */
const interactiveSelector = 'a, button, input, select, label, summary, details'

/** The mouse on rows: a click opens the record unless it marked text. Returns the table's listeners and scroll area. */
export function useRowNavigation(
  { resource, view, data, look, selection }: ListProps,
  opens: boolean,
) {
  const navigate = useNavigate()
  const { area, listening } = useScrollPosition(buildListUrl(resource, withPanel(view, null)))
  const chosenLast = useRef<HTMLElement>(null)
  const rows = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

  /** The boxes show what is selected; rows are not made again for it. */
  const showSelected = useEffectEvent((_rows?: unknown) => {
    if (!selection) return
    const boxes = rows().map((row) => ({
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

  /** The box of a row was pressed, or the one for all; with Shift all from the row that was pressed before. */
  function select(row: HTMLElement | null, on: boolean, isRange: boolean) {
    const all = rows()
    const from = chosenLast.current ? all.indexOf(chosenLast.current) : -1
    const to = row ? all.indexOf(row) : -1
    const range =
      isRange && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    const chosen = row ? range : all
    chosenLast.current = row
    const ids = chosen.flatMap((one) => (one && findCheckbox(one) ? [getRowId(one)] : []))
    selection?.set(ids, on, all.map(getRowId))
  }

  /** The page of a record is told what list it is of; a panel knows. */
  function follow(event: MouseEvent, link: HTMLAnchorElement, row: HTMLElement) {
    if (!look.openAt || !isUnmodifiedClick(event)) return
    event.preventDefault()
    const state = getListOrigin({ resource, view, data }, getRowId(row))
    void navigate(link.getAttribute('href') ?? '', { state })
  }

  function onClick(event: MouseEvent<HTMLTableElement>) {
    const target = event.target as Element // Clicks of a table are of elements in it.
    const row = target.closest<HTMLElement>('[data-row]')
    const box = findCheckbox(target.closest('td, th'))
    if (selection && box) {
      // Beside the box is meant for it too.
      if (target === box) select(row, box.checked, event.shiftKey)
      else box.click()
      return
    }
    const link = opens && row?.querySelector('a')
    if (!row || !link || event.defaultPrevented) return
    if (target.closest('a') === link) follow(event, link, row)
    else if (!target.closest(interactiveSelector) && window.getSelection()?.isCollapsed !== false) {
      const { ctrlKey, metaKey, shiftKey } = event
      const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
      // Whoever comes back stands at this row, as after a click on its name.
      link.focus({ preventScroll: true })
      link.dispatchEvent(new window.MouseEvent('click', click))
    }
  }

  function onPointerOver({ target }: PointerEvent) {
    const cell = (target as Element).closest<HTMLElement>('td, th')
    if (!cell) return
    const isCut = [cell, ...cell.children].some((one) => one.scrollWidth > one.clientWidth + 1)
    if (isCut && cell.clientWidth > 0) cell.title = cell.textContent.trim()
    else cell.removeAttribute('title')
  }

  return { area, listening, rows: { onClick, onPointerOver } }
}
