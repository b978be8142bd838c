import { failWith } from './failures.ts'

/** Raised on the window when the chunk of a page could not be loaded (spec.md section 8). */
export const preloadErrorEvent = 'preloadError'

/** Loads a page's chunk; a failure raises the event and becomes the page's failure, which offers a reload. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (typeof window !== 'undefined')
      window.dispatchEvent(new CustomEvent(preloadErrorEvent, { detail: cause }))
    return failWith({ code: 'chunk' }, 500)
  }
}
