import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync, globSync, realpathSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { root } from './bootstrap.mjs'
import { findBrowser, findFirefox } from './browser.ts'
import { onPath } from './commands.mjs'

/** Installs what tests need in addition to Node and packages: browsers, PostgreSQL, and nginx. */

const installStepMs = 180_000
const canUseApt = process.getuid?.() === 0 && onPath('apt-get') !== null

export type Step = [command: string, ...args: string[]]
const playwright = join(root, 'node_modules', '.bin', 'playwright')
const shell = 'chromium-headless-shell'
const aptUpdate: Step = ['apt-get', 'update']
const aptInstall = (name: string) =>
  ['apt-get', 'install', '-y', '--no-install-recommends', name] as Step

/** The previous installation. They run one after the other, because apt locks its database. */
let last = Promise.resolve()

async function ensure<T>(find: () => T | null, install: () => Promise<void>) {
  if (find() === null) {
    const before = last
    last = (async () => {
      await before
      if (find() === null) await install()
    })()
    await last
  }
  return find()
}

/** Returns whether only a browser with windows was found although apt can install one without. */
const hasOnlyFull = () => {
  const found = canUseApt && !process.env['CHROMIUM_PATH'] && findBrowser()
  return found && !found.includes('headless')
}

/**
 * Returns the path of a browser that runs, after installing it if needed. Prints what to do and
 * returns null if there is none.
 */
export async function ensureBrowser() {
  // Uses apt's current package lists and ignores failures, because tests also run in the full
  // browser, only slower.
  if (hasOnlyFull()) await run([...aptInstall(shell), '-o', 'Acquire::http::Timeout=10'])
  const found = await ensure(findBrowser, async () => {
    console.log('Installing Chromium...')
    const aptSteps: Step[] = [
      [playwright, 'install-deps', 'chromium'],
      aptUpdate,
      aptInstall(shell),
    ]
    for (const step of [[playwright, 'install', 'chromium'], ...(canUseApt ? aptSteps : [])]) {
      await run(step as Step)
      if (findBrowser()) return
    }
  })
  if (found) return found
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
  const found = await ensure(findFirefox, async () => {
    if (!canUseApt) return
    console.log('Installing Firefox ESR...')
    await run(aptUpdate)
    await run(aptInstall('firefox-esr'))
  })
  if (found === null)
    console.log('The Firefox test is skipped. To run it, install Firefox ESR or set FIREFOX_PATH.')
  return found
}

/**
 * Returns the folder of a PostgreSQL server's programs, after installing them if needed. Prints
 * what to do and returns null if there are none.
 */
export async function ensurePostgres() {
  const found = await ensure(findPostgres, async () => {
    if (!canUseApt) return
    console.log('Installing PostgreSQL...')
    keepPackageFromStartingServer()
    await run(aptUpdate)
    await run(aptInstall('postgresql'))
  })
  if (found === null)
    console.log('PostgreSQL tests are skipped. To run them, install the PostgreSQL server.')
  return found
}

/**
 * Keeps Debian's package from creating and starting a database cluster; tests only need its
 * programs.
 */
function keepPackageFromStartingServer() {
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
  const found = await ensure(findNginx, async () => {
    if (!canUseApt) return
    console.log('Installing nginx...')
    await withoutServices(async () => {
      await run(aptUpdate)
      await run(aptInstall('nginx'))
    })
  })
  if (found === null) console.log('To test restarts behind a reverse proxy, install nginx.')
  return found
}

/** Keeps Debian's package from starting a server on port 80; tests only need the program. */
async function withoutServices(install: () => Promise<void>) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await install()
  } finally {
    rmSync(policy)
  }
}

async function run([command, ...args]: Step) {
  const child = spawn(command, args, {
    stdio: 'ignore',
    timeout: installStepMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  await once(child, 'close')
}

/** Debian's location, which isn't on every user's PATH. */
const debiansNginx = '/usr/sbin/nginx'

function findNginx() {
  return onPath('nginx') ?? (existsSync(debiansNginx) ? debiansNginx : null)
}

/** Locations of the server's programs, which distributions keep off PATH. */
const serverPrograms = ['/usr/lib/postgresql/*/bin/initdb', '/usr/pgsql-*/bin/initdb']

/** Returns the folder of the newest PostgreSQL server's programs, or null. */
export function findPostgres() {
  const newestFirst = globSync(serverPrograms).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const initdb = onPath('initdb') ?? newestFirst[0]
  // A link on PATH leads to the folder that has the other programs, too.
  return initdb ? dirname(realpathSync(initdb)) : null
}
