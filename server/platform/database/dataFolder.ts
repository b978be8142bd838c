import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure } from '../settings.ts'
import { startMessages } from '../messages.ts'

/** Makes it, or closes it with all in it, for its owner alone. `StartFailure` where it is not ours or has others' files. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: ownerAlone })
  } catch (cause) {
    throw new StartFailure(startMessages.cannotCreateFolder(folder), { cause })
  }
  if ((statSync(folder).mode & open) === 0) return
  const content = readdirSync(folder)
  const isOurs = content.length === 0 || ours.some((name) => content.includes(name))
  if (!isOurs) throw new StartFailure(startMessages.folderNotOurs(folder))
  try {
    // First of all, so that nobody reaches what lies in it while that is closed too.
    chmodSync(folder, ownerAlone)
    for (const name of content) close(join(folder, name))
  } catch (cause) {
    throw new StartFailure(startMessages.folderNotRestricted(folder), { cause })
  }
}

const ownerAlone = 0o700
const open = 0o077

/** Of these at least one lies in a folder that a platform has used. */
const ours = ['lock', 'database', 'operator-password', 'secret-keys']

/** Takes a file, or a folder and all in it, from others. A link is left alone: what it leads to is not here. */
function close(path: string): void {
  const file = lstatSync(path)
  if (file.isSymbolicLink()) return
  chmodSync(path, file.mode & ~open)
  if (file.isDirectory()) for (const name of readdirSync(path)) close(join(path, name))
}

/**
 * `StartFailure` where in use; returns the release. A lock of SQLite, which ends with the process
 * (server/docs/decisions/0016-embedded-database.md).
 */
export function lockDataFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'lock'))
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    throw new StartFailure(sentenceFor(folder, cause), { cause })
  }
  const held = lock
  return () => held.close()
}

const sqliteBusy = 5

function sentenceFor(folder: string, cause: unknown): string {
  const busy = cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusy
  return busy ? startMessages.folderInUse(folder) : startMessages.folderNotWritable(folder)
}
