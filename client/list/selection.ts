/** Which records of a list are selected, by id: it outlasts pages, orders and filters, and lives in this page alone. */
export type Selection = {
  has(id: number): boolean
  count(): number
  set(ids: readonly number[], on: boolean): void
  clear(): void
  subscribe(listener: () => void): () => void
}

export function createSelection(): Selection {
  const ids = new Set<number>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  return {
    has: (id) => ids.has(id),
    count: () => ids.size,
    set(some, on) {
      for (const id of some)
        if (on) ids.add(id)
        else ids.delete(id)
      tell()
    },
    clear() {
      ids.clear()
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
