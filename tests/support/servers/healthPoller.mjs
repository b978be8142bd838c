import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'

// Requests /healthz from the console with this URL and process ID all the time. Runs as a separate
// process so that it doesn't measure the test's load. To exclude the load of the machine, it
// requests its own server at the same moment and subtracts the time that the console waited for a
// processor. Answers each message with the results since the last one.

const [, , url, pid] = process.argv
const everyMs = 20
const agent = new Agent({ keepAlive: true, maxSockets: 20 })

const control = createServer((_req, res) => void res.end('alive'))
await new Promise((listening) => control.listen(0, '127.0.0.1', () => listening(null)))
const address = control.address()
const controlUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`

/** Reads how many ms each console thread waited for a processor, including garbage collection. */
function readWaitTimes() {
  /** @type {Map<string, number>} */
  const waited = new Map()
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [, waitedNs] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      waited.set(thread, Number(waitedNs) / 1e6)
    }
  } catch {
    // The console or one of its threads ended. Uses the times that were read.
  }
  return waited
}

/**
 * Measures the milliseconds until the end of the answer; null if there is none.
 * @param {string} to @returns {Promise<number | null>}
 */
const measure = (to) =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const sent = request(to, { agent }, (res) => {
      res.resume()
      res.once('end', () => resolve(res.statusCode === 200 ? performance.now() - startedAt : null))
      res.once('error', () => resolve(null))
    })
    // The server may close an idle connection at the moment it's used again.
    sent.once('error', () => (sent.reusedSocket ? measure(to).then(resolve) : resolve(null)))
    sent.end()
  })

const createHealth = () => ({ count: 0, failed: 0, worst: 0 })
let health = createHealth()
/** @type {Set<Promise<void>>} */
const pending = new Set()

async function poll() {
  const before = readWaitTimes()
  const [console, machine] = await Promise.all([measure(`${url}/healthz`), measure(controlUrl)])
  let waited = 0
  for (const [thread, ms] of readWaitTimes())
    waited = Math.max(waited, ms - (before.get(thread) ?? ms))
  health.count += 1
  if (console === null || machine === null) health.failed += 1
  else health.worst = Math.max(health.worst, console - machine - waited)
}

function startPoll() {
  const one = poll().finally(() => pending.delete(one))
  pending.add(one)
}
const timer = setInterval(startPoll, everyMs)

process.on('message', async () => {
  startPoll()
  // Includes requests that are stalled at this moment.
  await Promise.all(pending)
  process.send?.(health)
  health = createHealth()
})
process.once('disconnect', () => {
  clearInterval(timer)
  process.exit()
})
process.send?.('ready')
