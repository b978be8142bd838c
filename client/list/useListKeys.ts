import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useListPositions } from '../runtime/ConsoleContext.tsx'
import { isInFieldOrDialog } from '../ui/focus/isInFieldOrDialog.ts'

/**
 * Handles the keys of a list (screens.md, "Every list"): `/` searches, `j` and `k` move, `x`
 * selects (with Shift a range), `Ctrl A` selects the page, `Enter` opens, `e` edits, `n` creates.
 */
export function useListKeys(
  /** Where `n` leads; null if nothing can be created. */
  createAt: string | null,
  /** Where `e` leads from a record's row; null if it opens the record. */
  editAt: ((id: number) => string) | null,
  list: string,
  /** Returns the location state for a page that edits a record: its list. */
  getOrigin: (id: number) => object,
): void {
  const navigate = useNavigate()
  const positions = useListPositions()
  const isCreating = useRef(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || isInFieldOrDialog(event.target)) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'a' && selectPage()) event.preventDefault()
      return
    }
    if (event.key === '/') {
      event.preventDefault()
      document.querySelector<HTMLInputElement>('#search')?.focus()
    } else if (event.key === 'n') {
      if (!createAt) return
      isCreating.current = true
      void navigate(createAt, { preventScrollReset: true })
    } else if (event.key === 'e') {
      const row = findRows().find((one) => one.contains(document.activeElement))
      const id = Number(row?.dataset['row'])
      if (!row) return
      if (editAt && id > 0)
        void navigate(editAt(id), { preventScrollReset: true, state: getOrigin(id) })
      else row.querySelector('a')?.click()
    } else if (event.key === 'x' || event.key === 'X') toggleFocusedRow(event.shiftKey)
    else if (event.key === 'j') moveRowFocus(1, positions.get(list).row)
    else if (event.key === 'k') moveRowFocus(-1, positions.get(list).row)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  // A panel takes the focus itself. If `n` led to a page, that page has replaced the list by now.
  useEffect(
    () => () => {
      if (isCreating.current && document.activeElement === document.body) focusFirstField()
    },
    [],
  )
}

function focusFirstField(): void {
  const fields = 'form :is(input:not([type=hidden], [type=search]), select, textarea)'
  document.querySelector<HTMLElement>(`#content ${fields}`)?.focus()
}

const findRows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/**
 * Clicks the checkbox of the focused row without moving the focus; with Shift, as a range from the
 * last one.
 */
function toggleFocusedRow(shiftKey: boolean): void {
  const row = findRows().find((one) => one.contains(document.activeElement))
  const box = row?.querySelector('td > input[type=checkbox]')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

/**
 * Clicks the checkbox for all rows of the page, unless a panel or a text has the focus. Returns
 * whether the key applies.
 */
function selectPage(): boolean {
  const { activeElement, body } = document
  const box = document.querySelector<HTMLInputElement>('[data-selects] [data-page]')
  const isList = activeElement === body || activeElement?.closest('[role=region]')?.contains(box)
  if (!box || !isList) return false
  if (!box.checked) box.click()
  return true
}

/**
 * Focuses the link of the next or previous row, which Enter then opens. If no row has the focus,
 * continues from the last one that had it.
 */
function moveRowFocus(step: number, last: string | undefined): void {
  const all = findRows()
  const focused = all.findIndex((row) => row.contains(document.activeElement))
  const current = focused < 0 ? all.findIndex(({ dataset }) => dataset['row'] === last) : focused
  const next = all[current < 0 ? (step > 0 ? 0 : all.length - 1) : current + step]
  next?.querySelector<HTMLElement>('a')?.focus()
}
