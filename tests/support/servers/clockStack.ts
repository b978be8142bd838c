import { afterAll, beforeAll } from 'vitest'
import type { Browser } from 'playwright'
import { getWorkerBrowser } from '../browser/chromium.ts'
import { printPagesOnFailure } from '../browser/printPages.ts'
import { getPrerequisite } from '../need.ts'
import { startConsole } from './consoleProcess.ts'
import { startTestPlatform } from './platform.ts'
import type { TestPlatform } from './platform.ts'

/**
 * Starts a platform in this process, whose clock a test advances, and the built console and a
 * browser for it. Its queues and chores don't run: a test does what they would do.
 */
export function withClockStack(options: Parameters<typeof startTestPlatform>[0] = {}) {
  let stack: { platform: TestPlatform; url: string; browser: Browser; stop: () => Promise<void> }
  beforeAll(async () => {
    await getPrerequisite('build')
    const platform = await startTestPlatform(options)
    const console = await startConsole(platform.url)
    platform.platform.consoleOrigin = console.url
    const browser = await getWorkerBrowser()
    const stop = async () => {
      await console.stop()
      await platform.stop()
    }
    stack = { platform, url: console.url, browser, stop }
  })
  afterAll(() => stack.stop())
  return {
    platform: () => stack.platform,
    /** Creates a visitor. The caller closes the context. */
    visit: async (contextOptions: Parameters<Browser['newContext']>[0] = {}) => {
      const context = await stack.browser.newContext({
        baseURL: stack.url,
        viewport: { width: 1280, height: 800 },
        timezoneId: 'UTC',
        ...contextOptions,
      })
      context.setDefaultTimeout(30_000)
      printPagesOnFailure(context)
      return context
    },
  }
}
