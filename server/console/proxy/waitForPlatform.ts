import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const retryIntervalMs = 100

/**
 * Waits until the platform accepts connections, at most `patienceMs`. Then the console starts
 * anyway, because its pages must say that the platform is down.
 */
export async function waitForPlatform(apiBaseUrl: string, patienceMs = 5000): Promise<void> {
  const { hostname, port, protocol } = new URL(apiBaseUrl)
  const address = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (await canConnect(address)) return
    await delay(retryIntervalMs, undefined, { ref: false })
  }
}

async function canConnect(address: { host: string; port: number }): Promise<boolean> {
  const socket = connect({ ...address, timeout: 1000 })
  try {
    await Promise.race([
      once(socket, 'connect'),
      once(socket, 'timeout').then(() => Promise.reject(new Error('timeout'))),
    ])
    return true
  } catch {
    return false // Not up yet.
  } finally {
    socket.destroy()
  }
}
