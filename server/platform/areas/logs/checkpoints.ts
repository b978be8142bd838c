import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'

/**
 * A signed statement that the chain ended with this entry at this time, and that this was its hash.
 * The checkpoints of all chains are numbered without gaps, and each contains the digest of the one
 * before it, so none can be removed or replaced unnoticed. Those signed before checkpoints were
 * numbered have neither.
 */
export type Checkpoint = {
  number?: number
  previous?: string
  chain: number
  seq: number
  hash: string
  time: string
  key: string
  signature: string
}

/** The header of a 32-byte Ed25519 key in PKCS #8, the only format that Node reads. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const getPrivateKey = ({ secrets }: Pick<Platform, 'secrets'>, key: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, secrets.deriveKey(key, 'log checkpoints')]),
    format: 'der',
    type: 'pkcs8',
  })

/**
 * Cached by ring and key ID, since one key verifies a year of checkpoints. The keys of a ring never
 * change.
 */
const publicKeysByRing = new WeakMap<KeyRing, Map<string, KeyObject>>()

function getPublicKey(platform: Pick<Platform, 'secrets'>, key: string): KeyObject {
  const cachedKeys = publicKeysByRing.get(platform.secrets) ?? new Map<string, KeyObject>()
  publicKeysByRing.set(platform.secrets, cachedKeys)
  const publicKey = cachedKeys.get(key) ?? createPublicKey(getPrivateKey(platform, key))
  cachedKeys.set(key, publicKey)
  return publicKey
}

/** Returns the text to sign: all other fields, in this order. */
const toSignedText = ({ key: _key, signature: _signature, ...content }: SignatureFields) =>
  Buffer.from(JSON.stringify(content))

type SignatureFields = { key: string; signature: string }

/** Whether a checkpoint or an anchor was signed with a key of this platform's ring. */
export function hasKnownSignature<Told extends SignatureFields>(
  platform: Pick<Platform, 'secrets'>,
  content: Told,
): boolean {
  if (!platform.secrets.hasKey(content.key)) return false
  const signature = Buffer.from(content.signature, 'base64')
  return verify(null, toSignedText(content), getPublicKey(platform, content.key), signature)
}

/** Creates a function that signs with the ring's first key. */
export function createLogSigner(platform: Pick<Platform, 'secrets'>) {
  const key = platform.secrets.firstKeyId
  const privateKey = getPrivateKey(platform, key)
  return <Told extends object>(content: Told): Told & SignatureFields => {
    const text = toSignedText({ ...content, key, signature: '' })
    return { ...content, key, signature: sign(null, text, privateKey).toString('base64') }
  }
}

/** Exports all checkpoints of a chain, one per line, after the keys that verify them. */
export async function exportCheckpoints(platform: Platform, chain: number): Promise<Readable> {
  const checkpoints = await loadCheckpoints(platform.db, chain)
  const keys = [...new Set(checkpoints.map(({ key }) => key))].filter((key) =>
    platform.secrets.hasKey(key),
  )
  const lines = [
    ...keys.map((key) => ({
      key,
      publicKey: getPublicKey(platform, key).export({ format: 'pem', type: 'spki' }),
    })),
    ...checkpoints,
  ]
  return Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`))
}

export async function loadCheckpoints(db: Connection, chain: number): Promise<Checkpoint[]> {
  const { rows } = await sql<CheckpointRow>`
    select ${checkpointColumns} from log_checkpoints where chain = ${chain} order by seq, id`.execute(
    db,
  )
  return rows.map(toCheckpoint)
}

export type CheckpointRow = Omit<Checkpoint, 'number' | 'previous'> & {
  number: number | null
  previous: string | null
}

/** In the order in which they are signed. */
export const checkpointColumns = sql.raw('number, previous, chain, seq, hash, time, key, signature')

/**
 * Converts a row to what was signed. Rows from before checkpoints were numbered have neither a
 * number nor a predecessor.
 */
export function toCheckpoint({ number, previous, ...signed }: CheckpointRow): Checkpoint {
  return number === null || previous === null ? signed : { number, previous, ...signed }
}

/** Returns the digest by which the next checkpoint refers to this one, in hex. */
export const digestCheckpoint = (checkpoint: Checkpoint): string =>
  createHash('sha256').update(JSON.stringify(checkpoint)).digest('hex')

/**
 * Computes the `previous` of the first numbered checkpoint: a digest of all earlier ones, so that
 * none of these can be removed either.
 */
export async function digestUnnumberedCheckpoints(db: Connection): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(signature, ' ' order by id), ''), 'UTF8')), 'hex') as digest
    from log_checkpoints where number is null`.execute(db)
  return rows[0]?.digest ?? ''
}
