import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser, BrowserContext } from 'playwright'
import sharp from 'sharp'
import { consoleMemory, findFreePort, startProgram } from '../programs.mjs'
import { UserError } from '../userError.mjs'
import { ensureBrowser } from '../testPrerequisites.ts'
import { screenshots } from './screenshots.ts'
import type { FindId, Screenshot } from './screenshots.ts'

const operator = { email: 'operator@example.com', password: 'correct horse battery' }

const wideViewport = { width: 1280, height: 800 }
const narrowViewport = { width: 360, height: 720 }

/**
 * Takes the screenshots with these names, or all of them, from a console with new demo data.
 * `DEMO_DATA` can select less data.
 */
export async function takeScreenshots(names: string[] | null, folder: string): Promise<void> {
  const selected = Object.entries(screenshots).filter(
    ([, { name }]) => names?.includes(name) ?? true,
  )
  const unknownNames = names?.filter((one) => !selected.some(([, { name }]) => name === one)) ?? []
  if (unknownNames.length > 0)
    throw new UserError(`There's no screenshot named ${unknownNames.join(', ')}.`)
  const executablePath = await ensureBrowser()
  if (executablePath === null) throw new UserError('Screenshots need Chromium.')
  await using programs = await startPrograms()
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const session = await openSession(browser, programs.url)
  const findId = createIdFinder(session)
  for (const [path, screenshot] of selected) {
    const isSignIn = path === '/'
    const context = isSignIn ? await createContext(browser, programs.url) : session
    const address = (await screenshot.getPath?.(findId)) ?? path
    for (const { file, size } of listImages(screenshot)) {
      await takeScreenshot(context, { address, size, path: join(folder, file) })
    }
    if (isSignIn) await context.close()
  }
  await browser.close()
}

/**
 * Starts both built programs with demo data in a temporary folder, which is deleted when they stop.
 */
async function startPrograms() {
  const data = await mkdtemp(join(tmpdir(), 'screenshots-'))
  const platformPort = String(await findFreePort())
  const port = String(await findFreePort())
  const platform = startProgram('platform', 'dist/platform/main.js', {
    PLATFORM_PORT: platformPort,
    DATA_DIR: data,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
    DEMO_DATA: process.env['DEMO_DATA'] ?? 'full',
    LOG_LEVEL: 'fatal',
  })
  const consoleProgram = startProgram(
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
    consoleProgram.kill('SIGKILL')
    platform.kill('SIGKILL')
    await Promise.all([consoleProgram.ended, platform.ended])
    await rm(data, { recursive: true, force: true })
  }
  for (const program of [platform, consoleProgram]) {
    const ending = await Promise.race([program.listening.then(() => null), program.ended])
    if (ending === null) continue
    await stop()
    throw new UserError(ending.reason)
  }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop }
}

const createContext = (browser: Browser, baseURL: string) =>
  browser.newContext({
    baseURL,
    viewport: wideViewport,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })

async function openSession(browser: Browser, url: string) {
  const context = await createContext(browser, url)
  const response = await context.request.post('/api/auth/login', { data: operator })
  if (response.status() !== 200)
    throw new Error(`Signing in failed with status ${response.status()}`)
  return context
}

function createIdFinder(context: BrowserContext): FindId {
  return async (call, field = 'id') => {
    const response = await context.request.get(`/api${call}`)
    const { data }: { data?: Record<string, unknown>[] } = await response.json()
    const value = data?.[0]?.[field]
    if (value === undefined) throw new Error(`The demo data has no ${field} for ${call}.`)
    return String(value)
  }
}

const listImages = ({ name, narrow: hasNarrow }: Screenshot) => [
  { file: `${name}.png`, size: wideViewport },
  ...(hasNarrow ? [{ file: `${name}-360.png`, size: narrowViewport }] : []),
]

type ScreenshotOptions = { address: string; size: { width: number; height: number }; path: string }

async function takeScreenshot(context: BrowserContext, { address, size, path }: ScreenshotOptions) {
  const page = await context.newPage()
  await page.setViewportSize(size)
  const response = await page.goto(address)
  if (response?.status() !== 200)
    throw new Error(`${address} failed with status ${response?.status()}.`)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const image = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await page.close()
  const smallImage = await sharp(image).png({ palette: true, colours: 128, effort: 10 }).toBuffer()
  await writeFile(path, smallImage)
  console.log(`Took ${basename(path)} (${Math.round(smallImage.length / 1000)} kB)`)
}
