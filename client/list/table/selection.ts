import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { limits } from '#shared/limits.ts'

/**
 * The selection of a list. It outlasts paging and sorting, and the bar writes it into the URL, so
 * that it outlasts a reload too.
 */
export type Selection = {
  has(id: number): boolean
  get(): SelectedIds | null
  /**
   * Selects or deselects rows. If all matches were selected, deselecting leaves the others of this
   * page.
   */
  set(ids: readonly number[], on: boolean, page: readonly number[]): void
  choose(chosen: SelectedIds | null): void
  /** Returns how many rows of the last selection exceeded the limit for selecting one by one. */
  beyond(): number
  /** Whether the last change reduced a selection of all matches to rows of one page. */
  isNarrowed(): boolean
  subscribe(listener: () => void): () => void
}

/** Creates a selection. `beyond` is the number of IDs in the URL that exceed the limit. */
export function createSelection(first: SelectedIds | null, beyond = 0): Selection {
  let chosen = first
  let leftOut = beyond
  let narrowed = false
  const listeners = new Set<() => void>()
  function choose(next: SelectedIds | null, without = 0) {
    narrowed = chosen === 'all' && Array.isArray(next)
    chosen = next
    leftOut = without
    listeners.forEach((listener) => listener())
  }
  return {
    has: (id) => chosen === 'all' || (chosen?.includes(id) ?? false),
    get: () => chosen,
    choose: (next) => choose(next),
    beyond: () => leftOut,
    isNarrowed: () => narrowed,
    set(some, on, page) {
      const before = chosen === 'all' ? page : (chosen ?? [])
      const others = before.filter((id) => !some.includes(id))
      const wanted = on ? [...others, ...some] : others
      const ids = wanted.slice(0, limits.chosenRecords)
      choose(ids.length > 0 ? ids : null, wanted.length - ids.length)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
