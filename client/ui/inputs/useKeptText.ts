import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** What was typed into a text area of the server's page, which React fills with its first text again as it takes it over. */
export function useKeptText(id: string, area: RefObject<HTMLTextAreaElement | null>): void {
  const [before] = useState(() => (typeof document === 'undefined' ? null : shownAs(id)))
  useLayoutEffect(() => {
    // Another one of this id, which it replaces, is none of its own.
    if (area.current && area.current === before?.area) fill(area.current, before.text)
  }, [before, area])
}

function shownAs(id: string) {
  const area = document.getElementById(id)
  return area instanceof HTMLTextAreaElement ? { area, text: area.value } : null
}

function fill(area: HTMLTextAreaElement, text: string): void {
  area.value = text
}
