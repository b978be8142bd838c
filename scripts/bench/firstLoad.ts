import { chromium } from 'playwright'
import { findChromium } from '../browser.ts'
import { UserError } from '../userError.mjs'
import { startConsole } from './program.ts'
import { startPlatform } from './platform.ts'

import type { Row } from './table.ts'
/**
 * A response. `bytes` is the size of the compressed body, `headers` the bytes on the wire before
 * it.
 */
export type Loaded = {
  url: string
  type: string
  from: string | undefined
  bytes: number
  headers: number
}

const pages = [
  { what: 'Sign-in page', path: '/', shows: 'input[type=password]', budget: '125 kB' },
  {
    what: 'All Stores',
    path: '/stores',
    shows: 'tbody tr:nth-child(50)',
    budget: '220 kB in 8 scripts',
  },
  { what: 'Sizes', path: '/sizes', shows: 'tbody tr:nth-child(5)', budget: '220 kB in 8 scripts' },
  { what: 'Dashboard', path: '/dashboard', shows: 'main figure', budget: '220 kB in 8 scripts' },
  { what: 'Store details', path: '/stores/1', shows: 'main h2', budget: '220 kB in 8 scripts' },
  {
    what: 'Create store',
    path: '/stores/create',
    shows: 'main form input:not([type=hidden])',
    budget: '220 kB in 8 scripts',
  },
]

/** Measures what Chromium loads over the network for a page with an empty cache. */
export async function firstLoad(): Promise<Row[]> {
  const executablePath = findChromium()
  if (executablePath === null)
    throw new UserError('Install Chromium, or set CHROMIUM_PATH to the path of a Chromium browser.')
  const platform = await startPlatform()
  const console = await startConsole(platform.url)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const rows: Row[] = []
  for (const { what, path, shows, budget } of pages) {
    const token = path === '/' ? null : platform.token
    const target = { url: console.url, path, token }
    const loaded = await loadedBy(browser, target)
    await demandWithoutScript(browser, target, shows)
    const scripts = loaded.filter(({ type }) => type === 'Script')
    const sheets = loaded.filter(({ type }) => type === 'Stylesheet')
    const page = loaded.find(({ type }) => type === 'Document')
    rows.push({
      what: `${what}, first load: JavaScript, brotli`,
      measured: [
        `${kilobytes(bytesOf(scripts))} kB in ${scripts.length} scripts`,
        `headers ${kilobytes(headersOf(scripts))} kB, style ${kilobytes(bytesOf(sheets))} kB, HTML ${kilobytes(page?.bytes ?? 0)} kB`,
      ].join('; '),
      budget,
    })
    rows.push({
      what: `${what}: stylesheets; requests; longest chain of requests`,
      measured: `${sheets.length}; ${loaded.length}; ${Math.max(...loaded.map((one) => depthOf(one, loaded)))}`,
      budget: path === '/' ? '0; none; 2' : '1; none; 2',
    })
  }
  await browser.close()
  await Promise.all([console, platform].map((program) => program.stop()))
  return rows
}

const bytesOf = (loaded: Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0)

const headersOf = (loaded: Loaded[]) => loaded.reduce((sum, { headers }) => sum + headers, 0)

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

function depthOf(request: Loaded, loaded: Loaded[]): number {
  const from = loaded.find(({ url }) => url === request.from && url !== request.url)
  return from ? 1 + depthOf(from, loaded) : 1
}

export type Target = { url: string; path: string; token: string | null }

async function newPage(
  browser: import('playwright').Browser,
  { url, token }: Target,
  options?: import('playwright').BrowserContextOptions,
) {
  const context = await browser.newContext(options)
  const cookies = token === null ? {} : { apiToken: token, storeId: '1', userId: '1' }
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url, httpOnly: true })),
  )
  return context.newPage()
}

async function loadedBy(browser: import('playwright').Browser, target: Target) {
  const page = await newPage(browser, target)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const requests: Map<string, Loaded> = new Map()
  devTools.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, initiator }) => {
    if (!url.startsWith('http')) return
    const from = initiator.url ?? initiator.stack?.callFrames[0]?.url
    requests.set(requestId, { url, type: type ?? 'Other', from, bytes: 0, headers: 0 })
  })
  devTools.on('Network.responseReceived', ({ requestId, response: { encodedDataLength } }) => {
    const request = requests.get(requestId)
    if (request) request.headers = encodedDataLength
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength - request.headers
  })
  await page.goto(target.url + target.path, { waitUntil: 'networkidle' })
  await page.context().close()
  // A preload and its script share one request ID; responses from the cache have no bytes.
  return [...requests.values()].filter(({ bytes }) => bytes > 0)
}

async function demandWithoutScript(
  browser: import('playwright').Browser,
  target: Target,
  shows: string,
) {
  const page = await newPage(browser, target, { javaScriptEnabled: false })
  await page.goto(target.url + target.path)
  if (!(await page.locator(shows).first().isVisible()))
    throw new Error(`${target.path} does not show ${shows} before a script ran`)
  await page.context().close()
}
