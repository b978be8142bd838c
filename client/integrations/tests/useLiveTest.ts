import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { useUnsavedFlag } from '#client/runtime/ConsoleContext.tsx'
import { onStreamLost, whileVisible } from '#client/runtime/whileVisible.ts'

/**
 * Returns the last test, updated step by step while it runs. Reloads the page's data when it ends.
 */
export function useLiveTest(
  { name }: Resource,
  { id }: AnyRecord,
  known: TestHistoryEntry | undefined,
): TestHistoryEntry | undefined {
  const [heard, setHeard] = useState<TestHistoryEntry | null>(null)
  const { revalidate } = useRevalidator()
  const unsaved = useUnsavedFlag()
  const test = known?.outcome === 'running' ? known.id : null
  const hear = useEffectEvent(({ type, data }: MessageEvent) => {
    const told: unknown = JSON.parse(String(data))
    if (is(told, TestHistoryEntry)) setHeard(told)
    // Revalidating would replace the data that the operator's unsaved input is based on.
    if (type === 'end' && !unsaved.get()) void revalidate()
  })
  useEffect(() => {
    if (test === null) return undefined
    return whileVisible((lost) => {
      const stream = new EventSource(`/api/${name}/${id}/tests/events`)
      const listen = (message: MessageEvent) => {
        hear(message)
        if (message.type === 'end') stream.close()
      }
      stream.addEventListener('progress', listen)
      stream.addEventListener('end', listen)
      onStreamLost(stream, lost)
      return () => stream.close()
    })
  }, [name, id, test])
  return heard && heard.id === known?.id && known.outcome === 'running' ? heard : known
}
