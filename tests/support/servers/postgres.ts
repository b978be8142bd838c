import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '#scripts/testPrerequisites.ts'

/** Settings of a server that may lose its data in a crash, which makes it fast. */
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export type PostgresServer = {
  /** A DATABASE_URL. */
  url: string
  /** The folder of the socket, which clients name as their host. */
  socketFolder: string
  end: (signal: NodeJS.Signals) => Promise<void>
  /** Works after `end`. */
  startAgain: () => Promise<void>
}

/**
 * Starts an empty PostgreSQL server. Its data and its socket are in a temporary folder, so that any
 * number can run in parallel. `stop` also deletes the folder. The server doesn't sync to disk, so
 * it's fast, but doesn't survive a crash. `more` has more server settings, and `files` has files of
 * its data folder, by name.
 */
export async function startPostgres(
  more: Record<string, string> = {},
  files: Record<string, string> = {},
): Promise<PostgresServer & { stop: () => Promise<void> }> {
  const folder = createServerFolder()
  const data = join(folder, 'data')
  createCluster(data)
  for (const [name, content] of Object.entries(files)) {
    const file = join(data, name)
    writeFileSync(file, content, { mode: 0o600 })
    giveToServerUser(file)
  }
  return addStop(await runCluster(data, folder, more), folder)
}

/**
 * Starts a streaming replica of a server, which must have the setting `wal_level=replica`. `stop`
 * also deletes its folder.
 */
export async function startReplica(
  { socketFolder }: PostgresServer,
  more: Record<string, string> = {},
): Promise<PostgresServer & { stop: () => Promise<void> }> {
  const folder = createServerFolder()
  const data = join(folder, 'data')
  // `write-recovery-conf` makes the copy follow the server it was taken from.
  runProgram('pg_basebackup', [
    '--pgdata',
    data,
    '--host',
    socketFolder,
    '--username=postgres',
    '--write-recovery-conf',
    '--wal-method=stream',
    '--checkpoint=fast',
    '--no-sync',
  ])
  return addStop(await runCluster(data, folder, more), folder)
}

const addStop = (server: PostgresServer, folder: string) => ({
  ...server,
  async stop() {
    await server.end('SIGQUIT') // Fast: no data is kept.
    rmSync(folder, { recursive: true, force: true })
  },
})

/** Creates a folder that belongs to the server's user. */
export function createServerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  giveToServerUser(folder)
  return folder
}

/** Creates the data folder of a new server. */
export function createCluster(data: string): void {
  runProgram('initdb', [
    '--pgdata',
    data,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ])
}

/** Runs a server on this data folder, with its socket in another folder of the server's user. */
export async function runCluster(
  data: string,
  socketFolder: string,
  more: Record<string, string> = {},
): Promise<PostgresServer> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    ...fastSettings,
    ...more,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const run = async () => {
    const server = spawn(join(findPrograms(), 'postgres'), ['-D', data, ...args], {
      ...findServerUser(),
      cwd: socketFolder,
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
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`,
    socketFolder,
    end: (signal) => end(signal),
    async startAgain() {
      end = await run()
    },
  }
}

/** Returns the folder of PostgreSQL's programs. */
export function findPrograms(): string {
  const programs = findPostgres()
  if (programs === null) throw new Error('No PostgreSQL server: install it.')
  return programs
}

/** Runs a program of PostgreSQL as the server's user. */
function runProgram(name: string, args: readonly string[]): void {
  execFileSync(join(findPrograms(), name), args, {
    ...findServerUser(),
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
}

/** Makes the server's user the owner of a file or folder. */
export function giveToServerUser(path: string): void {
  const owner = findServerUser()
  if (owner) chownSync(path, owner.uid, owner.gid)
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
      // A replica accepts "read-only connections".
      if (/database system is ready to accept (read-only )?connections/.test(text)) resolve()
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
