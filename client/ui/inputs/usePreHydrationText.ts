import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** What was typed into a text area of the server's page, which React fills with its first text again as it takes it over. */
export function usePreHydrationText(id: string, area: RefObject<HTMLTextAreaElement | null>): void {
  const [before] = useState(() => (typeof document === 'undefined' ? null : readTextarea(id)))
  useLayoutEffect(() => {
    // Another one of this id, which it replaces, is none of its own.
    if (area.current && area.current === before?.area) setTextareaValue(area.current, before.text)
  }, [before, area])
}

function readTextarea(id: string) {
  const area = document.getElementById(id)
  return area instanceof HTMLTextAreaElement ? { area, text: area.value } : null
}

function setTextareaValue(area: HTMLTextAreaElement, text: string): void {
  area.value = text
}
