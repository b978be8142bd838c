import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { UIEvent } from 'react'
import { useLocation } from 'react-router'
import { findRoute } from '#shared/navigation/routes.ts'
import { useListPositions } from '#client/runtime/ConsoleContext.tsx'

/** Returns whether this is another list at a page's URL, below which it stands in breadcrumbs. */
const isOtherList = (pathname: string, list: string) => {
  const { searchParams } = new URL(list, 'http://console')
  return findRoute(pathname)?.lists?.some(({ param }) => searchParams.has(param)) ?? false
}

/**
 * Restores a list's scroll position and row, by its URL without a panel. Returns the scroll area
 * and its listeners.
 */
export function useScrollPosition(list: string) {
  const area = useRef<HTMLDivElement>(null)
  const positions = useListPositions()
  const { pathname, key } = useLocation()
  useLayoutEffect(() => {
    if (!isOtherList(pathname, list)) positions.recordVisit(pathname, list)
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
