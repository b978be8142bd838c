import autocannon from 'autocannon'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startConsole } from './console.mjs'
import { own, startMeasured } from './program.mjs'
import { recordAnswers } from './recorder.mjs'

/** @typedef {import('./table.mjs').Row} Row */

const seconds = 20
const paths = ['/stores', '/sizes', '/dashboard', '/api/stores', '/api/sizes', '/api/members']

/**
 * The most memory the console takes while 50 visitors read pages and lists as fast as they can.
 *
 * @returns {Promise<Row[]>}
 */
export async function memory() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const answersFile = join(folder, 'answers.json')
  const recorded = await recordAnswers(paths)
  const answers = Object.assign({}, ...recorded.map(({ answers }) => answers))
  await writeFile(answersFile, JSON.stringify(answers))
  const upstream = await startMeasured(own('upstream.mjs'), { ANSWERS: answersFile })
  const console = await startConsole(upstream.url)
  const idle = (await console.usage()).rss
  const load = autocannon({
    url: console.url,
    connections: 50,
    duration: seconds,
    requests: recorded.map(({ path, headers }) => ({ path, headers })),
  })
  let most = idle
  const over = new AbortController()
  // One question at a time: a busy program answers late.
  const watch = async () => {
    for (; !over.signal.aborted; await delay(100))
      most = Math.max(most, (await console.usage()).rss)
  }
  const watched = watch()
  const { '2xx': good, non2xx, errors } = await load
  over.abort()
  await watched
  if (good === 0 || non2xx + errors > 0) throw new Error(`${non2xx} refusals, ${errors} errors`)
  await Promise.all([console, upstream].map((program) => program.stop()))
  await rm(folder, { recursive: true })
  return [
    {
      what: `memory of the console, 50 connections, ${seconds} s of pages and lists`,
      measured: `${megabytes(most)} MB at most; ${megabytes(idle)} MB before`,
      budget: '180 MB',
    },
  ]
}

/** @param {number} bytes */
const megabytes = (bytes) => Math.round(bytes / 1e6)
