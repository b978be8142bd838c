import { launch, type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { operator } from '../servers/consoleProcess.ts'

const size = { width: 1280, height: 800 }

/** Starts the Firefox at `executablePath` under WebDriver BiDi. The caller closes it. */
export async function launchFirefox(executablePath: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath,
    headless: true,
    defaultViewport: size,
    // Firefox starts slowly on a busy machine.
    timeout: 120_000,
    protocolTimeout: 120_000,
  })
}

/** Opens a page and collects its errors in `faults`, which must be empty at the end of a test. */
export async function openFirefoxPage(context: BrowserContext) {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const faults: string[] = []
  page.on('pageerror', (error) =>
    faults.push(error instanceof Error ? error.message : String(error)),
  )
  return { page, faults }
}

/**
 * Finds a button by its text. Its role doesn't work: Puppeteer looks again only when the page
 * changes, but Firefox computes roles after that.
 */
export const findButton = (page: Page, text: string) => page.locator(`button::-p-text(${text})`)

/** Finds a link by its text. */
export const findLink = (page: Page, text: string) => page.locator(`a::-p-text(${text})`)

/** Waits until the page shows a text. */
export const waitForText = (page: Page, text: string) => page.waitForSelector(`::-p-text(${text})`)

/** Opens a page of the console and waits until its script runs. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForScript(page)
}

/** Waits until the page's script runs; without it, buttons only send forms. */
export async function waitForScript(page: Page): Promise<void> {
  await page.waitForSelector('html[data-hydrated]')
}

/** Signs in on the sign-in page, as an operator does. */
export async function signInWithFirefox(page: Page, consoleUrl: string): Promise<void> {
  await goTo(page, consoleUrl)
  await page.locator('input[name="email"]').fill(operator.email)
  await page.locator('input[name="password"]').fill(operator.password)
  await findButton(page, 'Sign in').click()
  await page.waitForFunction(() => location.pathname === '/dashboard')
  await waitForScript(page)
}

/** Calls the API at `path` with the page's session. */
export const readApi = (page: Page, path: string) =>
  page.evaluate(async (apiPath) => (await fetch(apiPath)).json(), path)

/** Reads the value of an input. */
export const readValue = (page: Page, selector: string) =>
  page.$eval(selector, (input) => ('value' in input ? input.value : null))
