import { afterAll, beforeAll } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright'
import { getWorkerBrowser } from '../browser/chromium.ts'
import { operator, startConsole, startReferencePlatform } from './consoleProcess.ts'
import { printPagesOnFailure } from '../browser/printPages.ts'

const viewport = { width: 1280, height: 800 }

/**
 * Starts a platform, a console, and a browser for the tests of one file. `env` is the console's.
 */
export function withStack(
  env: Record<string, string> = {},
  platformEnv: Record<string, string> = {},
) {
  let stack:
    | { url: string; platformUrl: string; browser: Browser; stop: () => Promise<void> }
    | undefined
  beforeAll(async () => {
    const platform = await startReferencePlatform(platformEnv)
    const console = await startConsole(platform.url, env)
    const browser = await getWorkerBrowser()
    stack = {
      url: console.url,
      platformUrl: platform.url,
      browser,
      stop: async () => {
        await console.stop()
        await platform.stop()
      },
    }
  })
  let tab: ReturnType<typeof openPage> | undefined
  let reused: Promise<{ context: BrowserContext; anchor: Page }> | undefined
  afterAll(async () => {
    await (await tab)?.page.context().close()
    await (await reused)?.context.close()
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
      // Pages depend on the time zone (screens.md, "The shell") and must not depend on the
      // machine's.
      timezoneId: 'UTC',
      ...options,
    })
    context.setDefaultTimeout(30_000)
    printPagesOnFailure(context)
    return context
  }
  const openReusedContext = async () => {
    const context = await visit()
    const anchor = await context.newPage()
    await anchor.goto('/healthz')
    return { context, anchor }
  }
  const openSignedInTab = async () => {
    const context = await visit()
    await signInByApi(context)
    return openPage(context)
  }
  return {
    url: () => running().url,
    /** The platform's address, for programs that call it with an API key. */
    platformUrl: () => running().platformUrl,
    /** Creates a visitor. The caller closes the context. */
    visit,
    /**
     * Returns the file's reused context as a new visitor has it: without cookies or pages. One page
     * stays open and keeps the compiled scripts, which saves a second per visitor.
     */
    reuseContext: async () => {
      const { context, anchor } = await (reused ??= openReusedContext())
      await Promise.all(context.pages().map((page) => page !== anchor && page.close()))
      await context.clearCookies()
      printPagesOnFailure(context)
      return context
    },
    /**
     * Loads `path` in the file's shared, signed-in tab. For tests that leave nothing unsaved. A new
     * tab compiles all scripts again, which takes as long as two pages.
     */
    openTab: async (path: string, size = viewport) => {
      const { page, faults } = await (tab ??= openSignedInTab())
      faults.length = 0
      await page.mouse.move(0, 0)
      await page.setViewportSize(size)
      await page.goto(path)
      await waitForHydration(page)
      return { page, faults, context: page.context() }
    },
  }
}

/** Opens a page and collects its errors in `faults`, which must be empty at the end of a test. */
export async function openPage(context: BrowserContext): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A rejected form answers 4xx, which Chromium reports as a failed resource.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(message.text())
  })
  return { page, faults }
}

/** Signs in on the sign-in page, as an operator does. */
export async function signIn(page: Page, account = operator): Promise<void> {
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in with a call, which is ten times as fast as the page. For tests about something else. */
export async function signInByApi(
  context: BrowserContext,
  { email, password }: typeof operator = operator,
): Promise<void> {
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  if (answer.status() !== 200) throw new Error(`Signing in was answered ${answer.status()}`)
}

/** Opens the page at `path` as a signed-in visitor. */
export async function openSignedIn(
  context: BrowserContext,
  path: string,
  account: typeof operator = operator,
) {
  await signInByApi(context, account)
  const opened = await openPage(context)
  await opened.page.goto(path)
  await opened.page.waitForURL((url) => url.pathname + url.search === path)
  await opened.page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
  await waitForHydration(opened.page)
  return opened
}

/** Waits until the page's script runs, because keys and machines don't work before. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Finds the open panel. */
export const getPanel = (page: Page) => page.locator('dialog[data-open-panel]')

/** Finds a notification by its text. */
export const getNotification = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)
