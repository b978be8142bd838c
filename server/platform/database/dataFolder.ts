import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../settings.ts'
import { startupMessages } from '../messages.ts'

/** Makes it, or closes it with all in it, for its owner alone. `StartupError` where it is not ours or has others' files. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: ownerOnlyMode })
  } catch (cause) {
    throw new StartupError(startupMessages.cannotCreateFolder(folder), { cause })
  }
  if ((statSync(folder).mode & otherUsersMask) === 0) return
  const content = readdirSync(folder)
  const isOurs = content.length === 0 || ownFileNames.some((name) => content.includes(name))
  if (!isOurs) throw new StartupError(startupMessages.folderNotOurs(folder))
  try {
    // First of all, so that nobody reaches what lies in it while that is closed too.
    chmodSync(folder, ownerOnlyMode)
    for (const name of content) restrictAccess(join(folder, name))
  } catch (cause) {
    throw new StartupError(startupMessages.folderNotRestricted(folder), { cause })
  }
}

const ownerOnlyMode = 0o700
const otherUsersMask = 0o077

/** Of these at least one lies in a folder that a platform has used. */
const ownFileNames = ['lock', 'database', 'operator-password', 'secret-keys']

/** Takes a file, or a folder and all in it, from others. A link is left alone: what it leads to is not here. */
function restrictAccess(path: string): void {
  const file = lstatSync(path)
  if (file.isSymbolicLink()) return
  chmodSync(path, file.mode & ~otherUsersMask)
  if (file.isDirectory()) for (const name of readdirSync(path)) restrictAccess(join(path, name))
}

/**
 * `StartupError` where in use; returns the release. A lock of SQLite, which ends with the process
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
    throw new StartupError(getLockErrorMessage(folder, cause), { cause })
  }
  const held = lock
  return () => held.close()
}

const sqliteBusyCode = 5

function getLockErrorMessage(folder: string, cause: unknown): string {
  const busy = cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusyCode
  return busy ? startupMessages.folderInUse(folder) : startupMessages.folderNotWritable(folder)
}
