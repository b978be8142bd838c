import { setTimeout as delay } from 'node:timers/promises'

/** Finds the newest value of each key. A key without a value is missing from the result. */
type FindValues<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>

type Watcher<Key, Value> = { key: Key; notify: (value: Value | undefined) => void }

/**
 * Runs one query for all watchers every `everyMs`, and none without watchers. It pauses at least as
 * long as the last query took. A failed query counts as one without values.
 */
export class SharedPoll<Key, Value> {
  readonly #findValues: FindValues<Key, Value>
  readonly #everyMs: number
  readonly #onError: (error: unknown) => void
  readonly #watchers = new Set<Watcher<Key, Value>>()
  #isRunning = false

  constructor(
    findValues: FindValues<Key, Value>,
    everyMs: number,
    onError: (error: unknown) => void,
  ) {
    this.#findValues = findValues
    this.#everyMs = everyMs
    this.#onError = onError
  }

  /**
   * Calls `notify` with this key's value after each query until the returned function is called.
   */
  watch(key: Key, notify: Watcher<Key, Value>['notify']): () => void {
    const watcher = { key, notify }
    this.#watchers.add(watcher)
    if (!this.#isRunning) void this.#run()
    return () => void this.#watchers.delete(watcher)
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    let tookMs = 0
    while (this.#watchers.size > 0) {
      await delay(Math.max(this.#everyMs - tookMs, tookMs), undefined, { ref: false })
      const started = performance.now()
      // A watcher that joins during a query waits for the next one.
      const watchers = [...this.#watchers]
      if (watchers.length > 0) {
        const values = await this.#find([...new Set(watchers.map(({ key }) => key))])
        for (const watcher of watchers)
          if (this.#watchers.has(watcher)) watcher.notify(values.get(watcher.key))
      }
      tookMs = performance.now() - started
    }
    this.#isRunning = false
  }

  async #find(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    try {
      return await this.#findValues(keys)
    } catch (error) {
      this.#onError(error)
      return new Map()
    }
  }
}
