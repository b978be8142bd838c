import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '#server/platform/settings.ts'
import { keysAsText, keysFrom, newKey } from './ring.ts'
import type { Key } from './ring.ts'
import { secretsMessages } from '#server/platform/keys/messages.ts'

/** Where keys are kept that were made here, for who sets none. */
export const keyFileOf = (dataDir: string) => join(dataDir, 'secret-keys')

/** The keys of a data folder, with one that is made where it has none; `made` says so, this once. */
export function keysOf(dataDir: string): { keys: Key[]; made: boolean } {
  const kept = readKeys(dataDir)
  if (kept) return { keys: kept, made: false }
  const file = keyFileOf(dataDir)
  const draft = draftOf(file, [newKey()])
  try {
    linkSync(draft, file) // At once, and not over one that another process made meanwhile.
  } catch (cause) {
    const theirs = readKeys(dataDir)
    if (theirs) return { keys: theirs, made: false }
    throw new StartFailure(secretsMessages.cannotSaveKey(file), { cause })
  } finally {
    rmSync(draft, { force: true })
  }
  return { keys: readKeys(dataDir) ?? [], made: true }
}

/** Puts a new key before those of a data folder: from now on it seals. */
export function addKey(dataDir: string): Key[] {
  const keys = [newKey(), ...keysOf(dataDir).keys]
  renameSync(draftOf(keyFileOf(dataDir), keys), keyFileOf(dataDir))
  return keys
}

function draftOf(file: string, keys: readonly Key[]): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${keysAsText(keys)}\n`, { mode: 0o600 })
  return draft
}

function readKeys(dataDir: string): Key[] | null {
  const file = keyFileOf(dataDir)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new StartFailure(secretsMessages.cannotReadKeys(file), { cause })
  }
  const keys = keysFrom(text.trim())
  if (keys) return keys
  throw new StartFailure(secretsMessages.noKeysInFile(file))
}
