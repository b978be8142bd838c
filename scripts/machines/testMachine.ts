import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync, globSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { root } from '../bootstrap.mjs'
import { findBrowser, findFirefox } from '../browser.ts'
import { onPath } from '../commands.mjs'

/** Installs what tests need in addition to Node and packages: browsers, PostgreSQL, and nginx. */

const installStepMs = 180_000
const canUseApt = process.getuid?.() === 0 && onPath('apt-get') !== null

export type Step = [command: string, ...args: string[]]
const playwright = join(root, 'node_modules', '.bin', 'playwright')
const shell = 'chromium-headless-shell'
const aptUpdate: Step = ['apt-get', 'update']
const aptInstall = (name: string) =>
  ['apt-get', 'install', '-y', '--no-install-recommends', name] as Step

/** Installations one after the other: apt lets nobody in while it works. */
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

/** A browser that has windows, where the one without can be had. */
const hasOnlyFull = () => {
  const found = canUseApt && !process.env['CHROMIUM_PATH'] && findBrowser()
  return found && !found.includes('headless')
}

/** The path of a browser that runs, installed if need be; null, with a line that says what to do, when there is none. */
export async function ensureBrowser() {
  // By what apt knows already, or not at all: the tests run in the full one too, only slower.
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

/** The path of a Firefox to test with, installed if need be; null, with a line that says what to do, without. */
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

/** The folder of a PostgreSQL server's programs to test with, installed if need be; null, with a line, without. */
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

/** Debian's package would make and start a database cluster of its own; tests only need programs. */
function keepPackageFromStartingServer() {
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (existsSync(settings)) return
  mkdirSync('/etc/postgresql-common', { recursive: true })
  writeFileSync(settings, 'create_main_cluster = false\n')
}

/** The path of an nginx to test with, installed if need be; null, with a line that says what to do, without. */
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

/** Debian's package would start a server on port 80 at once; tests only need the program. */
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

/** Where Debian puts it, which is not on every user's PATH. */
const debiansNginx = '/usr/sbin/nginx'

function findNginx() {
  return onPath('nginx') ?? (existsSync(debiansNginx) ? debiansNginx : null)
}

/** Where distributions put the server's programs, which they keep off PATH. */
const serverPrograms = ['/usr/lib/postgresql/*/bin/initdb', '/usr/pgsql-*/bin/initdb']

/** The folder of PostgreSQL's server programs, of the newest version there is; null without one. */
export function findPostgres() {
  const newestFirst = globSync(serverPrograms).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const initdb = onPath('initdb') ?? newestFirst[0]
  return initdb ? dirname(initdb) : null
}
