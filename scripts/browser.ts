import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { findCommand } from './commands.mjs'
import { UserError } from './userError.mjs'

/** Chromium without windows. The full browser draws its toolbars for each page, even unseen. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const firefoxNames = ['firefox-esr', 'firefox']

/**
 * Returns the Chromium to test with, or null. Throws a UserError if the browser in `$CHROMIUM_PATH`
 * doesn't run.
 */
export function findChromium() {
  const configuredPath = findConfiguredBrowser('CHROMIUM_PATH')
  if (configuredPath) return configuredPath
  const playwrightPath = chromium.executablePath()
  const playwrightShells = join(
    dirname(dirname(dirname(playwrightPath))),
    'chromium_headless_shell-*/*/*headless*shell',
  )
  const candidates = [
    ...shellNames.map(findCommand),
    ...globSync(playwrightShells),
    ...fullNames.map(findCommand),
    playwrightPath,
  ]
  return candidates.find((path) => path !== null && isWorkingBrowser(path)) ?? null
}

/**
 * Returns the Firefox to test with, or null. Throws a UserError if the browser in `$FIREFOX_PATH`
 * doesn't run.
 */
export function findFirefox() {
  const candidates = [findConfiguredBrowser('FIREFOX_PATH'), ...firefoxNames.map(findCommand)]
  return candidates.find((path) => path !== null && isWorkingBrowser(path)) ?? null
}

/**
 * Returns the browser that a setting names, or null if it isn't set. Throws a UserError if the
 * browser doesn't run.
 */
function findConfiguredBrowser(setting: string) {
  const configuredPath = process.env[setting]
  if (!configuredPath) return null
  if (isWorkingBrowser(configuredPath)) return configuredPath
  throw new UserError(
    `${setting} must be the path to a working browser, but "${configuredPath}" doesn't run.`,
  )
}

/**
 * Returns false for a browser without its system libraries and for a stub of another package
 * manager.
 */
function isWorkingBrowser(path: string) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
