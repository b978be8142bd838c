import { toNetworkKey } from '#shared/throttle.ts'

/** How many calls of one kind run at once, and how many can wait. */
export type Capacity = { connections: number; queue: number }

type QueuedClient = { active: number; waiting: (() => void)[] }

const maxQueuedClients = 1000

/**
 * Distributes connections among clients. One client network gets at most 3/4 of the connections and
 * half of the queue, so that it can't block the others.
 */
export class ClientQueue {
  readonly #capacity: Capacity
  readonly #share: Capacity
  readonly #clients = new Map<string, QueuedClient>()
  #held = 0

  constructor(capacity: Capacity) {
    this.#capacity = capacity
    this.#share = {
      connections: Math.ceil(capacity.connections * 0.75),
      queue: Math.ceil(capacity.queue / 2),
    }
  }

  /**
   * Calls `begin`, now or when it's this client's turn, with a function that frees the place.
   * Returns false if there is no place.
   */
  enter(address: string, begin: (leave: () => void) => void): boolean {
    const client = this.#clientAt(toNetworkKey(address))
    const mustWait = client.active >= this.#share.connections
    if (this.#held >= this.#capacity.connections + this.#capacity.queue) return false
    if (mustWait && client.waiting.length >= this.#share.queue) return false
    this.#held += 1
    const start = () => begin(() => this.#leave(client))
    if (mustWait) client.waiting.push(start)
    else {
      client.active += 1
      start()
    }
    return true
  }

  #leave(client: QueuedClient): void {
    this.#held -= 1
    const next = client.waiting.shift()
    if (next) next()
    else client.active -= 1
  }

  #clientAt(network: string): QueuedClient {
    const existing = this.#clients.get(network)
    if (existing) return existing
    if (this.#clients.size >= maxQueuedClients)
      for (const [name, { active }] of this.#clients) if (active === 0) this.#clients.delete(name)
    const client: QueuedClient = { active: 0, waiting: [] }
    this.#clients.set(network, client)
    return client
  }
}
