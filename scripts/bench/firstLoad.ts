import { chromium } from 'playwright'
import { findChromium } from '../browser.ts'
import { UserError } from '../userError.mjs'
import { startConsole } from './measuredProgram.ts'
import { startPlatform } from './platform.ts'

import type { Row } from './table.ts'
/**
 * A response. `bytes` is the size of the compressed body, `headerBytes` the bytes on the wire before
 * it.
 */
export type LoadedFile = {
  url: string
  type: string
  initiatorUrl: string | undefined
  bytes: number
  headerBytes: number
}

const pages = [
  { title: 'Sign-in page', path: '/', selector: 'input[type=password]', budget: '125 kB' },
  {
    title: 'All Stores',
    path: '/stores',
    selector: 'tbody tr:nth-child(50)',
    budget: '220 kB in 8 scripts',
  },
  {
    title: 'Sizes',
    path: '/sizes',
    selector: 'tbody tr:nth-child(5)',
    budget: '220 kB in 8 scripts',
  },
  {
    title: 'Dashboard',
    path: '/dashboard',
    selector: 'main figure',
    budget: '220 kB in 8 scripts',
  },
  { title: 'Store details', path: '/stores/1', selector: 'main h2', budget: '220 kB in 8 scripts' },
  {
    title: 'Create store',
    path: '/stores/create',
    selector: 'main form input:not([type=hidden])',
    budget: '220 kB in 8 scripts',
  },
]

/** Measures what Chromium loads over the network for a page with an empty cache. */
export async function runFirstLoadBench(): Promise<Row[]> {
  const executablePath = findChromium()
  if (executablePath === null)
    throw new UserError('Install Chromium, or set CHROMIUM_PATH to the path of a Chromium browser.')
  const platform = await startPlatform()
  const console = await startConsole(platform.url)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const rows: Row[] = []
  for (const { title, path, selector, budget } of pages) {
    const token = path === '/' ? null : platform.token
    const target = { url: console.url, path, token }
    const files = await loadPage(browser, target)
    await assertVisibleWithoutScripts(browser, target, selector)
    const scripts = files.filter(({ type }) => type === 'Script')
    const sheets = files.filter(({ type }) => type === 'Stylesheet')
    const page = files.find(({ type }) => type === 'Document')
    rows.push({
      title: `${title}, first load: JavaScript, brotli`,
      result: [
        `${formatKilobytes(sumBytes(scripts))} kB in ${scripts.length} scripts`,
        `headers ${formatKilobytes(sumHeaderBytes(scripts))} kB, style ${formatKilobytes(sumBytes(sheets))} kB, HTML ${formatKilobytes(page?.bytes ?? 0)} kB`,
      ].join('; '),
      budget,
    })
    rows.push({
      title: `${title}: stylesheets; requests; longest chain of requests`,
      result: `${sheets.length}; ${files.length}; ${Math.max(...files.map((one) => getChainLength(one, files)))}`,
      budget: path === '/' ? '0; none; 2' : '1; none; 2',
    })
  }
  await browser.close()
  await Promise.all([console, platform].map((program) => program.stop()))
  return rows
}

const sumBytes = (files: LoadedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

const sumHeaderBytes = (files: LoadedFile[]) =>
  files.reduce((sum, { headerBytes }) => sum + headerBytes, 0)

const formatKilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

function getChainLength(request: LoadedFile, files: LoadedFile[]): number {
  const initiator = files.find(({ url }) => url === request.initiatorUrl && url !== request.url)
  return initiator ? 1 + getChainLength(initiator, files) : 1
}

export type PageTarget = { url: string; path: string; token: string | null }

async function openPage(
  browser: import('playwright').Browser,
  { url, token }: PageTarget,
  options?: import('playwright').BrowserContextOptions,
) {
  const context = await browser.newContext(options)
  const cookies = token === null ? {} : { apiToken: token, storeId: '1', userId: '1' }
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url, httpOnly: true })),
  )
  return context.newPage()
}

async function loadPage(browser: import('playwright').Browser, target: PageTarget) {
  const page = await openPage(browser, target)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const requests: Map<string, LoadedFile> = new Map()
  devTools.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, initiator }) => {
    if (!url.startsWith('http')) return
    const initiatorUrl = initiator.url ?? initiator.stack?.callFrames[0]?.url
    requests.set(requestId, { url, type: type ?? 'Other', initiatorUrl, bytes: 0, headerBytes: 0 })
  })
  devTools.on('Network.responseReceived', ({ requestId, response: { encodedDataLength } }) => {
    const request = requests.get(requestId)
    if (request) request.headerBytes = encodedDataLength
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength - request.headerBytes
  })
  await page.goto(target.url + target.path, { waitUntil: 'networkidle' })
  await page.context().close()
  // A preload and its script share one request ID; responses from the cache have no bytes.
  return [...requests.values()].filter(({ bytes }) => bytes > 0)
}

async function assertVisibleWithoutScripts(
  browser: import('playwright').Browser,
  target: PageTarget,
  selector: string,
) {
  const page = await openPage(browser, target, { javaScriptEnabled: false })
  await page.goto(target.url + target.path)
  if (!(await page.locator(selector).first().isVisible()))
    throw new Error(`${target.path} doesn't show ${selector} without scripts`)
  await page.context().close()
}
