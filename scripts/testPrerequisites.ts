import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync, globSync, realpathSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { root } from './bootstrap.mjs'
import { findChromium, findFirefox } from './browser.ts'
import { findCommand } from './commands.mjs'

/** Installs what tests need in addition to Node and packages: browsers, PostgreSQL, and nginx. */

const installStepMs = 180_000
const canUseApt = process.getuid?.() === 0 && findCommand('apt-get') !== null

export type Step = [command: string, ...args: string[]]
const playwright = join(root, 'node_modules', '.bin', 'playwright')
const headlessShell = 'chromium-headless-shell'
const aptUpdate: Step = ['apt-get', 'update']
const buildAptInstall = (name: string) =>
  ['apt-get', 'install', '-y', '--no-install-recommends', name] as Step

/** The previous installation. They run one after the other, because apt locks its database. */
let lastInstallation = Promise.resolve()

async function ensureProgram<T>(find: () => T | null, install: () => Promise<void>) {
  if (find() === null) {
    const previousInstallation = lastInstallation
    lastInstallation = (async () => {
      await previousInstallation
      if (find() === null) await install()
    })()
    await lastInstallation
  }
  return find()
}

/** Returns whether only a browser with windows was found although apt can install one without. */
const hasOnlyFullBrowser = () => {
  const browser = canUseApt && !process.env['CHROMIUM_PATH'] && findChromium()
  return browser && !browser.includes('headless')
}

/**
 * Returns the path of a browser that runs, after installing it if needed. Prints what to do and
 * returns null if there is none.
 */
export async function ensureBrowser() {
  // Uses apt's current package lists and ignores failures, because tests also run in the full
  // browser, only slower.
  if (hasOnlyFullBrowser())
    await runStep([...buildAptInstall(headlessShell), '-o', 'Acquire::http::Timeout=10'])
  const browser = await ensureProgram(findChromium, async () => {
    console.log('Installing Chromium...')
    const aptSteps: Step[] = [
      [playwright, 'install-deps', 'chromium'],
      aptUpdate,
      buildAptInstall(headlessShell),
    ]
    for (const step of [[playwright, 'install', 'chromium'], ...(canUseApt ? aptSteps : [])]) {
      await runStep(step as Step)
      if (findChromium()) return
    }
  })
  if (browser) return browser
  console.log(
    'Browser tests need Chromium. Install it, or set CHROMIUM_PATH to the path of a Chromium browser.',
  )
  return null
}

/**
 * Returns the path of a Firefox to test with, after installing it if needed. Prints what to do and
 * returns null if there is none.
 */
export async function ensureFirefox() {
  const firefox = await ensureProgram(findFirefox, async () => {
    if (!canUseApt) return
    console.log('Installing Firefox ESR...')
    await runStep(aptUpdate)
    await runStep(buildAptInstall('firefox-esr'))
  })
  if (firefox === null)
    console.log('The Firefox test is skipped. To run it, install Firefox ESR or set FIREFOX_PATH.')
  return firefox
}

/**
 * Returns the folder of a PostgreSQL server's programs, after installing them if needed. Prints
 * what to do and returns null if there are none.
 */
export async function ensurePostgres() {
  const folder = await ensureProgram(findPostgres, async () => {
    if (!canUseApt) return
    console.log('Installing PostgreSQL...')
    preventClusterCreation()
    await runStep(aptUpdate)
    await runStep(buildAptInstall('postgresql'))
  })
  if (folder === null)
    console.log('PostgreSQL tests are skipped. To run them, install the PostgreSQL server.')
  return folder
}

/**
 * Keeps Debian's package from creating and starting a database cluster; tests only need its
 * programs.
 */
function preventClusterCreation() {
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (existsSync(settings)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(settings, 'create_main_cluster = false\n')
}

/**
 * Returns the path of an nginx to test with, after installing it if needed. Prints what to do and
 * returns null if there is none.
 */
export async function ensureNginx() {
  const nginx = await ensureProgram(findNginx, async () => {
    if (!canUseApt) return
    console.log('Installing nginx...')
    await runWithoutServices(async () => {
      await runStep(aptUpdate)
      await runStep(buildAptInstall('nginx'))
    })
  })
  if (nginx === null) console.log('To test restarts behind a reverse proxy, install nginx.')
  return nginx
}

/** Keeps Debian's package from starting a server on port 80; tests only need the program. */
async function runWithoutServices(install: () => Promise<void>) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await install()
  } finally {
    rmSync(policy)
  }
}

async function runStep([command, ...args]: Step) {
  const child = spawn(command, args, {
    stdio: 'ignore',
    timeout: installStepMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await once(child, 'close')
}

/** Debian's location, which isn't on every user's PATH. */
const debianNginxPath = '/usr/sbin/nginx'

function findNginx() {
  return findCommand('nginx') ?? (existsSync(debianNginxPath) ? debianNginxPath : null)
}

/** Locations of the server's programs, which distributions keep off PATH. */
const postgresPatterns = ['/usr/lib/postgresql/*/bin/initdb', '/usr/pgsql-*/bin/initdb']

/** Returns the folder of the newest PostgreSQL server's programs, or null. */
export function findPostgres() {
  const newestFirst = globSync(postgresPatterns).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const initdb = findCommand('initdb') ?? newestFirst[0]
  // A link on PATH leads to the folder that has the other programs, too.
  return initdb ? dirname(realpathSync(initdb)) : null
}
