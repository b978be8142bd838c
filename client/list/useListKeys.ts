import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isTyping } from '../ui/isTyping.ts'

/** The keys of a list (screens.md, "Every list"): `/` search, `j` `k` move, `Enter` open, `n` new. */
export function useListKeys(
  /** Where `n` leads; null where nothing can be made. */
  createAt: string | null,
): void {
  const navigate = useNavigate()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (event.key === '/') {
      event.preventDefault()
      document.querySelector<HTMLInputElement>('[data-search]')?.focus()
    } else if (event.key === 'n') {
      if (createAt) void navigate(createAt, { preventScrollReset: true })
    } else if (event.key === 'j') moveFocus(1)
    else if (event.key === 'k') moveFocus(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Focuses the link of the next or previous row; Enter then opens it as it opens any link. */
function moveFocus(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[current < 0 ? (step > 0 ? 0 : rows.length - 1) : current + step]
  next?.querySelector<HTMLElement>('a')?.focus()
}
