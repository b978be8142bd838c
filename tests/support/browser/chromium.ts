import { chromium, type Browser } from 'playwright'
import { need } from '../need.ts'

/** What keeps a throw-away browser off the network and away from what the machine does not have. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/** Starts the Chromium that the run found or installed, with `more` flags. The caller closes it. */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const executablePath = await need('browser')
  // Chromium refuses its sandbox to root, which is who runs tests in a container.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...flags, ...sandbox, ...more] })
}

let usual: Promise<Browser> | undefined

/** The Chromium of all tests of this worker, with whose end it ends. Whoever opens a context closes it. */
export async function browserOfWorker(): Promise<Browser> {
  usual ??= launchBrowser()
  return usual
}
