import { afterAll, beforeAll } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright'
import { browserOfWorker } from '../browser/chromium.ts'
import { operator, startConsole, startReferencePlatform } from './consoleProcess.ts'
import { printPagesOfFailure } from '../browser/printPages.ts'

const viewport = { width: 1280, height: 800 }

/** Platform, console and browser for the tests of one file; `env` is the console's. */
export function withStack(
  env: Record<string, string> = {},
  platformEnv: Record<string, string> = {},
) {
  let stack: { url: string; browser: Browser; stop: () => Promise<void> } | undefined
  beforeAll(async () => {
    const platform = await startReferencePlatform(platformEnv)
    const console = await startConsole(platform.url, env)
    const browser = await browserOfWorker()
    stack = {
      url: console.url,
      browser,
      stop: async () => {
        await console.stop()
        await platform.stop()
      },
    }
  })
  let tab: ReturnType<typeof openPage> | undefined
  afterAll(async () => {
    await (await tab)?.page.context().close()
    await stack?.stop()
  })

  const running = () => {
    if (!stack)
      throw new Error('The programs are not running: withStack() belongs at the top of a file')
    return stack
  }
  const visit = async (options: Parameters<Browser['newContext']>[0] = {}) => {
    const context = await running().browser.newContext({
      baseURL: running().url,
      viewport,
      // What pages show hangs on it (screens.md, "The shell"), and must not on the machine.
      timezoneId: 'UTC',
      ...options,
    })
    context.setDefaultTimeout(30_000)
    printPagesOfFailure(context)
    return context
  }
  const signedInTab = async () => {
    const context = await visit()
    await signInBy(context)
    return openPage(context)
  }
  return {
    url: () => running().url,
    /** A fresh visitor; closing the context is the caller's. Faults on the page fail the test through `watch`. */
    visit,
    /**
     * The file's own tab, signed in, with the page at `path` loaded anew: for tests that leave nothing unsaved in it, as a new tab
     * compiles all scripts again, which takes as long as two pages.
     */
    tabAt: async (path: string, size = viewport) => {
      const { page, faults } = await (tab ??= signedInTab())
      faults.length = 0
      await page.mouse.move(0, 0)
      await page.setViewportSize(size)
      await page.goto(path)
      await hydrated(page)
      return { page, faults, context: page.context() }
    },
  }
}

/** Opens a page and collects every fault it reports: none may be left at the end of a test. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A refused form answers 4xx, which Chromium reports as a failed resource.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(message.text())
  })
  return { page, faults }
}

/** Signs in on the sign-in page, as an operator does. */
export async function signIn(page: Page, account = operator): Promise<void> {
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs the visitor in by a call: for tests that are not about signing in, which takes a browser ten times as long. */
export async function signInBy(context: BrowserContext, account = operator): Promise<void> {
  const answer = await context.request.post('/api/auth/login', { data: account })
  if (answer.status() !== 200) throw new Error(`Signing in was answered ${answer.status()}`)
}

/** A signed-in visitor on the page at `path`. */
export async function signedInAt(context: BrowserContext, path: string) {
  await signInBy(context)
  const opened = await openPage(context)
  await opened.page.goto(path)
  await opened.page.waitForURL((url) => url.pathname + url.search === path)
  await opened.page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
  await hydrated(opened.page)
  return opened
}

/** Waits until the page's script runs; without that, keys and machines are not there yet. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** What is open beside the list. */
export const panelOf = (page: Page) => page.locator('dialog[data-open-panel]')

/** A message of the page that begins so. */
export const messageOf = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)
