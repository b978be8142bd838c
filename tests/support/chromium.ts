import { chromium, type Browser } from 'playwright'
import { findBrowser } from '#scripts/browser.mjs'

/** What keeps a throw-away browser off the network and away from what the machine does not have. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/**
 * Starts the Chromium that `npm test` found, with `more` flags. The caller closes it. Throws a
 * sentence where there is none.
 */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) {
    throw new Error('No browser: install Chromium, or set CHROMIUM_PATH to one, or run npm test.')
  }
  // Chromium refuses its sandbox to root, which is who runs tests in a container.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...flags, ...sandbox, ...more] })
}
