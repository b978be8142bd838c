/** Sends one request; answers with what was wrong with its answer, or null. `index` counts from 0. */
export type Send = (index: number) => Promise<string | null>

/**
 * Begins requests at a steady pace, as visitors do who know nothing of each other; with `atMost` under way it waits, so that a
 * slow machine is asked what it can answer and nothing queues up. `end` stops beginning new ones, waits for the last answer,
 * and says how many there were and what went wrong how often.
 */
export function startSteadyLoad(perSecond: number, atMost: number, send: Send) {
  const faults: Record<string, number> = {}
  const underWay = new Set<Promise<void>>()
  let sent = 0
  let due = 0
  let last = performance.now()

  async function begin(index: number): Promise<void> {
    const fault = await send(index).catch(
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
    if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1
  }
  // A timer that comes late makes up for it, so that the pace holds over time.
  const timer = setInterval(() => {
    const now = performance.now()
    due = Math.min(due + ((now - last) / 1000) * perSecond, atMost)
    last = now
    for (; due >= 1 && underWay.size < atMost; due--) {
      const one = begin(sent++).finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }, 5)

  return {
    async end() {
      clearInterval(timer)
      await Promise.all(underWay)
      return { sent, faults }
    },
  }
}
