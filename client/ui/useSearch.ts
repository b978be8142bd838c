import { useEffect, useRef, useState } from 'react'

/** Finds what matches the text typed. It may be told that its answer is no longer wanted; a rejection is a failed search. */
export type Search<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>

/** How long typing must rest before the API is asked, in milliseconds. */
const restMs = 150

/**
 * Asks a search once typing rests, and cancels what was asked before. While it asks, and when it fails, what was found
 * last stays, so that nothing jumps.
 */
export function useSearch<Found>(search: Search<Found>) {
  const [found, setFound] = useState<readonly Found[]>([])
  const [state, setState] = useState<'asking' | 'answered' | 'failed'>('asking')
  const asked = useRef<AbortController>(null)
  useEffect(() => () => asked.current?.abort(), [])

  function ask(text: string) {
    asked.current?.abort()
    const asking = new AbortController()
    asked.current = asking
    setState('asking')
    const timer = setTimeout(async () => {
      const answer = await search(text, asking.signal).catch(() => null)
      if (asking.signal.aborted) return
      setState(answer ? 'answered' : 'failed')
      if (answer) setFound(answer)
    }, restMs)
    asking.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  return { found, state, ask }
}

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
