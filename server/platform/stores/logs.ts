import { sql } from 'kysely'
import type { FilterOp } from '#shared/engine/kind.ts'
import { parseListQuery } from '#shared/engine/listQuery.ts'
import { stores } from '#shared/resources/stores.ts'
import { logEntries } from '#shared/stores/storeLogs.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import type { Parameter } from '../openapi/schema.ts'
import { badRequest } from '../http/refusal.ts'
import { searchText } from '../migrations/searchText.ts'
import { pageParameters } from '../openapi/schemas.ts'
import type { Platform } from '../platform.ts'
import { columnOf } from '../records/columns.ts'
import { conditionOf } from '../records/filters.ts'
import { refuseUnknownParameters } from '../records/list.ts'
import { readPage } from '../records/page.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { isNewestOfItsFault, withFaults } from './faults.ts'

const answered = [
  'id',
  ...logEntries.columns,
  'ip',
  'requestId',
  'targetType',
  'targetId',
  'changes',
  'cause',
  'fault',
]

/** The parameters that choose entries, each with the filter it stands for. */
const filters = {
  stream: ['stream', 'eq'],
  severity: ['severity', 'eq'],
  from: ['time', 'gte'],
  to: ['time', 'lte'],
} as const satisfies Record<string, [keyof typeof logEntries.fields, FilterOp]>

const described = (name: string, description: string, schema: object): Parameter => ({
  name,
  description,
  schema: { ...schema },
})
const oneOf = (field: { options?: readonly { value: string }[] }) => ({
  type: 'string',
  enum: field.options?.map(({ value }) => value) ?? [],
})
const time = { type: 'string' }

/** Logs are searched a store at a time, and keep no text for it. */
const within = searchText(logEntries.search.map((name) => sql.ref(name)))

export const logParameters: readonly Parameter[] = [
  described('stream', 'Only entries of this stream', oneOf(logEntries.fields.stream)),
  described('severity', 'Only entries of this severity', oneOf(logEntries.fields.severity)),
  described('search', `Text in ${logEntries.search.join(', ')}`, { type: 'string' }),
  described('fault', 'Only the failures that are equal to one another', { type: 'string' }),
  described('grouped', 'Equal failures as one entry, the newest of them', {
    type: 'string',
    enum: ['1'],
  }),
  described('from', 'Only entries of this instant or UTC day, and later', time),
  described('to', 'Only entries of this instant or UTC day, and earlier', time),
  ...pageParameters,
]

/** GET /stores/ID/logs: what happened in a store, newest first. */
export async function answerLogs(asked: Asked, { db }: Platform): Promise<Answer> {
  const { id } = await readRecord(db, stores, recordIdOf(stores, asked))
  const own = ['fault', 'grouped']
  refuseUnknownParameters(asked.query, [
    ...Object.keys(filters),
    ...own,
    'search',
    'limit',
    'after',
  ])
  const fault = asked.query.get('fault')
  if (fault !== null && !/^[0-9a-f]{32}$/.test(fault))
    throw badRequest('fault must be that of an entry.')
  const grouped = asked.query.get('grouped')
  if (grouped !== null && grouped !== '1') throw badRequest('grouped must be 1.')
  const { query, problems } = parseListQuery(logEntries, asListParams(asked.query, own))
  const [problem] = problems
  if (problem !== undefined) throw badRequest(`${problem.replace(filterName, ownName)}.`)
  const isOfFault = fault === null ? sql<boolean>`true` : sql<boolean>`fault = ${fault}`
  const chosen = sql<boolean>`store_id = ${id} and ${isOfFault} and ${conditionOf(logEntries, query, within)}`
  const body = await readPage(db, {
    table: logEntries.name,
    columns: answered,
    condition: grouped ? sql`${chosen} and ${isNewestOfItsFault(chosen)}` : chosen,
    column: columnOf(logEntries, query.sort.field),
    sort: query.sort,
    limit: query.limit,
    after: query.after,
    complete: (entries) => withFaults(db, id, entries, grouped ? chosen : null),
  })
  return { status: 200, body }
}

const filterName = /^filter\[(\w+)\]\[(\w+)\]/

/** What this call calls a filter. */
const ownName = (whole: string, field: string, op: string) =>
  Object.entries(filters).find(([, known]) => known.join() === `${field},${op}`)?.[0] ?? whole

/** The call's own parameters in the words of a list. */
function asListParams(query: URLSearchParams, except: string[]): URLSearchParams {
  const params = new URLSearchParams({ sort: '-time' })
  for (const [name, value] of query) {
    if (except.includes(name)) continue
    const filter = Object.entries(filters).find(([known]) => known === name)?.[1]
    params.append(filter ? `filter[${filter[0]}][${filter[1]}]` : name, value)
  }
  return params
}
