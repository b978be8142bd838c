import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** The results of `healthPoller.mjs`. `worst` is in ms, without the delays of a busy machine. */
type Health = { count: number; failed: number; worst: number }

/** Polls a program's health from a separate process, and measures its memory. */
export async function watchHealth({ url, pid }: { url: string; pid: number | undefined }) {
  const poller = fork('tests/support/servers/healthPoller.mjs', [url, String(pid)])
  await once(poller, 'message')
  return {
    /** Returns the results since the last call. */
    async health(): Promise<Health> {
      const answer = once(poller, 'message')
      poller.send('health')
      const [health] = await answer
      return health as Health // healthPoller.mjs sends nothing else.
    },
    /** Reads the program's peak memory in bytes. */
    async peakMemory(): Promise<number> {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    },
    stop: () => poller.disconnect(),
  }
}
