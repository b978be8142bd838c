import { useEffect, useRef, useState } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { messages } from '#shared/messages.ts'
import { useAmbiguousMatches } from './AmbiguousMatches.tsx'

/**
 * A search for the typed text. `signal` aborts when the result is no longer needed; a rejection is
 * a failed search.
 */
export type SearchFunction<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>

/** Pause in typing before the API is called, in milliseconds. */
const typingDelayMs = 150

/**
 * Searches after a pause in typing and cancels the previous search. The last results stay until new
 * ones arrive, and on failure.
 */
export function useSearch<Found>(search: SearchFunction<Found>) {
  const [found, setFound] = useState<readonly Found[]>([])
  const [state, setState] = useState<'asking' | 'answered' | 'failed'>('asking')
  const pendingSearch = useRef<AbortController>(null)
  useEffect(() => () => pendingSearch.current?.abort(), [])

  function ask(text: string) {
    pendingSearch.current?.abort()
    const controller = new AbortController()
    pendingSearch.current = controller
    setState('asking')
    const timer = setTimeout(async () => {
      const answer = await search(text, controller.signal).catch(() => null)
      if (controller.signal.aborted) return
      setState(answer ? 'answered' : 'failed')
      if (answer) setFound(answer)
    }, typingDelayMs)
    controller.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  return { found, state, ask }
}

/**
 * Looks up the text left in a choice's field once. Rejects it if it has no match or several, which
 * are then shown.
 */
export function useLookupOnBlur(
  label: string,
  lookUp: SearchFunction<Option>,
  choices: readonly Option[] = noOptions,
) {
  const [failure, setFailure] = useState<string>()
  const [several, setSeveral] = useAmbiguousMatches(choices)
  const pendingLookup = useRef<AbortController>(null)
  useEffect(() => () => pendingLookup.current?.abort(), [])

  async function leave(typed: string): Promise<Option | null> {
    if (several.length > 0) return null
    pendingLookup.current?.abort()
    const controller = new AbortController()
    pendingLookup.current = controller
    const matches = await lookUp(typed, controller.signal).catch(() => null)
    if (controller.signal.aborted || !matches) return null
    const [match] = matches
    if (match && matches.length === 1) return match
    setSeveral(matches)
    setFailure(messages.validation.notOne(label, typed, matches.length))
    return null
  }

  return {
    failure,
    setFailure,
    several,
    leave,
    forget: () => pendingLookup.current?.abort(),
    forgetSeveral: () => setSeveral(noOptions),
  }
}

const noOptions: readonly Option[] = []
