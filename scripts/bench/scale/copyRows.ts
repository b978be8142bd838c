import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findPrograms } from '#tests/support/servers/postgres.ts'

export type CopyTarget = {
  table: string
  columns: readonly string[]
  /** A statement that runs in the transaction of the copy, before it. */
  before: string
}

/** A value of a row. Null becomes SQL's null. */
export type Value = string | number | boolean | null

const chunkSize = 1 << 18

/**
 * Copies rows into tables at once, each table by a connection of its own. `rows` yields a row for
 * each table. Triggers and foreign keys don't run. Resolves to the number of copied rows.
 */
export async function copyRows(
  databaseUrl: string,
  targets: readonly CopyTarget[],
  rows: Iterable<readonly (readonly Value[])[]>,
): Promise<number> {
  const copies = targets.map((target) => startCopy(databaseUrl, target))
  let count = 0
  for (const row of rows)
    for (const [index, values] of row.entries()) {
      const copy = copies[index]
      if (!copy) throw new Error('A row has more parts than there are tables.')
      count++
      if (copy.add(values)) await copy.waitUntilSent()
    }
  await Promise.all(copies.map((copy) => copy.finish()))
  return count
}

/** Starts psql, because the driver has no `copy`. */
function startCopy(databaseUrl: string, { table, columns, before }: CopyTarget) {
  const copy = `copy ${table} (${columns.join(', ')}) from stdin`
  const statements = [before, copy].flatMap((statement) => ['-c', statement])
  const args = ['--no-psqlrc', '--quiet', '--single-transaction', '-v', 'ON_ERROR_STOP=1']
  const psql = spawn(join(findPrograms(), 'psql'), [...args, ...statements, databaseUrl], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, PGOPTIONS: '-c session_replication_role=replica' },
  })
  const ended = once(psql, 'close')
  let text = ''
  const send = () => {
    const isFull = !psql.stdin.write(text)
    text = ''
    return isFull
  }
  return {
    /** Returns whether the connection can't take more now. */
    add(values: readonly Value[]): boolean {
      for (const [index, value] of values.entries())
        text += (index === 0 ? '' : '\t') + (value === null ? '\\N' : String(value))
      text += '\n'
      return text.length > chunkSize && send()
    },
    waitUntilSent: () => Promise.race([once(psql.stdin, 'drain'), ended]),
    async finish() {
      send()
      psql.stdin.end()
      const [code] = await ended
      if (code !== 0) throw new Error(`Copying into ${table} failed.`)
    },
  }
}
