import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Restores what was typed into a server-rendered textarea, which React resets to its initial text
 * during hydration.
 */
export function usePreHydrationText(id: string, area: RefObject<HTMLTextAreaElement | null>): void {
  const [previous] = useState(() => (typeof document === 'undefined' ? null : readTextarea(id)))
  useLayoutEffect(() => {
    // Skips a replaced textarea with the same ID, whose text belongs to another field.
    if (area.current && area.current === previous?.area)
      setTextareaValue(area.current, previous.text)
  }, [previous, area])
}

function readTextarea(id: string) {
  const area = document.getElementById(id)
  return area instanceof HTMLTextAreaElement ? { area, text: area.value } : null
}

function setTextareaValue(area: HTMLTextAreaElement, text: string): void {
  area.value = text
}
