import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#server/platform/settings.ts'
import { formatKeys, parseKeys, createKey } from './keyRing.ts'
import type { SecretKey } from './keyRing.ts'
import { keyFileMessages } from './messages.ts'

/** Returns the path of generated keys, which are used if no keys are configured. */
export const getKeyFilePath = (dataDir: string) => join(dataDir, 'secret-keys')

/**
 * Loads the keys of a data folder, or creates one. `made` is true only for the call that created
 * it.
 */
export function loadOrCreateKeys(dataDir: string): { keys: SecretKey[]; made: boolean } {
  const existing = loadKeys(dataDir)
  if (existing) return { keys: existing, made: false }
  const file = getKeyFilePath(dataDir)
  const draft = writeDraft(file, [createKey()])
  try {
    // Atomic, and never replaces a key that another process created at the same time.
    linkSync(draft, file)
  } catch (cause) {
    const otherKeys = loadKeys(dataDir)
    if (otherKeys) return { keys: otherKeys, made: false }
    throw new StartupError(keyFileMessages.cannotSaveKey(file), { cause })
  } finally {
    rmSync(draft, { force: true })
  }
  return { keys: loadKeys(dataDir) ?? [], made: true }
}

/** Adds a new key in front of a data folder's keys, so that it seals from now on. */
export function addKey(dataDir: string): SecretKey[] {
  const keys = [createKey(), ...loadOrCreateKeys(dataDir).keys]
  renameSync(writeDraft(getKeyFilePath(dataDir), keys), getKeyFilePath(dataDir))
  return keys
}

function writeDraft(file: string, keys: readonly SecretKey[]): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${formatKeys(keys)}\n`, { mode: 0o600 })
  return draft
}

function loadKeys(dataDir: string): SecretKey[] | null {
  const file = getKeyFilePath(dataDir)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new StartupError(keyFileMessages.cannotReadKeys(file), { cause })
  }
  const keys = parseKeys(text.trim())
  if (keys) return keys
  throw new StartupError(keyFileMessages.noKeysInFile(file))
}
