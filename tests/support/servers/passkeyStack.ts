import { afterAll, beforeAll } from 'vitest'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { getWorkerBrowser } from '../browser/chromium.ts'
import { printPagesOnFailure } from '../browser/printPages.ts'
import { findFreePort, startConsole, startReferencePlatform } from './consoleProcess.ts'

/**
 * Starts both programs at http://localhost:PORT, because browsers allow no passkeys for IP
 * addresses.
 */
export function withPasskeyStack() {
  let stack: { port: number; browser: Browser; stop: () => Promise<void> } | undefined
  beforeAll(async () => {
    const port = await findFreePort()
    const origin = `http://localhost:${port}`
    const platform = await startReferencePlatform({ PUBLIC_ORIGIN: origin })
    const console = await startConsole(platform.url, { PORT: String(port), PUBLIC_ORIGIN: origin })
    const browser = await getWorkerBrowser()
    stack = {
      port,
      browser,
      stop: async () => {
        await console.stop()
        await platform.stop()
      },
    }
  })
  afterAll(async () => stack?.stop())
  return {
    getUrl: (host = 'localhost') => `http://${host}:${stack?.port}`,
    /** Creates a visitor. The caller closes the context. */
    async visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
      if (!stack) throw new Error('The programs are not running')
      const context = await stack.browser.newContext({
        baseURL: `http://localhost:${stack.port}`,
        viewport: { width: 1280, height: 800 },
        timezoneId: 'UTC',
        ...options,
      })
      context.setDefaultTimeout(30_000)
      printPagesOnFailure(context)
      return context
    },
  }
}

/** A virtual authenticator of Chromium, through which a test presses its button. */
export type VirtualAuthenticator = { session: CDPSession; authenticatorId: string }

/** Connects an authenticator with a fingerprint sensor to the page's browser. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

/** Adds a passkey to the account that is signed in on the page, with calls of the API. */
export const registerPasskey = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (passkeyName) => {
    const post = (path: string, body: object) =>
      fetch(`/api/account/passkeys${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const { challenge, options } = await (await post('/options', {})).json()
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const credential = await navigator.credentials.create({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was created')
    const response = credential.toJSON()
    return (await post('', { challenge, name: passkeyName, response })).status
  }, name)

/**
 * Presses the button. The virtual authenticator may have answered the browser's own offer (autofill)
 * before, so the button may be gone.
 */
export async function pressPasskeyButton(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click({ timeout: 3000 }).catch(() => undefined)
}
