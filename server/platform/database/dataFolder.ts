import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../settings.ts'
import { startupMessages } from '../messages.ts'

/**
 * Creates the data folder, or restricts it and its content to its owner. Throws a `StartupError` if
 * the folder isn't ours or contains files of other programs.
 */
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
    // Comes first, so that no other user can open the content while it is being restricted.
    chmodSync(folder, ownerOnlyMode)
    for (const name of content) restrictAccess(join(folder, name))
  } catch (cause) {
    throw new StartupError(startupMessages.folderNotRestricted(folder), { cause })
  }
}

const ownerOnlyMode = 0o700
const otherUsersMask = 0o077

/** A folder that a platform has used contains at least one of these. */
const ownFileNames = ['lock', 'database', 'operator-password', 'secret-keys']

/**
 * Removes other users' access to a file, or to a folder and its content. Skips links, because their
 * targets may be elsewhere.
 */
function restrictAccess(path: string): void {
  const file = lstatSync(path)
  if (file.isSymbolicLink()) return
  chmodSync(path, file.mode & ~otherUsersMask)
  if (file.isDirectory()) for (const name of readdirSync(path)) restrictAccess(join(path, name))
}

/**
 * Locks the data folder and returns a function that unlocks it. Throws a `StartupError` if it is in
 * use. The lock is SQLite's, which ends with the process
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
  const openLock = lock
  return () => openLock.close()
}

const sqliteBusyCode = 5

function getLockErrorMessage(folder: string, cause: unknown): string {
  const isBusy = cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusyCode
  return isBusy ? startupMessages.folderInUse(folder) : startupMessages.folderNotWritable(folder)
}
