import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'
import type { Ring } from '../secrets/ring.ts'

/** What a checkpoint says: at this time the chain ended with this entry, and this was its hash. */
export type Checkpoint = {
  chain: number
  seq: number
  hash: string
  time: string
  key: string
  signature: string
}

/** An Ed25519 key of 32 bytes as PKCS #8, which is all that Node reads. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKeyOf = ({ secrets }: Pick<Platform, 'secrets'>, key: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8, secrets.derived(key, 'log checkpoints')]),
    format: 'der',
    type: 'pkcs8',
  })

/** By ring and id, since a year of checkpoints is verified with one; the keys of a ring never change. */
const publicKeys = new WeakMap<Ring, Map<string, KeyObject>>()

function publicKeyOf(platform: Pick<Platform, 'secrets'>, key: string): KeyObject {
  const known = publicKeys.get(platform.secrets) ?? new Map<string, KeyObject>()
  publicKeys.set(platform.secrets, known)
  const made = known.get(key) ?? createPublicKey(privateKeyOf(platform, key))
  known.set(key, made)
  return made
}

/** What is signed: all that is told, in this order. */
const signedText = ({ key: _key, signature: _signature, ...told }: Signed) =>
  Buffer.from(JSON.stringify(told))

type Signed = { key: string; signature: string }

/** Whether one of the keys that are here signed a checkpoint or an anchor. */
export function isSigned<Told extends Signed>(
  platform: Pick<Platform, 'secrets'>,
  told: Told,
): boolean {
  if (!platform.secrets.holds(told.key)) return false
  const signature = Buffer.from(told.signature, 'base64')
  return verify(null, signedText(told), publicKeyOf(platform, told.key), signature)
}

/** Signs what is told with the first key of the ring. */
export function signer(platform: Pick<Platform, 'secrets'>) {
  const key = platform.secrets.first
  const signing = privateKeyOf(platform, key)
  return <Told extends object>(told: Told): Told & Signed => {
    const text = signedText({ ...told, key, signature: '' })
    return { ...told, key, signature: sign(null, text, signing).toString('base64') }
  }
}

/** Signs where each chain stands that has grown since the first key last signed it; the log of the process tells of it too. */
export async function keepCheckpoints(platform: Platform): Promise<void> {
  const { db, now, log } = platform
  const time = now().toISOString()
  const signed = signer(platform)
  const { rows } = await sql<Pick<Checkpoint, 'chain' | 'seq' | 'hash'>>`
    select chain, seq, hash from log_heads as head where seq > coalesce(
      (select max(seq) from log_checkpoints as told
        where told.chain = head.chain and told.key = ${platform.secrets.first}), 0)`.execute(db)
  for (const { chain, seq, hash } of rows) {
    const checkpoint = signed({ chain, seq, hash, time })
    const { key, signature } = checkpoint
    await sql`insert into log_checkpoints (chain, seq, hash, time, key, signature)
      values (${chain}, ${seq}, ${hash}, ${time}, ${key}, ${signature})`.execute(db)
    log.info({ checkpoint }, 'Checkpoint of the logs')
  }
}

/** All checkpoints of a chain, a line each, after the keys that they are verified with. */
export async function checkpointLines(platform: Platform, chain: number): Promise<Readable> {
  const checkpoints = await checkpointsOf(platform.db, chain)
  const keys = [...new Set(checkpoints.map(({ key }) => key))].filter((key) =>
    platform.secrets.holds(key),
  )
  const lines = [
    ...keys.map((key) => ({
      key,
      publicKey: publicKeyOf(platform, key).export({ format: 'pem', type: 'spki' }),
    })),
    ...checkpoints,
  ]
  return Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`))
}

export async function checkpointsOf(db: Connection, chain: number): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`
    select chain, seq, hash, time, key, signature from log_checkpoints
    where chain = ${chain} order by seq`.execute(db)
  return rows
}
