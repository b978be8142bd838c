import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, BrowserContext } from 'playwright'
import sharp from 'sharp'
import { consoleMemory, freePort, startProgram } from '../programs.mjs'
import { Sentence } from '../sentence.mjs'
import { ensureBrowser } from '../testPrerequisites.ts'
import { screenshots } from './screenshots.ts'
import type { FindId, Screenshot } from './screenshots.ts'

const operator = { email: 'operator@example.com', password: 'correct horse battery' }

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 720 }

/**
 * Takes the screenshots with these names, or all of them, from a console with new demo data.
 * `DEMO_DATA` can select less data.
 */
export async function takeScreenshots(names: string[] | null, folder: string): Promise<void> {
  const selected = Object.entries(screenshots).filter(
    ([, { name }]) => names?.includes(name) ?? true,
  )
  const unknown = names?.filter((one) => !selected.some(([, { name }]) => name === one)) ?? []
  if (unknown.length > 0) throw new Sentence(`There's no screenshot named ${unknown.join(', ')}.`)
  const executablePath = await ensureBrowser()
  if (executablePath === null) throw new Sentence('Screenshots need Chromium.')
  await using programs = await startPrograms()
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const context = await openSession(browser, programs.url)
  const findId = findIdWith(context)
  for (const [path, screenshot] of selected) {
    const isSignIn = path === '/'
    const visitor = isSignIn ? await newVisitor(browser, programs.url) : context
    const address = (await screenshot.address?.(findId)) ?? path
    for (const { file, size } of filesOf(screenshot)) {
      await takeScreenshot(visitor, { address, size, path: join(folder, file) })
    }
    if (isSignIn) await visitor.close()
  }
  await browser.close()
}

/**
 * Starts both built programs with demo data in a temporary folder, which is deleted when they stop.
 */
async function startPrograms() {
  const data = await mkdtemp(join(tmpdir(), 'screenshots-'))
  const platformPort = String(await freePort())
  const port = String(await freePort())
  const platform = startProgram('platform', 'dist/platform/main.js', {
    PLATFORM_PORT: platformPort,
    DATA_DIR: data,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
    DEMO_DATA: process.env['DEMO_DATA'] ?? 'full',
    LOG_LEVEL: 'fatal',
  })
  const front = startProgram(
    'console',
    'dist/server/main.js',
    {
      ...consoleMemory.env,
      PORT: port,
      API_BASE_URL: `http://127.0.0.1:${platformPort}`,
      LOG_LEVEL: 'fatal',
    },
    consoleMemory.flags,
  )
  const stop = async () => {
    front.kill('SIGKILL')
    platform.kill('SIGKILL')
    await Promise.all([front.ended, platform.ended])
    await rm(data, { recursive: true, force: true })
  }
  for (const program of [platform, front]) {
    const ending = await Promise.race([program.listening.then(() => null), program.ended])
    if (ending === null) continue
    await stop()
    throw new Sentence(ending.reason)
  }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop }
}

const newVisitor = (browser: Browser, baseURL: string) =>
  browser.newContext({ baseURL, viewport: wide, timezoneId: 'UTC', reducedMotion: 'reduce' })

async function openSession(browser: Browser, url: string) {
  const context = await newVisitor(browser, url)
  const response = await context.request.post('/api/auth/login', { data: operator })
  if (response.status() !== 200) throw new Error(`Signing in was answered ${response.status()}`)
  return context
}

function findIdWith(context: BrowserContext): FindId {
  return async (call, field = 'id') => {
    const response = await context.request.get(`/api${call}`)
    const { data }: { data?: Record<string, unknown>[] } = await response.json()
    const value = data?.[0]?.[field]
    if (value === undefined) throw new Error(`The demo data has no ${field} for ${call}.`)
    return String(value)
  }
}

const filesOf = ({ name, narrow: hasNarrow }: Screenshot) => [
  { file: `${name}.png`, size: wide },
  ...(hasNarrow ? [{ file: `${name}-360.png`, size: narrow }] : []),
]

type Take = { address: string; size: { width: number; height: number }; path: string }

async function takeScreenshot(context: BrowserContext, { address, size, path }: Take) {
  const page = await context.newPage()
  await page.setViewportSize(size)
  const response = await page.goto(address)
  if (response?.status() !== 200) throw new Error(`${address} was answered ${response?.status()}.`)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await page.close()
  const small = await sharp(image).png({ palette: true, colours: 128, effort: 10 }).toBuffer()
  await writeFile(path, small)
  console.log(`Took ${basename(path)} (${Math.round(small.length / 1000)} kB)`)
}
