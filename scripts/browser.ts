import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { onPath } from './commands.mjs'
import { Sentence } from './sentence.mjs'

/** Chromium without a window: the full browser draws its tool bars unseen, for each page. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const firefoxNames = ['firefox-esr', 'firefox']

/** The Chromium to test with, or null; throws a Sentence when `$CHROMIUM_PATH` names one that does not run. */
export function findBrowser() {
  const chosen = findChosenBrowser('CHROMIUM_PATH')
  if (chosen) return chosen
  const own = chromium.executablePath()
  const ownShells = join(
    dirname(dirname(dirname(own))),
    'chromium_headless_shell-*/*/*headless*shell',
  )
  const candidates = [
    ...shellNames.map(onPath),
    ...globSync(ownShells),
    ...fullNames.map(onPath),
    own,
  ]
  return candidates.find((path) => path !== null && runs(path)) ?? null
}

/** The Firefox to test with, or null; throws a Sentence when `$FIREFOX_PATH` names one that doesn't run. */
export function findFirefox() {
  const candidates = [findChosenBrowser('FIREFOX_PATH'), ...firefoxNames.map(onPath)]
  return candidates.find((path) => path !== null && runs(path)) ?? null
}

/** The browser that a setting names, or null if it isn't set; throws a Sentence when it doesn't run. */
function findChosenBrowser(setting: string) {
  const chosen = process.env[setting]
  if (!chosen) return null
  if (runs(chosen)) return chosen
  throw new Sentence(`${setting} must be the path of a browser that runs, not "${chosen}".`)
}

/** A browser that lacks a system library, or a stub for another package manager, fails this. */
function runs(path: string) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
