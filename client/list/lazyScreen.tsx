import { lazy, Suspense } from 'react'
import { loadChunk } from '../runtime/failures.ts'
import type { Screen } from '../runtime/pageTitle.ts'

/** Creates a screen that is imported on first use, so that neighboring screens don't load it. */
export function lazyScreen(module: () => Promise<Screen>): Screen {
  let known: Screen | undefined
  const imported = async () => (known = await loadChunk(module))
  // The page that the server rendered is there before its module: React waits for it in place.
  const Late = lazy(async () => ({ default: (await imported()).Component }))
  return {
    loader: async (args) => (await imported()).loader?.(args) ?? null,
    action: async (args) => (await imported()).action?.(args) ?? null,
    Component() {
      const Shown = known?.Component ?? Late
      return (
        <Suspense>
          <Shown />
        </Suspense>
      )
    },
  }
}
