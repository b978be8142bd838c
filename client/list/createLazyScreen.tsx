import { Suspense } from 'react'
import { useLazyPart } from '../runtime/lazyPart.ts'
import type { LazyPart } from '../runtime/lazyPart.ts'
import type { Screen } from '../runtime/pageTitle.ts'

/** Creates a screen from a part, which loads when the screen first opens. */
export function createLazyScreen<Part>(
  part: LazyPart<Part>,
  getScreen: (part: Part) => Screen,
): Screen {
  const loadScreen = async () => getScreen(await part.load())
  function PartScreen() {
    const loadedPart = useLazyPart(part)
    const screen = loadedPart && getScreen(loadedPart)
    return screen && <screen.Component />
  }
  return {
    loader: async (args) => (await loadScreen()).loader?.(args) ?? null,
    action: async (args) => (await loadScreen()).action?.(args) ?? null,
    // The page that the server rendered is there before its part: React waits for it in place.
    Component: () => (
      <Suspense>
        <PartScreen />
      </Suspense>
    ),
  }
}
