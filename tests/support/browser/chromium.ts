import { chromium, type Browser } from 'playwright'
import { getPrerequisite } from '../getPrerequisite.ts'

/** These flags keep a throw-away browser off the network and away from missing hardware. */
const defaultFlags = [
  // The pages of a context share a process, which compiles each script only once.
  '--process-per-site',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]

/** Starts the Chromium that the run found or installed. The caller closes it. */
export async function launchBrowser(flags: string[] = []): Promise<Browser> {
  const executablePath = await getPrerequisite('browser')
  // Chromium has no sandbox for root, and tests in a container run as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...defaultFlags, ...sandbox, ...flags] })
}

let sharedBrowser: Promise<Browser> | undefined

/**
 * Returns the Chromium that all tests of this worker share. It ends with the worker. A test closes
 * the contexts that it opens.
 */
export async function getWorkerBrowser(): Promise<Browser> {
  sharedBrowser ??= launchBrowser()
  return sharedBrowser
}
