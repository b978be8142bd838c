import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { UIEvent } from 'react'
import { useLocation } from 'react-router'
import { useListPositions } from '#client/runtime/ConsoleContext.tsx'

/**
 * Restores a list's scroll position and row, by its URL without a panel. Returns the scroll area
 * and its listeners.
 */
export function useScrollPosition(list: string) {
  const area = useRef<HTMLDivElement>(null)
  const positions = useListPositions()
  const { pathname, key } = useLocation()
  useLayoutEffect(() => {
    positions.recordVisit(pathname, list)
    const { top = 0, left } = positions.get(list)
    if (!area.current) return
    area.current.scrollTop = top
    if (left !== undefined) area.current.scrollLeft = left
  }, [list, pathname, positions])

  const focusSavedRow = useEffectEvent((_key: string) => {
    const { row } = positions.get(list)
    // If any element has the focus, it stays there.
    const isUnfocused = document.activeElement?.matches('body, main')
    if (row === undefined || !isUnfocused) return
    const link = area.current?.querySelector<HTMLElement>(`[data-row="${row}"] a`)
    link?.focus({ preventScroll: true })
  })
  useEffect(() => focusSavedRow(key), [key])

  const listening = {
    onScroll: ({ currentTarget }: UIEvent) =>
      positions.save(list, { top: currentTarget.scrollTop, left: currentTarget.scrollLeft }),
    onFocus({ target }: { target: EventTarget }) {
      const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']
      if (row !== undefined) positions.save(list, { row })
    },
  }
  return { area, listening }
}
