import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '#scripts/machines/testMachine.ts'

/**
 * Starts an empty PostgreSQL server. Its data and its socket are in a temporary folder, so that any
 * number can run in parallel. `url` is a DATABASE_URL; `stop` also deletes the folder; `startAgain`
 * works after `end`. The server doesn't sync to disk, so it's fast, but doesn't survive a crash.
 * `more` has more server settings, and `files` has files of its data folder, by name.
 */
export async function startPostgres(
  more: Record<string, string> = {},
  files: Record<string, string> = {},
): Promise<{
  url: string
  stop: () => Promise<void>
  end: (signal: NodeJS.Signals) => Promise<void>
  startAgain: () => Promise<void>
}> {
  const programs = findPostgres()
  if (programs === null) throw new Error('No PostgreSQL server: install it.')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const owner = findServerUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder }

  execFileSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    {
      ...options,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  )
  for (const [name, content] of Object.entries(files)) {
    const file = join(data, name)
    writeFileSync(file, content, { mode: 0o600 })
    if (owner) chownSync(file, owner.uid, owner.gid)
  }
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    ...more,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const run = async () => {
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // Its child processes keep the log open, so they have ended, too, when it closes.
    const ended = once(server, 'close')
    await waitUntilReady(server.stderr)
    return async (signal: NodeJS.Signals) => {
      server.kill(signal)
      await ended
    }
  }
  let end = await run()

  return {
    // A URL needs a host, but `?host=` overrides it.
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    end: (signal) => end(signal),
    async startAgain() {
      end = await run()
    },
    async stop() {
      await end('SIGQUIT') // Fast: no data is kept.
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Resolves when the server's log says that it accepts connections; rejects with the log if it ends.
 */
function waitUntilReady(log: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    log.setEncoding('utf8')
    log.on('data', (part: string) => {
      text += part
      if (text.includes('database system is ready to accept connections')) resolve()
    })
    log.on('close', () => reject(new Error(`PostgreSQL did not start:\n${text}`)))
  })
}

/** Finds a user for the server, which can't run as root: its package's user, or `nobody`. */
function findServerUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const user = ['postgres', 'nobody'].find(userExists)
  if (user === undefined) throw new Error('No user to run PostgreSQL as, which refuses root.')
  return { uid: readUserId('-u', user), gid: readUserId('-g', user) }
}

function userExists(user: string): boolean {
  try {
    readUserId('-u', user)
    return true
  } catch {
    return false
  }
}

function readUserId(flag: '-u' | '-g', user: string): number {
  return Number(
    execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
}
