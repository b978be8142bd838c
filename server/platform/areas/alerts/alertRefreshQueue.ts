import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { refreshAlerts } from './refreshAlerts.ts'

/** Woken after writes that may have changed an alert. */
export const alertQueueName = 'alerts'

/**
 * One process refreshes alerts at most once in this time. A write in between waits for the next
 * round.
 */
const refreshIntervalMs = 1000

/**
 * Creates the queue that refreshes alerts soon after writes that may have fixed or broken
 * something. The chore `incidents` is the safety net.
 */
export function createAlertRefreshQueue() {
  let lastAt = -refreshIntervalMs
  return {
    name: alertQueueName,
    async work(platform: Platform): Promise<null> {
      const rest = lastAt + refreshIntervalMs - performance.now()
      lastAt = Math.max(performance.now(), lastAt + refreshIntervalMs)
      if (rest > 0)
        await delay(rest, undefined, { signal: platform.shutdownSignal }).catch(() => undefined)
      await refreshAlerts(platform)
      return null
    },
  }
}
