import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { keepAttention } from './keepAttention.ts'
import { alertQueue } from './queueName.ts'

/** Alerts are brought up to date at most once in this time by one process: a second write waits for the next round. */
const pauseMs = 1000

/** Brings alerts up to date soon after writes that may have fixed or broken something. The chore `incidents` is the safety net. */
export function createAlertQueue() {
  let lastAt = -pauseMs
  return {
    name: alertQueue,
    async work(platform: Platform): Promise<null> {
      const rest = lastAt + pauseMs - performance.now()
      lastAt = Math.max(performance.now(), lastAt + pauseMs)
      if (rest > 0) await delay(rest, undefined, { signal: platform.ending }).catch(() => undefined)
      await keepAttention(platform)
      return null
    },
  }
}
