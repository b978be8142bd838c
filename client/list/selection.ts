import type { Chosen } from '#shared/engine/chosen.ts'
import { limits } from '#shared/limits.ts'

/** What is chosen of a list: it outlasts pages and orders, and the bar writes it into the address, so that it outlasts a reload too. */
export type Selection = {
  has(id: number): boolean
  get(): Chosen | null
  /** Chooses some, or lets go of them; of all that match, those of this page that are left. */
  set(ids: readonly number[], on: boolean, page: readonly number[]): void
  choose(chosen: Chosen | null): void
  subscribe(listener: () => void): () => void
}

export function createSelection(first: Chosen | null): Selection {
  let chosen = first
  const listeners = new Set<() => void>()
  function choose(next: Chosen | null) {
    chosen = next
    listeners.forEach((listener) => listener())
  }
  return {
    has: (id) => chosen === 'all' || (chosen?.includes(id) ?? false),
    get: () => chosen,
    choose,
    set(some, on, page) {
      const before = chosen === 'all' ? page : (chosen ?? [])
      const others = before.filter((id) => !some.includes(id))
      const ids = (on ? [...others, ...some] : others).slice(0, limits.chosenRecords)
      choose(ids.length > 0 ? ids : null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
