import { onTestFailed, TestRunner } from 'vitest'
import type { BrowserContext, Page } from 'playwright'

const maxTextLength = 4000

/**
 * Prints the text of a visitor's pages when their test fails, because most failures in a browser
 * say only what didn't appear.
 */
export function printPagesOnFailure(context: BrowserContext): void {
  if (TestRunner.getCurrentTest() === undefined) return
  let texts: string[] | undefined
  const close = context.close.bind(context)
  context.close = async (options) => {
    texts = await readPages(context)
    await close(options)
  }
  onTestFailed(async () => {
    for (const text of texts ?? (await readPages(context))) process.stderr.write(`${text}\n`)
  })
}

const readPages = (context: BrowserContext) => Promise.all(context.pages().map(readPage))

/** Reads a page's text, or the reason why it has none: it may have crashed or be navigating. */
const readPage = async (page: Page): Promise<string> => {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: unknown) => String(error))
  return `The page at ${page.url()} showed:\n${text.slice(0, maxTextLength)}`
}
