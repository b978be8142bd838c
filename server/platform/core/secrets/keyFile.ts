import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#server/platform/settings.ts'
import { formatKeys, parseKeys, createKey } from './keyRing.ts'
import type { SecretKey } from './keyRing.ts'
import { secretsMessages } from '#server/platform/keys/messages.ts'

/** Where keys are kept that were made here, for who sets none. */
export const getKeyFilePath = (dataDir: string) => join(dataDir, 'secret-keys')

/** The keys of a data folder, with one that is made where it has none; `made` says so, this once. */
export function loadOrCreateKeys(dataDir: string): { keys: SecretKey[]; made: boolean } {
  const kept = loadKeys(dataDir)
  if (kept) return { keys: kept, made: false }
  const file = getKeyFilePath(dataDir)
  const draft = writeDraft(file, [createKey()])
  try {
    linkSync(draft, file) // At once, and not over one that another process made meanwhile.
  } catch (cause) {
    const theirs = loadKeys(dataDir)
    if (theirs) return { keys: theirs, made: false }
    throw new StartupError(secretsMessages.cannotSaveKey(file), { cause })
  } finally {
    rmSync(draft, { force: true })
  }
  return { keys: loadKeys(dataDir) ?? [], made: true }
}

/** Puts a new key before those of a data folder: from now on it seals. */
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
    throw new StartupError(secretsMessages.cannotReadKeys(file), { cause })
  }
  const keys = parseKeys(text.trim())
  if (keys) return keys
  throw new StartupError(secretsMessages.noKeysInFile(file))
}
