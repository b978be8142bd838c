import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { bootstrap, root } from './bootstrap.mjs'
import { build } from './build.mjs'
import { freePort } from './programs.mjs'
import { runScript } from './sentence.mjs'

/** Prints what the budgets speak of, each with its baseline of the same run. */
await runScript(async () => {
  await bootstrap()
  await build()
  const rows = [...(await startTimes()), ...(await firstLoads())]
  console.log('| what | measured | budget or baseline |\n|---|---|---|')
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
})

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** From `npm start`'s script to /readyz 200, on a data folder that was used before. */
async function startTimes() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  await msUntilReady(folder)
  const starts = []
  for (let run = 0; run < 5; run++) starts.push(await msUntilReady(folder))
  await rm(folder, { recursive: true })
  const bare = []
  for (let run = 0; run < 5; run++) bare.push(await msOfBareNode())
  return [
    [
      'warm start to /readyz, median of 5',
      `${Math.round(median(starts))} ms`,
      `3,000 ms; a bare Node process: ${Math.round(median(bare))} ms`,
    ],
  ]
}

/** @param {string} folder */
async function msUntilReady(folder) {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    PLATFORM_PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
  }
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { env, stdio: 'ignore' })
  while (!(await isReady(port))) await delay(5)
  const ms = performance.now() - began
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ms
}

/** @param {number} port */
async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false // Nobody listens yet.
  }
}

async function msOfBareNode() {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - began
}

/** The JavaScript a page loads, as it goes over the wire. */
async function firstLoads() {
  /** @type {import('./manifest.mjs').Manifest} */
  const manifest = JSON.parse(await readFile(join(root, 'dist/manifest.json'), 'utf8'))
  const entry = [manifest.script, ...manifest.preload.entry]
  const size = async (/** @type {string} */ url) =>
    brotliCompressSync(await readFile(join(root, 'dist/client', url))).length
  return Promise.all(
    ['client/screens/SignIn.tsx', 'client/screens/Sizes.tsx'].map(async (screen) => {
      const files = new Set([...entry, ...(manifest.chunks[screen] ?? [])])
      const sizes = await Promise.all([...files].map(size))
      const total = sizes.reduce((sum, bytes) => sum + bytes, 0)
      return [`JavaScript of ${screen}, brotli`, `${(total / 1000).toFixed(1)} kB`, '125 kB']
    }),
  )
}
