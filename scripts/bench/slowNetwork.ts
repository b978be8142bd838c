import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from '../browser.ts'
import { UserError } from '../userError.mjs'
import { startConsole, getProgramPath, startMeasuredProgram } from './measuredProgram.ts'
import { dataPlaceholder, parseMarkup } from './markup.ts'
import { buildReactAdmin, reactAdminVersion } from './reactAdmin/buildReactAdmin.ts'
import { recordAnswers } from './recordAnswers.ts'
import { median } from './table.ts'

import type { Row } from './table.ts'

const loads = 5

/** How many times as long as ours react-admin's list must take at least. */
const reactAdminBudget = 2.5

/** Slow 4G with the values of Chromium's developer tools (ms, bytes per second). */
const slow4g = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_440_000 / 8,
  uploadThroughput: 675_000 / 8,
}
const cpuThrottling = { rate: 4 }

/** The pages, each with an element that must be visible; for a list, the last row in the window. */
const pages = [
  {
    title: 'Time until the sign-in form appears',
    path: '/',
    selector: 'input[type=password]',
    budget: 1.2,
  },
  {
    title: 'Time until the rows of All Stores appear',
    path: '/stores',
    selector: 'tbody tr:nth-child(20)',
    budget: 1.5,
    list: 'stores',
  },
]

/**
 * Measures when a page first shows its content with an empty cache on a slow network and CPU,
 * compared to Express and React streaming the same elements. A list is also compared to react-admin's
 * list with the same rows and columns.
 */
export async function runSlowNetworkBench(): Promise<Row[]> {
  const executablePath = findChromium()
  if (executablePath === null)
    throw new UserError('Install Chromium, or set CHROMIUM_PATH to the path of a Chromium browser.')
  const recordings = await recordAnswers(pages.map(({ path }) => path))
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const rows: Row[] = []
  for (const [index, { title, path, selector, budget, list }] of pages.entries()) {
    const { text = '', answers = {}, headers = {} } = recordings[index] ?? {}
    const [answersFile, pageFile] = [join(folder, `answers${index}`), join(folder, `page${index}`)]
    await writeFile(answersFile, JSON.stringify(answers))
    const tree = parseMarkup(
      text.replaceAll(/<link[^>]*>|<style[\s\S]*?<\/style>|<script [^>]*src=.*?<\/script>/g, ''),
    )
    await writeFile(
      pageFile,
      JSON.stringify({ tree, calls: Object.keys(answers), dataPlaceholder }),
    )
    const upstream = await startMeasuredProgram(getProgramPath('upstream.mjs'), {
      ANSWERS: answersFile,
    })
    const env = { API_BASE_URL: upstream.url, PAGE: pageFile, NODE_ENV: 'production' }
    const bareServer = await startMeasuredProgram(getProgramPath('barePage.mjs'), env)
    const console = await startConsole(upstream.url)
    const reactAdmin = list && (await startReactAdmin(upstream.url, findListCall(answers, list)))
    const programs = { console, bareServer, ...(reactAdmin && { reactAdmin }) }
    const times: Record<keyof typeof programs | 'reactAdmin', number[]> = {
      console: [],
      bareServer: [],
      reactAdmin: [],
    }
    for (let load = -1; load < loads; load++)
      for (const [name, { url }] of Object.entries(programs)) {
        const ms = await measureTimeToContent(browser, url + path, headers, selector)
        // The first load warms up the programs.
        if (load >= 0) times[name as keyof typeof programs].push(ms) // The keys of `programs`.
      }
    await Promise.all([...Object.values(programs), upstream].map((program) => program.stop()))
    const formatRatio = (subject: number, baseline: number) =>
      `${(subject / baseline).toFixed(2)} (${formatSeconds(subject)} / ${formatSeconds(baseline)})`
    const consoleMs = median(times.console)
    rows.push({
      title: `${title}, slow 4G, CPU 4x`,
      result: formatRatio(consoleMs, median(times.bareServer)),
      budget: `${budget} times bare Express and React with the same elements`,
    })
    if (reactAdmin)
      rows.push({
        title: `Time until the same rows appear in a list of react-admin ${reactAdminVersion}`,
        result: formatRatio(median(times.reactAdmin), consoleMs),
        budget: `at least ${reactAdminBudget} times ours`,
      })
  }
  await browser.close()
  await rm(folder, { recursive: true })
  return rows
}

/** Starts a server with react-admin's list, whose rows come from this call of the platform. */
const startReactAdmin = async (apiBaseUrl: string, listCall: string) =>
  startMeasuredProgram(getProgramPath('reactAdminServer.mjs'), {
    API_BASE_URL: apiBaseUrl,
    SCRIPT: await buildReactAdmin(),
    LIST_CALL: listCall,
    NODE_ENV: 'production',
  })

/** Finds the call of a page that returns the rows of its list. */
function findListCall(answers: Record<string, unknown>, resource: string): string {
  const call = Object.keys(answers).find((path) => path.startsWith(`/${resource}?`))
  if (call === undefined) throw new Error(`The page calls no list of ${resource}.`)
  return call
}

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/**
 * Measures until the frame after the element appears, because no frame is drawn while a stylesheet
 * is loading.
 */
async function measureTimeToContent(
  browser: import('playwright').Browser,
  url: string,
  { cookie = '' }: { cookie?: string },
  selector: string,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const cookies = cookie
    .split('; ')
    .filter(Boolean)
    .map((text) => {
      const [name = '', value = ''] = text.split('=')
      return { name, value, url, httpOnly: true }
    })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slow4g)
  await devTools.send('Emulation.setCPUThrottlingRate', cpuThrottling)
  await page.addInitScript((shownSelector) => {
    const checkElement = () => {
      if (!document.querySelector(shownSelector)) return void requestAnimationFrame(checkElement)
      requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }))
    }
    requestAnimationFrame(checkElement)
  }, selector)
  await page.goto(url, { waitUntil: 'commit' })
  const shownAt = await page.waitForFunction(() => Reflect.get(window, 'shownAt'))
  const ms = Number(await shownAt.jsonValue())
  await context.close()
  return ms
}
