import { useEffect, useRef, useState } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { messages } from '#shared/messages.ts'
import { useMatchingOptions } from './MatchingOptions.tsx'

/** Finds what matches the text typed. It may be told that its answer is no longer wanted; a rejection is a failed search. */
export type SearchFunction<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>

/** How long typing must rest before the API is asked. */
const typingDelayMs = 150

/** Asks once typing rests and cancels what was asked before. What was found last stays meanwhile, and on failure. */
export function useSearch<Found>(search: SearchFunction<Found>) {
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
    }, typingDelayMs)
    asking.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  return { found, state, ask }
}

/** Looks up once the text left in a choice's field; refused where none or several are called so, those being shown. */
export function useTypedTextLookup(
  label: string,
  lookUp: SearchFunction<Option>,
  choices: readonly Option[] = noOptions,
) {
  const [failure, setFailure] = useState<string>()
  const [several, setSeveral] = useMatchingOptions(choices)
  const asked = useRef<AbortController>(null)
  useEffect(() => () => asked.current?.abort(), [])

  async function leave(typed: string): Promise<Option | null> {
    if (several.length > 0) return null
    asked.current?.abort()
    const asking = new AbortController()
    asked.current = asking
    const called = await lookUp(typed, asking.signal).catch(() => null)
    if (asking.signal.aborted || !called) return null
    const [only] = called
    if (only && called.length === 1) return only
    setSeveral(called)
    setFailure(messages.validation.notOne(label, typed, called.length))
    return null
  }

  return {
    failure,
    setFailure,
    several,
    leave,
    forget: () => asked.current?.abort(),
    forgetSeveral: () => setSeveral(noOptions),
  }
}

const noOptions: readonly Option[] = []
