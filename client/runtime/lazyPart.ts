import { use } from 'react'
import { loadChunk } from './failures.ts'

/** A part of the console whose code loads when it's first needed. */
export type LazyPart<Module> = {
  /** Sets how its module is imported (lazyParts.ts), and forgets one that was loaded. */
  provide(importModule: () => Promise<Module>): void
  /** Loads the module once. Throws a page failure if it can't be loaded; the next call tries again. */
  load(): Promise<Module>
  /** Returns the module if it has been loaded. */
  get(): Module | undefined
}

/**
 * Creates a lazy part. The layer that shows it creates it, and `lazyParts.ts` above all layers
 * provides its module.
 */
export function createLazyPart<Module>(): LazyPart<Module> {
  let importModule: (() => Promise<Module>) | undefined
  let loading: Promise<Module> | undefined
  let loaded: Module | undefined
  async function load() {
    if (!importModule) throw new Error('This part was not provided (client/lazyParts.ts)')
    try {
      return (loaded = await loadChunk(importModule))
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    provide(importIt) {
      importModule = importIt
      loading = undefined
      loaded = undefined
    },
    load: () => (loading ??= load()),
    get: () => loaded,
  }
}

/**
 * Returns a part's module in a component. A loader has loaded it, except for a page from the server,
 * where React waits for it. Returns null without a part.
 */
export function useLazyPart<Module>(part: LazyPart<Module> | null): Module | null {
  if (!part) return null
  return part.get() ?? use(part.load())
}
