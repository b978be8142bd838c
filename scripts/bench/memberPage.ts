import { Client } from 'pg'
import { startPostgres } from '#tests/support/servers/postgres.ts'
import { createSeededDatabase } from './createSeededDatabase.ts'
import { startPlatform } from './platform.ts'
import { median, percentile } from './table.ts'
import type { Row } from './table.ts'

const rounds = 300

/**
 * Measures a member's page with 10,000 entries in its timeline, and the erasure of a member with
 * 10,000 orders next to 100,000 other log entries of the store.
 */
export async function runMemberPageBench(): Promise<Row[]> {
  const postgres = await startPostgres({ shared_buffers: '1GB' })
  const databaseUrl = await createSeededDatabase(postgres.url, 'member', 1000)
  const member = await insertHistory(databaseUrl)
  const platform = await startPlatform({ DATABASE_URL: databaseUrl })
  const send = createSender(platform)
  const rows = [
    await measureCalls('first page', () => send(`/members/${member.id}/timeline?limit=50`)),
    await measureMiddlePage(send, member.id),
    await measureCalls('first page, few entries', () => send(`/members/${member.id + 1}/timeline`)),
    await measureCalls('overview', () => send(`/members/${member.id}/overview`)),
    await measureErasure(send, member.id),
  ]
  await platform.stop()
  await postgres.stop()
  return rows
}

type Send = (path: string, change?: { body: object; version: number }) => Promise<CallResponse>
type CallResponse = { next?: string | null; version?: number; email?: string }

const createSender =
  ({ url, token }: { url: string; token: string }): Send =>
  async (path, change) => {
    const response = await fetch(url + path, {
      method: change ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(change && { 'if-match': String(change.version) }),
      },
      ...(change && { body: JSON.stringify(change.body) }),
    })
    const result: CallResponse = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(result)}`)
    return result
  }

async function measureCalls(title: string, call: () => Promise<unknown>): Promise<Row> {
  const times: number[] = []
  for (let round = -20; round < rounds; round++) {
    const startedAt = performance.now()
    await call()
    if (round >= 0) times.push(performance.now() - startedAt)
  }
  return {
    title: `Page of a member with 10,000 entries in three years, at the platform: ${title}`,
    result: `p99 ${percentile(times, 99).toFixed(0)} ms, p50 ${median(times).toFixed(0)} ms`,
    budget: 'p99 60 ms',
  }
}

async function measureMiddlePage(send: Send, id: number): Promise<Row> {
  let after = ''
  for (let page = 0; page < 50; page++)
    after = `&after=${String((await send(`/members/${id}/timeline?limit=100${after}`)).next)}`
  return measureCalls('a page from the middle', () =>
    send(`/members/${id}/timeline?limit=50${after}`),
  )
}

async function measureErasure(send: Send, id: number): Promise<Row> {
  const { version = 0, email } = await send(`/members/${id}`)
  const startedAt = performance.now()
  await send(`/members/${id}/erase`, { body: { email }, version })
  const seconds = (performance.now() - startedAt) / 1000
  return {
    title: "Erasure of a member with 10,000 orders and 100,000 entries in the store's log",
    result: `${seconds.toFixed(1)} s`,
    budget: 'none',
  }
}

/** Builds the time of an entry by its `number`: `count` entries are spread over three years. */
const buildEntryTime = (count: number) => `now() - number * interval '3 years' / ${count}`

/** Gives the first member a long history: 10,000 orders among many entries of other kinds. */
async function insertHistory(databaseUrl: string): Promise<{ id: number }> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `select id, store_id as "storeId", name, email from members where active order by id limit 1`,
  )
  const { id, storeId, name, email } = rows[0]
  const insert = (sql: string, values: unknown[] = []) => client.query(sql, values)
  await insert(
    `insert into orders (store_id, member_id, placed_at, amount, currency, status)
      select $1, $2, ${buildEntryTime(10_000)}, 100 + number, 'EUR', 'paid' from generate_series(1, 10000) as number`,
    [storeId, id],
  )
  await insert(
    `insert into mails (store_id, time, kind, recipient, subject, status, ended_at)
      select $1, ${buildEntryTime(1000)}, 'payLink', $2, 'Hello ' || $3, 'sent', ${buildEntryTime(1000)}
      from generate_series(1, 1000) as number`,
    [storeId, email, name],
  )
  await insert(
    `insert into comments (resource, record_id, created_at, created_by, body)
      select 'members', $1, ${buildEntryTime(500)}, 'ann@example.com', $2 || ' called' from generate_series(1, 500) as number`,
    [id, name],
  )
  // Triggers would add each entry to the chain of hashes, which takes minutes.
  await client.query('set session_replication_role = replica')
  await insert(
    `insert into audit (time, actor, event, target_type, target_id, label, request_id, ip, changes,
        store_id)
      select ${buildEntryTime(2000)}, 'ann@example.com', case when number % 2 = 0 then 'members.signedIn' else
        'members.updated' end, 'members', $2, $3, 'bench', '', jsonb_build_object('name',
          jsonb_build_object('before', $3::text, 'after', $3::text)), $1
      from generate_series(1, 2000) as number`,
    [storeId, id, name],
  )
  await insert(
    `insert into audit (time, actor, event, target_type, target_id, label, request_id, ip, changes,
        store_id)
      select ${buildEntryTime(100_000)}, 'ann@example.com', 'orders.updated', 'orders', number, '#' || number, 'bench', '',
        '{"status": {"before": "placed", "after": "paid"}}', $1
      from generate_series(1, 100000) as number`,
    [storeId],
  )
  await client.query('vacuum analyze')
  await client.end()
  return { id: Number(id) }
}
