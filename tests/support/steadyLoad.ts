/** Sends one request; answers with what was wrong with its answer, or null. `index` counts from 0. */
export type Send = (index: number) => Promise<string | null>

/**
 * Begins requests at a steady pace, whether or not earlier ones are answered, as visitors do who know nothing of each
 * other. `end` stops beginning new ones, waits for the last answer, and says how many there were and what went wrong
 * how often.
 */
export function startSteadyLoad(perSecond: number, send: Send) {
  const startedAt = performance.now()
  const faults: Record<string, number> = {}
  const answered: Promise<void>[] = []
  let sent = 0

  async function begin(index: number): Promise<void> {
    const fault = await send(index).catch(
      (error: Error & { code?: string }) => error.code ?? error.message,
    )
    if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1
  }
  // A timer that comes late makes up for it, so that the pace holds over time.
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    while (sent < due) answered.push(begin(sent++))
  }, 5)

  return {
    async end() {
      clearInterval(timer)
      const seconds = (performance.now() - startedAt) / 1000
      await Promise.all(answered)
      return { sent, perSecond: sent / seconds, faults }
    },
  }
}
