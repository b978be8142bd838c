import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** What `healthPoller.mjs` saw; `worst` is in milliseconds, without what a busy machine adds. */
type Health = { count: number; failed: number; worst: number }

/** Asks a program for its health all the time, from a process of its own, and reads how much memory it took. */
export async function watchHealth({ url, pid }: { url: string; pid: number | undefined }) {
  const poller = fork('tests/support/servers/healthPoller.mjs', [url, String(pid)])
  await once(poller, 'message')
  return {
    /** What the poller saw since the last time. */
    async health(): Promise<Health> {
      const answer = once(poller, 'message')
      poller.send('health')
      const [health] = await answer
      return health as Health // healthPoller.mjs sends nothing else.
    },
    /** The most memory that the program ever held, in bytes. */
    async peakMemory(): Promise<number> {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    },
    stop: () => poller.disconnect(),
  }
}
