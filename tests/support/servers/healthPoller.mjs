import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'

// Asks the console at an address, with a process id, for /healthz all the time. A process of its own, so that the load of the
// test isn't measured. What a busy machine adds isn't either: a server of its own is asked at the same moment, and the kernel
// says how long the console waited for a processor. Answers a message with what it saw since the last one.

const [, , url, pid] = process.argv
const everyMs = 20
const agent = new Agent({ keepAlive: true, maxSockets: 20 })

const control = createServer((_req, res) => void res.end('alive'))
await new Promise((listening) => control.listen(0, '127.0.0.1', () => listening(null)))
const address = control.address()
const controlUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`

/** Milliseconds for which each thread of the console was ready to run and had no processor: its collector's threads count, too. */
function readWaited() {
  /** @type {Map<string, number>} */
  const waited = new Map()
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [, waitedNs] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      waited.set(thread, Number(waitedNs) / 1e6)
    }
  } catch {
    // It ended, or a thread of it did: what is known counts.
  }
  return waited
}

/** Milliseconds until the answer is whole; null where there is none. @param {string} to @returns {Promise<number | null>} */
const measure = (to) =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const sent = request(to, { agent }, (res) => {
      res.resume()
      res.once('end', () => resolve(res.statusCode === 200 ? performance.now() - startedAt : null))
      res.once('error', () => resolve(null))
    })
    // An idle connection may be closed at the moment it is used again.
    sent.once('error', () => (sent.reusedSocket ? measure(to).then(resolve) : resolve(null)))
    sent.end()
  })

const nothing = () => ({ count: 0, failed: 0, worst: 0 })
let seen = nothing()
/** @type {Set<Promise<void>>} */
const underWay = new Set()

async function look() {
  const before = readWaited()
  const [console, machine] = await Promise.all([measure(`${url}/healthz`), measure(controlUrl)])
  let waited = 0
  for (const [thread, ms] of readWaited())
    waited = Math.max(waited, ms - (before.get(thread) ?? ms))
  seen.count += 1
  if (console === null || machine === null) seen.failed += 1
  else seen.worst = Math.max(seen.worst, console - machine - waited)
}

function begin() {
  const one = look().finally(() => underWay.delete(one))
  underWay.add(one)
}
const timer = setInterval(begin, everyMs)

process.on('message', async () => {
  begin()
  // What is held up at this moment counts.
  await Promise.all(underWay)
  process.send?.(seen)
  seen = nothing()
})
process.once('disconnect', () => {
  clearInterval(timer)
  process.exit()
})
process.send?.('ready')
