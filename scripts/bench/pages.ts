import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleMemory } from '../programs.mjs'
import { startConsole, getProgramPath, startMeasuredProgram } from './measuredProgram.ts'
import { compareCpuTimes } from './comparison.ts'
import { dataPlaceholder, parseMarkup } from './markup.ts'
import { recordAnswers } from './recordAnswers.ts'

import type { Row } from './table.ts'

const paths = ['/sizes', '/stores']

/**
 * Compares the CPU time of list pages with 50 rows to Express and React streaming the same elements
 * after the same calls. Both have the console's heap size.
 */
export async function runPagesBench(): Promise<Row[]> {
  const recordings = await recordAnswers(paths, { isReturning: true })
  const rows: Row[] = []
  for (const page of recordings) rows.push(await measurePage(page))
  return rows
}

async function measurePage({
  path,
  headers,
  text: html,
  answers,
}: Awaited<ReturnType<typeof recordAnswers>>[number]) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const [answersFile, pageFile] = [join(folder, 'answers.json'), join(folder, 'page.json')]
  await writeFile(answersFile, JSON.stringify(answers))
  const page = { tree: parseMarkup(html), calls: Object.keys(answers), dataPlaceholder }
  await writeFile(pageFile, JSON.stringify(page))

  const upstream = await startMeasuredProgram(getProgramPath('upstream.mjs'), {
    ANSWERS: answersFile,
  })
  const console = await startConsole(upstream.url)
  const settings = { API_BASE_URL: upstream.url, PAGE: pageFile, NODE_ENV: 'production' }
  const { flags, env } = consoleMemory
  const bareServer = await startMeasuredProgram(
    getProgramPath('barePage.mjs'),
    { ...env, ...settings },
    flags,
  )
  const bareHtml = await (await fetch(bareServer.url + path)).text()
  const rows = html.split('<tr').length - 2
  if (rows < 50 || Math.abs(bareHtml.length / html.length - 1) > 0.1)
    throw new Error(`${path}: ${rows} rows, ${html.length} and ${bareHtml.length} characters`)

  const programs = [
    { program: console, path, headers },
    { program: bareServer, path, headers },
  ] as const
  const { subjectMs, baselineMs, ratio } = await compareCpuTimes(...programs, {
    amount: 200,
    rounds: 15,
  })
  await Promise.all([console, bareServer, upstream].map((program) => program.stop()))
  await rm(folder, { recursive: true })
  return {
    title: `CPU of ${path}, 50 rows, ${page.calls.length} calls to the platform`,
    result: `${ratio.toFixed(2)} (${subjectMs.toFixed(1)} ms / ${baselineMs.toFixed(1)} ms)`,
    budget: '1.6 times bare Express and React with the same elements',
  }
}
