import { useState } from 'react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { findLastResult } from '#shared/engine/integrations/tests.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'

/**
 * Returns whether a setup's test comes before its form: while it runs, after it failed, and until a
 * passed setup is activated. It then stays there until the page is left, so that nothing jumps.
 */
export function useIsTestBeforeForm(
  record: AnyRecord | null,
  history: readonly TestHistoryEntry[],
): boolean {
  const outcome = findLastResult(history)?.outcome
  const isNews =
    outcome === 'running' ||
    outcome === 'failed' ||
    (outcome === 'passed' && record?.['state'] === 'verified')
  const [wasNews, setWasNews] = useState(isNews)
  if (isNews && !wasNews) setWasNews(true)
  return isNews || wasNews
}
