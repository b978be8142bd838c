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
  let selected = first
  let excessCount = beyond
  let isNarrowed = false
  const listeners = new Set<() => void>()
  function choose(next: SelectedIds | null, excess = 0) {
    isNarrowed = selected === 'all' && Array.isArray(next)
    selected = next
    excessCount = excess
    listeners.forEach((listener) => listener())
  }
  return {
    has: (id) => selected === 'all' || (selected?.includes(id) ?? false),
    get: () => selected,
    choose: (next) => choose(next),
    beyond: () => excessCount,
    isNarrowed: () => isNarrowed,
    set(changedIds, on, page) {
      const previous = selected === 'all' ? page : (selected ?? [])
      const others = previous.filter((id) => !changedIds.includes(id))
      const wanted = on ? [...others, ...changedIds] : others
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
