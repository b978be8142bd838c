import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure } from './startFailure.ts'

/** Makes the data folder, readable by its owner alone. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StartFailure(`The data folder ${folder} cannot be made.`, { cause })
  }
}

/**
 * Takes the data folder for this process alone; a folder in use is a `StartFailure`. Returns what gives it back.
 *
 * The lock is the operating system's, on an empty SQLite file, because the embedded database loses rows silently when
 * two processes open it: such a lock ends with its process however that ends, so that none is ever stale, and two
 * processes that ask at once, in different containers too, never both get it. README.md, "Decisions".
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
  return busy
    ? `The data folder ${folder} is in use by another process; stop that one, or set DATA_DIR to another folder.`
    : `The data folder ${folder} cannot be written to.`
}
