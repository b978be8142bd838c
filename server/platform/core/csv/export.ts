import { Readable } from 'node:stream'
import { dayAt } from '#shared/format/dates.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { columnLabel, fieldOf, listTitle } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '../auth/tokens.ts'
import { auditor } from '../audit/audit.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Call } from '../http/call.ts'
import { badRequest } from '../platform/refusal.ts'
import { listParameters } from '../http/listParameters.ts'
import { text } from '../http/schema.ts'
import type { Platform } from '../platform/platform.ts'
import { conditionOf } from '../records/list/filters.ts'
import { scopedTo } from '../records/inScope.ts'
import type { Scoped } from '../records/inScope.ts'
import { conditionOfIds, parametersOf, readListQuery } from '../records/list/list.ts'
import { readRecord } from '../records/read.ts'
import type { Kept } from '../records/settled.ts'
import { byteOrderMark, csvText } from './csvText.ts'
import { exportableColumns } from './exportableColumns.ts'
import { pagesOf } from './pages.ts'
import { csvMessages } from './messages.ts'

type Format = {
  type: string
  head: (resource: Resource, columns: readonly string[]) => string
  page: (resource: Resource, columns: readonly string[], records: AnyRecord[]) => string
}

const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: (resource, columns) =>
      byteOrderMark + csvText([columns.map((name) => columnLabel(resource, name))]),
    page: (resource, columns, records) => {
      const named = columns.map((name) => ({ name, field: fieldOf(resource, name) }))
      return csvText(
        records.map((record) => named.map(({ name, field }) => cellOf(record, name, field))),
      )
    },
  },
  ndjson: {
    type: 'application/x-ndjson',
    head: () => '',
    page: (_resource, columns, records) =>
      records
        .map(
          (one) =>
            `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, one[name]])))}\n`,
        )
        .join(''),
  },
} as const satisfies Record<string, Format>

/** A value as a file holds it: choices and records by what they are called, instants in UTC. */
export function cellOf(record: AnyRecord, name: string, field: Field | undefined): string {
  const { [name]: value } = record
  if (!field)
    return typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '')
  const { csv, words } = kindOf(field)
  return (csv?.out ?? words)(value, field, record, name)
}

/** GET /x/export, of every list. */
export const exportCalls = (all: readonly Kept[]): Call[] =>
  all.filter(({ single }) => !single).map(exportCall)

const exportCall = (resource: Kept): Call => ({
  kind: 'read',
  needs: `${resource.permission}:export`,
  method: 'get',
  path: `/${resource.name}/export`,
  summary: `Export ${resource.title.many} that match the filters or IDs, as a file`,
  query: [
    {
      name: 'format',
      description: 'The file format',
      schema: { type: 'string', enum: Object.keys(formats) },
    },
    {
      name: 'columns',
      description:
        'The columns to export, in order and separated by commas; leave blank for all. A currency column is added for amounts, and some columns are followed by related columns.',
      schema: text,
    },
    {
      name: 'ids',
      description: `IDs of the records to export, separated by commas (at most ${limits.chosenRecords})`,
      schema: text,
    },
    ...listParameters(resource).filter(({ name }) => !['limit', 'after', 'counts'].includes(name)),
    ...(resource.listing?.parameters ?? []),
  ],
  success: { status: 200, types: ['text/csv', 'application/x-ndjson'] },
  answer: (asked, platform, caller) =>
    answerExport(scopedTo(caller, resource), asked, platform, caller),
})

async function answerExport(
  resource: Scoped<Kept>,
  asked: Asked,
  { db, now }: Platform,
  caller: Caller,
): Promise<Answer> {
  const { query: params } = asked
  const format = params.get('format') ?? 'csv'
  if (format !== 'csv' && format !== 'ndjson') throw badRequest(csvMessages.unknownFormat)
  const more = ['format', 'columns', 'ids', ...parametersOf(resource.listing)]
  const query = readListQuery(resource, params, more)
  const columns = columnsFrom(resource, params.get('columns'))
  const condition = conditionOfIds(params.get('ids')) ?? (await conditionOf(db, resource, query))
  const at = now().toISOString()
  await resource.consequence?.keepTime?.(db, at)
  const storeId = storeOf(resource, params)
  // Nobody writes in the log of a store that is not theirs.
  if (storeId !== null) await readRecord(db, scopedTo(caller, stores), storeId)
  // The first page is read before it is answered, so that what fails at once is no broken file.
  const pages = pagesOf(db, resource, { query, condition, params })
  const first = await pages.next()
  const { type, head, page }: Format = formats[format]
  async function* written() {
    yield head(resource, columns)
    if (!first.done) yield page(resource, columns, first.value)
    for await (const records of pages) yield page(resource, columns, records)
  }
  await auditor(db, { asked, now: at, actor: caller.email })({
    event: `${resource.name}.exported`,
    stream: 'security',
    after: { format, columns: columns.join(', '), filters: filtersIn(params) },
    target: { type: resource.name, id: 0, label: listTitle(resource), storeId },
  })
  const name = `${resource.name}-${dayAt(now())}.${format}`
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  }
  return { status: 200, content: { headers, open: async () => Readable.from(written()) } }
}

/** Of secrets nothing is written, whoever asks. */
function columnsFrom(resource: Resource, given: string | null): readonly string[] {
  const asked = [...new Set(given?.split(',').filter(Boolean) ?? [])]
  const known = exportableColumns(resource)
  const unknown = asked.find((name) => !known.includes(name) && !fieldOf(resource, name))
  if (unknown !== undefined) throw badRequest(csvMessages.unknownColumn(unknown))
  const chosen = asked.filter((name) => known.includes(name))
  return asked.length > 0 ? withBesides(resource, chosen) : known
}

/** What the cell of a column shows besides stands beside it where it was not asked for, and what an amount is counted in, without which it says nothing. */
function withBesides(resource: Resource, columns: readonly string[]): string[] {
  const { shownWith = {} } = resource
  const shown = columns.flatMap((name) => [
    name,
    ...(shownWith[name] ?? []).filter((one) => !columns.includes(one)),
  ])
  const counted = shown.flatMap((name) => {
    const { currencyOf } = fieldOf(resource, name) ?? {}
    return currencyOf === undefined || shown.includes(currencyOf) ? [name] : [name, currencyOf]
  })
  return [...new Set(counted)]
}

const storeOf = ({ scope }: Resource, params: URLSearchParams) =>
  scope === undefined ? null : Number(params.get(`filter[${scope}][eq]`) ?? 0) || null

function filtersIn(params: URLSearchParams): string {
  const told = new URLSearchParams(params)
  told.delete('format')
  told.delete('columns')
  return decodeURIComponent(String(told))
}
