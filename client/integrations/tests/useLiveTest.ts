import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { useUnsavedFlag } from '#client/runtime/ConsoleContext.tsx'
import { onStreamLost, whileVisible } from '#client/runtime/whileVisible.ts'

/** The last test of an integration, step by step while it is under way; when it has ended the page reads its data again. */
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
    // What is being typed began with what the page was told before.
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
