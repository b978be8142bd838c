import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Restores what was typed into a server-rendered textarea, and where the cursor was: during
 * hydration, React resets it to its initial text.
 */
export function usePreHydrationText(id: string, area: RefObject<HTMLTextAreaElement | null>): void {
  const [previous] = useState(() => (typeof document === 'undefined' ? null : readTextarea(id)))
  useLayoutEffect(() => {
    // Skips a replaced textarea with the same ID, whose text belongs to another field.
    if (area.current && area.current === previous?.area) restoreTextarea(previous)
  }, [previous, area])
}

function readTextarea(id: string) {
  const area = document.getElementById(id)
  if (!(area instanceof HTMLTextAreaElement)) return null
  const { value, selectionStart, selectionEnd, selectionDirection } = area
  return { area, value, selection: [selectionStart, selectionEnd, selectionDirection] as const }
}

function restoreTextarea({ area, value, selection }: NonNullable<ReturnType<typeof readTextarea>>) {
  area.value = value
  area.setSelectionRange(...selection)
}
