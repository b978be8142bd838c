import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { consoleHeap, freePort } from '../programs.mjs'
import { startMeasured } from './program.mjs'

/**
 * The built console, started as `npm start` does with its default settings, over the platform at `apiBaseUrl`.
 *
 * @param {string} apiBaseUrl
 */
export async function startConsole(apiBaseUrl) {
  const settings = { PORT: String(await freePort()), API_BASE_URL: apiBaseUrl }
  return startMeasured(join(root, 'dist/server/main.js'), settings, consoleHeap)
}
