import { useEffect, useRef } from 'react'
import type { Search } from './useSearch.ts'

/** Asks a search once for a text that was left; null where there is no answer, or it is wanted no longer. */
export function useLookUp<Found>(search: Search<Found>) {
  const asked = useRef<AbortController>(null)
  useEffect(() => () => asked.current?.abort(), [])

  async function lookUp(text: string): Promise<readonly Found[] | null> {
    asked.current?.abort()
    const asking = new AbortController()
    asked.current = asking
    const found = await search(text, asking.signal).catch(() => null)
    return asking.signal.aborted ? null : found
  }

  return { lookUp, forget: () => asked.current?.abort() }
}
