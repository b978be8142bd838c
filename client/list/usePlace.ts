import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { UIEvent } from 'react'
import { useLocation } from 'react-router'
import { useActors, usePlaces } from '../ConsoleContext.tsx'

/** Restores scroll and row of a list by its address without panel, and stands at the row of what was just saved; returns the area that scrolls and its listeners. */
export function usePlace(list: string, resource: string) {
  const area = useRef<HTMLDivElement>(null)
  const places = usePlaces()
  const { notifications } = useActors()
  const { pathname, key } = useLocation()
  useLayoutEffect(() => {
    places.visit(pathname, list)
    const { top = 0, left } = places.at(list)
    if (!area.current) return
    area.current.scrollTop = top
    if (left !== undefined) area.current.scrollLeft = left
  }, [list, pathname, places])

  const linkIn = (row: string | number | undefined) =>
    area.current?.querySelector<HTMLElement>(`[data-row="${row}"] a`)
  const stand = useEffectEvent((_key: string) => {
    const { activeElement } = document
    // The message of it is told after this, by the frame around the list.
    const { link } = notifications.getSnapshot().context.prepared.at(-1) ?? {}
    const saved = link?.resource === resource ? linkIn(link.id) : null
    if (saved && !activeElement?.closest(`dialog, [data-row="${link?.id}"]`)) return saved.focus()
    // Where the focus is on something, it stays there.
    const isNowhere = activeElement?.matches('body, main')
    if (isNowhere) linkIn(places.at(list).row)?.focus({ preventScroll: true })
  })
  useEffect(() => stand(key), [key])

  const listening = {
    onScroll: ({ currentTarget }: UIEvent) =>
      places.keep(list, { top: currentTarget.scrollTop, left: currentTarget.scrollLeft }),
    onFocus({ target }: { target: EventTarget }) {
      const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset['row']
      if (row !== undefined) places.keep(list, { row })
    },
  }
  return { area, listening }
}
