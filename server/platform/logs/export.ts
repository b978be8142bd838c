import { Readable } from 'node:stream'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { logEntries } from '#shared/resources/logEntries.ts'
import { stores } from '#shared/resources/stores.ts'
import type { Caller } from '../accounts/tokens.ts'
import { auditor } from '../audit/audit.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { scopedTo } from '../records/inScope.ts'
import { listRecords } from '../records/list.ts'
import { readRecord } from '../records/read.ts'
import { keptLogs } from '../stores/logs.ts'

const columns = [
  'id',
  ...Object.keys(logEntries.fields),
  ...Object.keys(logEntries.derived ?? {}),
  ...(logEntries.also ?? []),
]

/** A program that opens tables takes what begins so for a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/

const cell = (value: unknown): string => {
  const text =
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  const plain = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const csvLine = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvLine(columns),
    line: (entry: AnyRecord) => csvLine(columns.map((name) => entry[name])),
  },
  ndjson: {
    type: 'application/x-ndjson',
    head: '',
    line: (entry: AnyRecord) =>
      `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, entry[name]])))}\n`,
  },
} as const

/** GET /logEntries/export: page by page as it is read, however many they are; that it was taken is logged. */
export async function answerExport(
  asked: Asked,
  { db, now }: Platform,
  caller: Caller,
): Promise<Answer> {
  const query = new URLSearchParams(asked.query)
  const name = query.get('format') ?? 'csv'
  query.delete('format')
  if (name !== 'csv' && name !== 'ndjson') throw badRequest('format must be csv or ndjson.')
  const { type, head, line } = formats[name]
  const resource = scopedTo(caller, keptLogs)
  query.set('limit', '100')
  query.delete('after')
  const page = (after: string | null) => {
    if (after !== null) query.set('after', after)
    return listRecords(db, resource, query)
  }
  const first = await page(null)
  const storeId = storeOf(query)
  // Nobody writes in the log of a store that is not theirs.
  if (storeId !== null) await readRecord(db, scopedTo(caller, stores), storeId)
  async function* text() {
    yield head
    for (let current = first; ;) {
      yield (current.data as AnyRecord[]).map(line).join('')
      if (current.page.next === null) return
      current = await page(current.page.next)
    }
  }
  await auditor(db, { asked, now: now().toISOString(), actor: caller.email })({
    event: 'logEntries.exported',
    stream: 'security',
    after: { format: name, filters: String(asked.query) },
    target: { type: logEntries.name, id: 0, label: logEntries.title.many, storeId },
  })
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="logs.${name}"`,
  }
  return { status: 200, content: { headers, open: async () => Readable.from(text()) } }
}

/** The store that the filters choose, if they choose one. */
const storeOf = (query: URLSearchParams) => Number(query.get('filter[storeId][eq]') ?? 0) || null
