import { lazy, Suspense } from 'react'
import { loadChunk } from '../runtime/failures.ts'
import type { Screen } from '../runtime/pageTitle.ts'

/** Creates a screen that is imported on first use, so that neighboring screens don't load it. */
export function lazyScreen(module: () => Promise<Screen>): Screen {
  let loadedScreen: Screen | undefined
  const importScreen = async () => (loadedScreen = await loadChunk(module))
  // The page that the server rendered is there before its module: React waits for it in place.
  const Late = lazy(async () => ({ default: (await importScreen()).Component }))
  return {
    loader: async (args) => (await importScreen()).loader?.(args) ?? null,
    action: async (args) => (await importScreen()).action?.(args) ?? null,
    Component() {
      const Shown = loadedScreen?.Component ?? Late
      return (
        <Suspense>
          <Shown />
        </Suspense>
      )
    },
  }
}
