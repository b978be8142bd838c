import { afterAll, beforeAll } from 'vitest'
import type { Browser } from 'playwright'
import { getWorkerBrowser } from '../browser/chromium.ts'
import { printPagesOnFailure } from '../browser/printPages.ts'
import { getPrerequisite } from '../getPrerequisite.ts'
import { findFreePort, startConsole } from './consoleProcess.ts'
import { createDatabaseIfPossible } from './newDatabase.ts'
import { startTestPlatform } from './platform.ts'
import type { TestPlatform } from './platform.ts'

/**
 * Starts a platform in this process, whose clock a test advances, and the built console and a
 * browser for it. Its queues and chores don't run: a test does what they would do. With
 * `hasPasskeys`, the console is at localhost, because browsers allow no passkeys for IP addresses.
 */
export function withClockStack({
  hasPasskeys = false,
  ...options
}: Parameters<typeof startTestPlatform>[0] & { hasPasskeys?: boolean } = {}) {
  let stack: { platform: TestPlatform; url: string; browser: Browser; stop: () => Promise<void> }
  beforeAll(async () => {
    await getPrerequisite('build')
    const databaseUrl = await createDatabaseIfPossible()
    const platform = await startTestPlatform({ databaseUrl, ...options })
    const port = String(await findFreePort())
    const passkeyEnv = { PORT: port, PUBLIC_ORIGIN: `http://localhost:${port}` }
    const console = await startConsole(platform.url, hasPasskeys ? passkeyEnv : {})
    const url = hasPasskeys ? passkeyEnv.PUBLIC_ORIGIN : console.url
    platform.platform.consoleOrigin = url
    const browser = await getWorkerBrowser()
    const stop = async () => {
      await console.stop()
      await platform.stop()
    }
    stack = { platform, url, browser, stop }
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
