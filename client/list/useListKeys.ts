import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useLastRows } from '../ConsoleContext.tsx'
import { isTyping } from '../ui/isTyping.ts'

/** The keys of a list (screens.md, "Every list"): `/` search, `j` `k` move, `x` select, `Enter` open, `n` new. */
export function useListKeys(
  /** Where `n` leads; null where nothing can be made. */
  createAt: string | null,
): void {
  const navigate = useNavigate()
  usePlaceKept()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === '/') {
      event.preventDefault()
      document.querySelector<HTMLInputElement>('[data-search]')?.focus()
    } else if (event.key === 'n') {
      if (createAt) void navigate(createAt, { preventScrollReset: true })
    } else if (event.key === 'x') select()
    else if (event.key === 'j') moveFocus(1)
    else if (event.key === 'k') moveFocus(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Who comes back to a list by Back stands at the row that was left, and the keys go on from there. */
function usePlaceKept(): void {
  const lastRows = useLastRows()
  const cameBack = useNavigationType() === 'POP'
  const { pathname: list, key } = useLocation()
  const stand = useEffectEvent((_key: string) => {
    const last = lastRows.get(list)
    if (!cameBack || last === undefined || document.activeElement !== document.body) return
    const row = rows().find(({ dataset }) => dataset['row'] === last)
    row?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  })
  useEffect(() => stand(key), [key])
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      const id = row?.dataset['row']
      if (id !== undefined) lastRows.set(list, id)
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [list, lastRows])
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]

/** Presses the box of the row that has the focus, which stays where it is. */
function select(): void {
  const row = rows().find((one) => one.contains(document.activeElement))
  row?.querySelector<HTMLInputElement>('td > input[type=checkbox]')?.click()
}

/** Focuses the link of the next or previous row; Enter then opens it as it opens any link. */
function moveFocus(step: number): void {
  const all = rows()
  const current = all.findIndex((row) => row.contains(document.activeElement))
  const next = all[current < 0 ? (step > 0 ? 0 : all.length - 1) : current + step]
  next?.querySelector<HTMLElement>('a')?.focus()
}
