import { Readable } from 'node:stream'
import { toDay } from '#shared/format/dates.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { getColumnField, isActorColumn } from '#shared/engine/list/filterColumns.ts'
import { getColumnLabel, getField, getListTitle } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { requireResource } from '#shared/engine/resourceRegistry.ts'
import type { Caller } from '../auth/tokens.ts'
import { createAuditor } from '../audit/audit.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult, Call } from '../http/call.ts'
import { badRequest } from '../platform/httpError.ts'
import { buildListParameters } from '../http/listParameters.ts'
import { stringSchema } from '../http/schema.ts'
import { chooseReadDb } from '../platform/platform.ts'
import type { Platform } from '../platform/platform.ts'
import { buildCondition } from '../records/list/filters.ts'
import { limitToCaller } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { buildIdsCondition, requireListQuery } from '../records/list/list.ts'
import { getParameterNames } from '../records/list/readExtension.ts'
import type { ReadableResource } from '../records/list/readExtension.ts'
import { loadRecord } from '../records/loadRecord.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { byteOrderMark, formatCsv } from './formatCsv.ts'
import { getExportableColumns } from './exportableColumns.ts'
import { loadExportPages } from './exportPages.ts'
import { csvMessages } from './messages.ts'

type ExportFormat = {
  type: string
  head: (resource: Resource, columns: readonly string[]) => string
  page: (resource: Resource, columns: readonly string[], records: AnyRecord[]) => string
}

const exportFormats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: (resource, columns) =>
      byteOrderMark + formatCsv([columns.map((name) => getColumnLabel(resource, name))]),
    page: (resource, columns, records) => {
      const columnFields = columns.map((name) => ({ name, field: getCellField(resource, name) }))
      return formatCsv(
        records.map((record) =>
          columnFields.map(({ name, field }) => formatCell(record, name, field)),
        ),
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
} as const satisfies Record<string, ExportFormat>

/** Only the actors in a record's stamp have labels. */
const getCellField = (resource: Resource, name: string) =>
  isActorColumn(name) ? getColumnField(resource, name) : getField(resource, name)

/** Formats a value for a file: options and references by their label, instants in UTC. */
export function formatCell(record: AnyRecord, name: string, field: Field | undefined): string {
  const { [name]: value } = record
  if (!field)
    return typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '')
  const { csv, formatValue } = getKind(field)
  return (csv?.out ?? formatValue)(value, field, record, name)
}

/** GET /x/export, for every list. */
export const buildExportCalls = (all: readonly ResourceModule[]): Call[] =>
  all.filter((one) => !one.api.single).map(buildExportCall)

const buildExportCall = (resource: ResourceModule): Call => ({
  kind: 'read',
  permission: `${resource.permission}:export`,
  method: 'get',
  path: `/${resource.name}/export`,
  summary: `Export ${resource.title.many} to a file, by filters or IDs`,
  query: [
    {
      name: 'format',
      component: 'format',
      description: 'The file format',
      schema: { type: 'string', enum: Object.keys(exportFormats) },
    },
    {
      name: 'columns',
      component: 'columns',
      description:
        'The columns to export, in order and separated by commas; leave blank for all. A currency column is added for amounts, and some columns are followed by related columns.',
      schema: stringSchema,
    },
    ...buildListParameters(resource).filter(
      ({ name }) => !['limit', 'after', 'counts'].includes(name),
    ),
    ...(resource.readExtension?.parameters ?? []),
  ],
  success: { status: 200, types: ['text/csv', 'application/x-ndjson'] },
  handler: (request, platform, caller) =>
    exportRecords(limitToCaller(caller, resource), request, platform, caller),
})

async function exportRecords(
  resource: ScopedResource<ResourceModule>,
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { query: params } = request
  const format = params.get('format') ?? 'csv'
  if (format !== 'csv' && format !== 'ndjson') throw badRequest(csvMessages.unknownFormat)
  const extraParams = ['format', 'columns', 'ids', ...getParameterNames(resource)]
  const query = requireListQuery(resource, params, extraParams)
  const columns = parseColumns(resource, params.get('columns'))
  const at = platform.now().toISOString()
  const { beforeRead } = resource.hooks
  await beforeRead?.(platform.db, at)
  // A replica doesn't have yet what `beforeRead` has just written.
  const db = beforeRead ? platform.db : await chooseReadDb(platform, caller)
  const condition =
    buildIdsCondition(params.get('ids')) ??
    (await buildCondition(db, resource, query, platform.now()))
  const storeId = parseStoreId(resource, params)
  // The export is logged for this store, so the caller must be able to see it.
  if (storeId !== null)
    await loadRecord(db, limitToCaller(caller, requireResource('stores')), storeId)
  // Reads the first page before responding, so that an immediate failure isn't a broken file.
  const pages = loadExportPages(db, resource, { query, condition, params })
  const first = await pages.next()
  const { type, head, page }: ExportFormat = exportFormats[format]
  async function* generateFile() {
    yield head(resource, columns)
    if (!first.done) yield page(resource, columns, first.value)
    for await (const records of pages) yield page(resource, columns, records)
  }
  await createAuditor(platform.db, { asked: request, now: at, actor: caller.email })({
    event: `${resource.name}.exported`,
    stream: 'security',
    after: { format, columns: columns.join(', '), filters: formatFilters(params) },
    target: { type: resource.name, id: 0, label: getListTitle(resource), storeId },
  })
  const name = `${resource.name}-${toDay(at)}.${format}`
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  }
  return { status: 200, content: { headers, open: async () => Readable.from(generateFile()) } }
}

/** Parses the requested columns. Secrets are never exported. */
function parseColumns(resource: ReadableResource, text: string | null): readonly string[] {
  const requestedColumns = [...new Set(text?.split(',').filter(Boolean) ?? [])]
  const exportable = getExportableColumns(resource)
  const unknown = requestedColumns.find(
    (name) => !exportable.includes(name) && !getField(resource, name),
  )
  if (unknown !== undefined) throw badRequest(csvMessages.unknownColumn(unknown))
  const columns = requestedColumns.filter((name) => exportable.includes(name))
  return requestedColumns.length > 0 ? addCompanionColumns(resource, columns) : exportable
}

/**
 * Adds the columns that a cell also shows, and the currency of amounts, without which they mean
 * nothing.
 */
function addCompanionColumns(resource: ReadableResource, columns: readonly string[]): string[] {
  const { companionColumns = {} } = resource.readExtension ?? {}
  const columnsWithCompanions = columns.flatMap((name) => [
    name,
    ...(companionColumns[name] ?? []).filter((one) => !columns.includes(one)),
  ])
  const columnsWithCurrencies = columnsWithCompanions.flatMap((name) => {
    const { currencyField } = getField(resource, name) ?? {}
    return currencyField === undefined || columnsWithCompanions.includes(currencyField)
      ? [name]
      : [name, currencyField]
  })
  return [...new Set(columnsWithCurrencies)]
}

const parseStoreId = ({ relations: { scope } }: Resource, params: URLSearchParams) =>
  scope === undefined ? null : Number(params.get(`filter[${scope}][eq]`) ?? 0) || null

function formatFilters(params: URLSearchParams): string {
  const filters = new URLSearchParams(params)
  filters.delete('format')
  filters.delete('columns')
  return decodeURIComponent(String(filters))
}
