import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { sql } from 'kysely'
import { number, string, type as looseObject } from 'superstruct'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { ChainError } from './anchors.ts'
import { checkpointColumns, toCheckpoint } from './checkpoints.ts'
import type { CheckpointRow } from './checkpoints.ts'

/** How many bytes are read to find the last line. A line has about 400. */
const tailBytes = 8192
const copyBatchSize = 1000

const CheckpointLine = looseObject({ number: number(), signature: string() })

type CopyContext = Pick<Platform, 'db' | 'checkpointCopy'>

/**
 * Compares the last line of the copy (setting `LOG_CHECKPOINT_COPY`) with the database. One line is
 * enough, since each checkpoint contains the digest of the one before it. Returns null if there is
 * no copy, or they agree.
 */
export async function compareCopy({ db, checkpointCopy }: CopyContext): Promise<ChainError | null> {
  if (!checkpointCopy) return null
  const { last } = await readLastLine(checkpointCopy)
  if (last === null) return null
  const line = CheckpointLine.is(last) ? last : undefined
  const { rows } = await sql<{ signature: string }>`
    select signature from log_checkpoints where number = ${line?.number ?? 0}`.execute(db)
  if (line && rows[0]?.signature === line.signature) return null
  return { kind: 'copyDiffers', seq: line?.number ?? 0, entry: null }
}

/** Appends the checkpoints that are missing from the copy, oldest first. */
export async function extendCheckpointCopy({ db, checkpointCopy }: CopyContext): Promise<void> {
  if (!checkpointCopy) return
  const { last, isTorn } = await readLastLine(checkpointCopy)
  let copied = CheckpointLine.is(last) ? last.number : 0
  const file = await open(checkpointCopy, 'a', 0o600)
  try {
    if (isTorn) await file.appendFile('\n')
    for (;;) {
      const { rows } = await sql<CheckpointRow>`
        select ${checkpointColumns} from log_checkpoints where number > ${copied}
        order by number limit ${copyBatchSize}`.execute(db)
      const lastRow = rows.at(-1)
      if (!lastRow) break
      await file.appendFile(rows.map((row) => `${JSON.stringify(toCheckpoint(row))}\n`).join(''))
      copied = Number(lastRow.number)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

type LastLine = {
  /** The last line as parsed JSON; undefined if it isn't JSON, null if there is no line. */
  last: unknown
  /** Whether half a line follows the last one, because a process ended while it appended. */
  isTorn: boolean
}

async function readLastLine(path: string): Promise<LastLine> {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { last: null, isTorn: false }
    throw error
  }
  try {
    const { size } = await file.stat()
    const length = Math.min(size, tailBytes)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const lines = buffer.toString('utf8').split('\n')
    const isTorn = lines.pop() !== ''
    const line = lines.at(-1)
    return { last: line === undefined ? null : parseCheckpointLine(line), isTorn }
  } finally {
    await file.close()
  }
}

function parseCheckpointLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // An edited line differs from every checkpoint, which the caller reports.
  }
}
