import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { parseListQuery } from '#shared/engine/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { Caller } from '../accounts/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { conditionOf } from '../records/filters.ts'
import { rowsOf, scopedTo } from '../records/inScope.ts'

/** How often the logs are looked at, after how long a silent stream says that it is alive, and when it ends (http.md). */
const paces = { lookMs: 1000, aliveMs: 15_000, wholeMs: 45_000 }

/** GET /logEntries/events, /platformLogEntries/events: an event whenever there are new entries; its id is the last of them. */
export async function answerTail(
  entries: Resource,
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  const { query, problems } = parseListQuery(entries, asked.query)
  if (problems[0] !== undefined) throw badRequest(`${problems[0]}.`)
  const resource = scopedTo(caller, entries)
  const chosen = conditionOf(resource, query)
  const newest = async (after: number) => {
    const { rows } = await sql<{ last: number | null; count: number }>`
      select max(id) as last, count(*) as count from ${rowsOf(resource, resource.storeIds)}
      where id > ${after} and ${chosen}`.execute(platform.db)
    return { last: rows[0]?.last ?? null, count: rows[0]?.count ?? 0 }
  }
  const heard = /^\d{1,15}$/.exec(asked.lastEventId ?? '')?.[0]
  const open = async () => Readable.from(tail(platform, newest, heard))
  const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
  return { status: 200, content: { headers, open } }
}

type Newest = (after: number) => Promise<{ last: number | null; count: number }>

/** The text of the stream; what came while nobody listened is told first. */
export async function* tail(
  { db, ending }: Platform,
  newest: Newest,
  heard: string | undefined,
  { lookMs, aliveMs, wholeMs }: typeof paces = paces,
): AsyncGenerator<string> {
  const { rows } = await sql<{
    last: number
  }>`select coalesce(max(id), 0) as last from audit`.execute(db)
  let last = heard === undefined ? Number(rows[0]?.last ?? 0) : Number(heard)
  yield `retry: 1000\nid: ${last}\n\n`
  const opened = performance.now()
  let told = opened
  while (!ending.aborted && performance.now() - opened < wholeMs) {
    const looked = performance.now()
    const found = await newest(last)
    if (found.last !== null) {
      ;[last, told] = [found.last, looked]
      yield `id: ${last}\nevent: entries\ndata: ${JSON.stringify({ count: found.count })}\n\n`
    } else if (looked - told >= aliveMs) {
      yield ': still here\n\n'
      told = looked
    }
    await delay(lookMs, undefined, { signal: ending }).catch(() => {})
  }
}
