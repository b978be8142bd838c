import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import { useUnsavedForms } from '#client/runtime/ConsoleContext.tsx'
import { listenForStreamLoss, whileVisible } from '#client/runtime/whileVisible.ts'

/**
 * Returns the last test, updated step by step while it runs. Reloads the page's data when it ends.
 */
export function useLiveTest(
  { name }: Resource,
  { id }: AnyRecord,
  loadedTest: TestHistoryEntry | undefined,
): TestHistoryEntry | undefined {
  const [liveTest, setLiveTest] = useState<TestHistoryEntry | null>(null)
  const { revalidate } = useRevalidator()
  const unsaved = useUnsavedForms()
  const test = loadedTest?.outcome === 'running' ? loadedTest.id : null
  const onMessage = useEffectEvent(({ type, data }: MessageEvent) => {
    const entry: unknown = JSON.parse(String(data))
    if (is(entry, TestHistoryEntry)) setLiveTest(entry)
    // Revalidating would replace the data that the operator's unsaved input is based on.
    if (type === 'end' && !unsaved.hasAny()) void revalidate()
  })
  useEffect(() => {
    if (test === null) return undefined
    return whileVisible((lost) => {
      const stream = new EventSource(`/api/${name}/${id}/tests/events`)
      const listen = (message: MessageEvent) => {
        onMessage(message)
        if (message.type === 'end') stream.close()
      }
      stream.addEventListener('progress', listen)
      stream.addEventListener('end', listen)
      listenForStreamLoss(stream, lost)
      return () => stream.close()
    })
  }, [name, id, test])
  return liveTest && liveTest.id === loadedTest?.id && loadedTest.outcome === 'running'
    ? liveTest
    : loadedTest
}
