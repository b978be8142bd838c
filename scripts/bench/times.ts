import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../bootstrap.mjs'
import { build } from '../build.mjs'
import { runInTerminal } from '../commands.mjs'
import { findFreePort } from '../programs.mjs'
import { median } from './table.ts'

import type { Row } from './table.ts'

const startCount = 5
const editCount = 5

/**
 * Measures a build from scratch, `npm start` with an existing build and data folder, a start with a
 * setting that isn't valid, and edits during `npm run dev`.
 */
export async function runTimesBench(): Promise<Row[]> {
  const buildMs = await measureMs(() => build({ force: true }))
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  await measureStart(folder)
  const startTimes = []
  for (let run = 0; run < startCount; run++) startTimes.push(await measureStart(folder))
  await rm(folder, { recursive: true })
  const [bareNodeTimes, rejectedStartTimes] = [[] as number[], [] as number[]]
  for (let run = 0; run < startCount; run++) {
    bareNodeTimes.push(await measureMs(runBareNode))
    rejectedStartTimes.push(await measureMs(runRejectedStart))
  }
  const editTimes = await measureEdits()
  return [
    {
      title: `npm run dev: time until an edit to a screen appears, median of ${editCount}; the same for an edit right after startup`,
      result: `${Math.round(median(editTimes.slice(1)))} ms; ${Math.round(editTimes[0] ?? 0)} ms`,
      budget: '1,500 ms',
    },
    {
      title: 'Cold build, every bundle minified and compressed',
      result: `${(buildMs / 1000).toFixed(1)} s`,
      budget: 'none',
    },
    {
      title: `Warm start to /readyz, both programs, median of ${startCount}`,
      result: `${Math.round(median(startTimes))} ms`,
      budget: `3,000 ms; a bare Node process: ${Math.round(median(bareNodeTimes))} ms`,
    },
    {
      title: `Time until startup fails because of an invalid setting, median of ${startCount}`,
      result: `${Math.round(median(rejectedStartTimes))} ms`,
      budget: '2,000 ms',
    },
  ]
}

/**
 * Measures edits. The first edit follows as soon as the console is ready, each other edit as soon
 * as the previous one is visible.
 */
async function measureEdits() {
  const { startDevCommand } = await import('./devCommand.ts')
  const dev = await startDevCommand()
  try {
    await dev.waitUntilReady()
    const title = 'className={styles.title}>'
    const times = []
    for (let edit = 0; edit <= editCount; edit++) {
      const mark = `Edit-${edit}-`
      dev.editFile('client/areas/signIn/SignIn.tsx', title, title + mark)
      times.push(await dev.waitForText(dev.url, mark))
    }
    return times
  } finally {
    await dev.stop()
  }
}

/** Measures a full run of `npm test`, which must pass. */
export async function runTestsBench(): Promise<Row[]> {
  let code = 0
  const ms = await measureMs(async () => {
    code = await runInTerminal(process.execPath, [join(root, 'scripts/test.mjs')])
  })
  if (code !== 0) throw new Error("The tests failed, so their duration isn't measured.")
  return [{ title: 'npm test, full run', result: `${Math.round(ms / 1000)} s`, budget: 'none' }]
}

async function measureMs(callback: () => Promise<unknown>) {
  const startedAt = performance.now()
  await callback()
  return performance.now() - startedAt
}

const runBareNode = () => once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')

const runRejectedStart = () =>
  once(
    spawn(process.execPath, [join(root, 'dist/server/main.js')], {
      env: { API_BASE_URL: 'http://127.0.0.1', LOG_LEVEL: 'loud' },
      stdio: 'ignore',
    }),
    'exit',
  )

async function measureStart(folder: string) {
  const port = await findFreePort()
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    PLATFORM_PORT: String(await findFreePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
  }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { env, stdio: 'ignore' })
  while (!(await isReady(port))) await delay(5)
  const ms = performance.now() - startedAt
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ms
}

async function isReady(port: number) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false // The port is still closed.
  }
}
