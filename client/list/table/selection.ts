import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { limits } from '#shared/limits.ts'

/** What is chosen of a list: it outlasts pages and orders, and the bar writes it into the address, so that it outlasts a reload too. */
export type Selection = {
  has(id: number): boolean
  get(): SelectedIds | null
  /** Chooses some, or lets go of them; of all that match, those of this page that are left. */
  set(ids: readonly number[], on: boolean, page: readonly number[]): void
  choose(chosen: SelectedIds | null): void
  /** How many of the last that were to be chosen are not, since so many cannot be one by one. */
  beyond(): number
  /** Whether what was done last let go of all that match but for those of a page. */
  isNarrowed(): boolean
  subscribe(listener: () => void): () => void
}

/** `beyond` are those that the address named besides. */
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
