/** Sends a request and returns what failed, or null. `index` counts from 0. */
export type Send = (index: number) => Promise<string | null>

/**
 * Sends requests at a steady pace, as independent visitors do. It waits while `atMost` are pending,
 * so that requests don't queue up on a slow machine. `end` stops, waits for the last answer, and
 * returns the number of requests and of each failure.
 */
export function startSteadyLoad(perSecond: number, atMost: number, send: Send) {
  const faults: Record<string, number> = {}
  const pending = new Set<Promise<void>>()
  let sent = 0
  let due = 0
  let last = performance.now()

  async function run(index: number): Promise<void> {
    const fault = await send(index).catch(
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
    if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1
  }
  // A late timer catches up, so that the average pace is steady.
  const timer = setInterval(() => {
    const now = performance.now()
    due = Math.min(due + ((now - last) / 1000) * perSecond, atMost)
    last = now
    for (; due >= 1 && pending.size < atMost; due--) {
      const one = run(sent++).finally(() => pending.delete(one))
      pending.add(one)
    }
  }, 5)

  return {
    async end() {
      clearInterval(timer)
      await Promise.all(pending)
      return { sent, faults }
    },
  }
}
