import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { copyRows } from './copyRows.ts'
import type { Value } from './copyRows.ts'
import { hashNumbers } from './people.ts'
import type { People } from './people.ts'

const entryColumns = [
  'id',
  'time',
  'actor',
  'event',
  'target_type',
  'target_id',
  'label',
  'request_id',
  'ip',
  'changes',
  'store_id',
  'stream',
  'severity',
  'result',
  'cause',
]
const linkColumns = ['chain', 'seq', 'entry_id', 'hash', 'time']

type ChainHead = { seq: number; hash: string }

export type LogMonth = { name: string; start: number; end: number; firstId: number; count: number }

/**
 * Copies the log entries of a month and their links in the chains of hashes, which continue those of
 * the month before. Resolves to the number of both.
 */
export async function copyLogMonth(
  client: Client,
  databaseUrl: string,
  people: People,
  month: LogMonth,
): Promise<number> {
  const { rows } = await client.query('select chain, seq::float8 as seq, hash from log_heads')
  const heads = new Map<number, ChainHead>(
    rows.map(({ chain, seq, hash }) => [chain, { seq, hash }]),
  )
  const [entries, links] = [`audit_${month.name}`, `log_chain_${month.name}`]
  const targets = [
    { table: entries, columns: entryColumns, before: `truncate ${entries};` },
    { table: links, columns: linkColumns, before: `truncate ${links};` },
  ]
  const count = await copyRows(databaseUrl, targets, generateLogs(people, month, heads))
  const saved = [...heads].map(([chain, { seq, hash }]) => ({ chain, seq, hash }))
  await client.query(
    `insert into log_heads select * from json_populate_recordset(null::log_heads, $1)
      on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash`,
    [JSON.stringify(saved)],
  )
  return count
}

function* generateLogs(people: People, month: LogMonth, heads: Map<number, ChainHead>) {
  for (let index = 0; index < month.count; index++) {
    const id = month.firstId + index
    const time = new Date(month.start + (index / month.count) * (month.end - month.start))
    const entry = createEntry(people, id, time.toISOString())
    const chain = Number(entry[10])
    const head = heads.get(chain) ?? { seq: 0, hash: '' }
    heads.set(chain, head)
    head.seq++
    head.hash = hashEntry(head, entry)
    yield [entry, [chain, head.seq, id, head.hash, entry[1] ?? '']]
  }
}

/** Returns the values of `entryColumns`. JSON is written as PostgreSQL prints it, for the hash. */
function createEntry(people: People, id: number, time: string): Value[] {
  const member = Math.floor(hashNumbers(id, 8) * people.memberCount)
  const kind = hashNumbers(id, 9)
  const { id: storeId, name: storeName } = people.getStore(member)
  const memberId = people.firstMemberId + member
  const hex = createHex(id)
  const requestId = `${hex}-${hex.slice(0, 4)}-4${hex.slice(1, 4)}-a${hex.slice(2, 5)}-${hex}0000`
  const ip = `192.0.2.${1 + (id % 254)}`
  const operator = id % 2 === 0 ? 'amara.okafor@example.com' : 'felix.bauer@example.com'
  const getLastValues = (
    stream: string,
    severity = 'info',
    result = 'ok',
    cause: string | null = null,
  ) => [storeId, stream, severity, result, cause] as const
  if (kind < 0.35) {
    const changes = '{"status": {"after": "fulfilled", "before": "paid"}}'
    const order = [
      id,
      time,
      operator,
      'orders.updated',
      'orders',
      id % 1_000_000,
      `#${id % 1_000_000}`,
    ]
    return [...order, requestId, ip, changes, ...getLastValues('audit')]
  }
  const name = people.getName(member)
  const target = ['members', memberId, name] as const
  if (kind < 0.6) {
    const changes = `{"name": {"after": ${JSON.stringify(name)}, "before": "Unknown"}}`
    return [
      id,
      time,
      operator,
      'members.updated',
      ...target,
      requestId,
      ip,
      changes,
      ...getLastValues('audit'),
    ]
  }
  if (kind < 0.85)
    return [
      id,
      time,
      name,
      'members.signedIn',
      ...target,
      requestId,
      ip,
      '{}',
      ...getLastValues('security'),
    ]
  const store = ['stores', storeId, storeName] as const
  if (kind < 0.97)
    return [
      id,
      time,
      'platform',
      'payment.checked',
      ...store,
      requestId,
      '',
      '{}',
      ...getLastValues('integrations'),
    ]
  const failure = getLastValues(
    'integrations',
    'warning',
    'failed',
    'HTTP 200 after 9.4 s; the limit is 5 s',
  )
  return [id, time, 'platform', 'payment.slow', ...store, requestId, '', '{}', ...failure]
}

const createHex = (id: number): string =>
  Math.floor(hashNumbers(id, 10) * 2 ** 32)
    .toString(16)
    .padStart(8, '0')

/** The indexes of the hashed columns in an entry, in the order of the hash (areas/logs/chain.ts). */
const hashedIndexes = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 9]

function hashEntry({ seq, hash }: ChainHead, entry: readonly Value[]): string {
  let text = `${hash}${seq} `
  for (const index of hashedIndexes) {
    const part = entry[index] ?? null
    text += part === null ? '-' : `${Buffer.byteLength(String(part))}:${String(part)}`
  }
  return createHash('sha256').update(text).digest('hex')
}
