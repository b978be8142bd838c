import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright'
import { onPath } from './commands.mjs'
import { Sentence } from './sentence.mjs'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The Chromium that tests drive: `$CHROMIUM_PATH`, the system's, or Playwright's own; null when
 * there is none that runs. Throws a Sentence when `$CHROMIUM_PATH` names one that does not run.
 */
export function findBrowser() {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (runs(chosen)) return chosen
    throw new Sentence(`CHROMIUM_PATH is ${chosen}, which does not run as a browser.`)
  }
  const candidates = [...systemNames.map(onPath), chromium.executablePath()]
  return candidates.find((path) => path !== null && runs(path)) ?? null
}

/** A browser that lacks a system library, or a stub for another package manager, fails this. */
function runs(/** @type {string} */ path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
