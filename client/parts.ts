import { loadChunk } from './chunks.ts'

/** A part of a screen in a chunk of its own, which is loaded along with the addresses that show it. */
export type Part = {
  /** The source file of its chunk. */
  source: string
  /** Whether the address with these parameters shows it. */
  isShown: (params: URLSearchParams) => boolean
  load: () => Promise<void>
}

/**
 * A part that screens read with `get` while they render: it is there wherever `isShown` holds, because the route waits for
 * it (client/routes.tsx), the browser before it hydrates.
 */
export function lazyPart<Module>({
  source,
  isShown,
  load,
}: Omit<Part, 'load'> & { load: () => Promise<Module> }): Part & {
  get: () => Module
  isLoaded: () => boolean
} {
  let module: Module | undefined
  return {
    source,
    isShown,
    async load() {
      module ??= await loadChunk(load)
    },
    isLoaded: () => module !== undefined,
    get() {
      if (module === undefined) throw new Error(`${source} is rendered before it was loaded`)
      return module
    },
  }
}

/** The parts that this address shows. */
export const partsAt = (parts: readonly Part[], params: URLSearchParams): Part[] =>
  parts.filter((part) => part.isShown(params))

export const loadParts = (parts: readonly Part[], params: URLSearchParams): Promise<unknown> =>
  Promise.all(partsAt(parts, params).map((part) => part.load()))
