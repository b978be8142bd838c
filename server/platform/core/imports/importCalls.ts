import { sql } from 'kysely'
import { enums, number, optional, record, string, type, unknown } from 'superstruct'
import { importResults, importStates, lineActions } from '#shared/engine/imports/importStates.ts'
import { getRequiredColumns } from '#shared/engine/imports/importFields.ts'
import {
  getSharedNewRecordFields,
  canChooseImportMode,
  importModes,
  limitImportMode,
} from '#shared/engine/imports/importModes.ts'
import type { ImportMode } from '#shared/engine/imports/importModes.ts'
import { is } from '#shared/engine/is.ts'
import { messages } from '#shared/messages.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import { guardWrites } from '../records/guardedWrites.ts'
import type { CallResult, Call, RequestContext } from '../http/call.ts'
import { requireBelowLimit } from '../http/callLimits.ts'
import { badRequest, validationFailed } from '../platform/httpError.ts'
import { startJob } from '../jobs/jobs.ts'
import { arraySchema, nullableSchema, stringSchema, integerSchema } from '../http/schema.ts'
import { emptySchema, nameSchema, objectSchema, startedJobSchema } from '../http/schema.ts'
import { planPageSchema, planParameters, loadPlanPage, createPlanFile } from '../bulk/planPages.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { parseId } from '../records/recordId.ts'
import type { ResourceModule } from '../records/resourceHooks.ts'
import { parseValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadImportDetails, assertStepAllowed } from './importDetails.ts'
import { createImportCheckJob, selectImportLineChunks } from './checkLines.ts'
import { exportFailedImportLines } from './exportFailedImportLines.ts'
import { getMappableFields, loadImport } from './loadImport.ts'
import { createImportRowSource } from './importRowSource.ts'
import { openImport } from './openImport.ts'
import { createImportJob } from './importJob.ts'
import { importMessages } from './messages.ts'

const anyObjectSchema = { type: 'object' }
const importSchema = nameSchema(
  'Import',
  objectSchema({
    id: integerSchema,
    resource: stringSchema,
    name: stringSchema,
    state: { type: 'string', enum: Object.keys(importStates) },
    encoding: stringSchema,
    delimiter: stringSchema,
    heads: arraySchema(stringSchema),
    samples: arraySchema(arraySchema(stringSchema)),
    place: anyObjectSchema,
    mapping: { ...anyObjectSchema, additionalProperties: integerSchema },
    mode: { type: 'string', enum: Object.keys(importModes) },
    forNew: anyObjectSchema,
    lines: integerSchema,
    counts: objectSchema(Object.fromEntries(lineActions.map((action) => [action, integerSchema]))),
    results: nullableSchema(
      objectSchema(Object.fromEntries(importResults.map((result) => [result, integerSchema]))),
    ),
    problems: arraySchema(
      objectSchema({ line: integerSchema, reasons: arraySchema(stringSchema) }),
    ),
    reasons: arraySchema(
      objectSchema({ reason: stringSchema, rows: integerSchema, line: integerSchema }),
    ),
    changes: arraySchema(
      objectSchema({
        line: integerSchema,
        label: stringSchema,
        before: anyObjectSchema,
        after: anyObjectSchema,
      }),
    ),
    totals: arraySchema(
      objectSchema({ unit: stringSchema, before: integerSchema, after: integerSchema }),
    ),
    notes: arraySchema(stringSchema),
    job: nullableSchema(anyObjectSchema),
  }),
)

const newImportSchema = nameSchema(
  'NewImport',
  objectSchema({ fileId: integerSchema, place: anyObjectSchema }, ['fileId']),
)
const columnMappingSchema = nameSchema(
  'ColumnMapping',
  objectSchema(
    {
      mapping: { ...anyObjectSchema, additionalProperties: integerSchema },
      mode: { type: 'string', enum: Object.keys(importModes) },
      forNew: anyObjectSchema,
    },
    ['mapping'],
  ),
)

const filterImportable = (all: readonly ResourceModule[]) =>
  all.filter((one) => one.api.import !== undefined)

export const buildImportJobs = (all: readonly ResourceModule[]) =>
  filterImportable(all).flatMap((resource) => [
    createImportCheckJob(resource),
    createImportJob(resource),
  ])

/**
 * Returns the calls of each resource with `imports`. An import belongs to the operator who opened
 * it.
 */
export const buildImportCalls = (all: readonly ResourceModule[]): Call[] =>
  filterImportable(all).flatMap(buildResourceCalls)

function buildResourceCalls(resource: ResourceModule): Call[] {
  const { name, title, permission } = resource
  const path = `/${name}/imports`
  const writePermission = `${permission}:write` as const
  const job = { status: 202, schema: startedJobSchema }
  return [
    {
      kind: 'write',
      permission: writePermission,
      method: 'post',
      path,
      limit: 'plans',
      summary: `Read an uploaded file of ${title.many} and match its columns to fields, without importing anything`,
      body: newImportSchema,
      success: { status: 201, schema: importSchema },
      handler: (context) => openImport(resource, context),
    },
    {
      kind: 'read',
      permission: writePermission,
      method: 'get',
      path: `${path}/:id`,
      summary: `Get the status of an import of ${title.many}, with the planned or actual results`,
      success: { status: 200, schema: importSchema },
      handler: async (request, { db, now }, caller) => ({
        status: 200,
        body: await loadImportDetails(db, resource, parseImportId(request), {
          caller,
          now: now().toISOString(),
        }),
      }),
    },
    {
      kind: 'write',
      permission: writePermission,
      method: 'post',
      path: `${path}/:id/check`,
      limit: 'plans',
      summary:
        'Start a job that checks every row with this column mapping, without importing anything',
      body: columnMappingSchema,
      success: job,
      handler: (context) => startCheck(resource, context),
    },
    {
      kind: 'write',
      permission: writePermission,
      method: 'post',
      path: `${path}/:id/run`,
      ...guardWrites(resource),
      summary: 'Start a job that imports the valid rows and can be undone',
      body: emptySchema,
      success: job,
      handler: (context) => startImport(resource, context),
    },
    {
      kind: 'read',
      permission: writePermission,
      method: 'get',
      path: `${path}/:id/rows`,
      summary: `List the checked rows of an import of ${title.many}, each with its planned result`,
      query: planParameters,
      success: { status: 200, schema: planPageSchema },
      async handler(request, { db }, caller) {
        const { id } = await loadImport(db, resource, parseImportId(request), caller.id)
        const source = createImportRowSource(db, limitToCaller(caller, resource), id)
        return { status: 200, body: await loadPlanPage(db, source, request.query) }
      },
    },
    {
      kind: 'read',
      permission: writePermission,
      method: 'get',
      path: `${path}/:id/rows/export`,
      summary: 'Export the checked rows of an import as a file, each with its planned result',
      success: { status: 200, types: ['text/csv'] },
      async handler(request, { db }, caller) {
        const { id } = await loadImport(db, resource, parseImportId(request), caller.id)
        const source = createImportRowSource(db, limitToCaller(caller, resource), id)
        return createPlanFile(db, source, { name: `import-${id}`, action: 'import' })
      },
    },
    {
      kind: 'read',
      permission: writePermission,
      method: 'get',
      path: `${path}/:id/failed/export`,
      summary: 'Export the rejected and failed rows as a file, each with its reason',
      success: { status: 200, types: ['text/csv'] },
      handler: async (request, { db }, caller) =>
        exportFailedImportLines(
          db,
          await loadImport(db, resource, parseImportId(request), caller.id),
        ),
    },
  ]
}

const parseImportId = ({ params }: ApiRequest): number => parseId(params, 'import')

const CheckImportBody = type({
  mapping: record(string(), number()),
  mode: optional(enums(Object.keys(importModes) as ImportMode[])), // The keys of the table.
  forNew: optional(record(string(), unknown())),
})

async function lockImport(resource: ResourceModule, { trx, request, caller }: RequestContext) {
  return loadImport(trx, resource, parseImportId(request), caller.id, sql`for update`)
}

async function startCheck(resource: ResourceModule, context: RequestContext): Promise<CallResult> {
  const { trx, request, caller } = context
  const storedImport = await lockImport(resource, context)
  await assertStepAllowed(trx, storedImport, caller, 'check')
  if (!is(request.body, CheckImportBody)) throw badRequest(importMessages.mappingBody)
  const { mapping, mode = 'both', forNew = {} } = request.body
  if (mode !== 'both' && !canChooseImportMode(resource)) throw badRequest(importMessages.onlyBoth)
  const restricted = limitImportMode(resource, mode)
  const fields = getMappableFields(restricted, storedImport)
  const newRecordValues = parseValues(
    { fields: getSharedNewRecordFields(restricted) },
    forNew,
    'present',
  )
  const isColumn = (columnIndex: number) =>
    Number.isInteger(columnIndex) && columnIndex >= 0 && columnIndex < storedImport.heads.length
  const unknown = Object.entries(mapping).find(
    ([name, columnIndex]) => !Object.hasOwn(fields, name) || !isColumn(columnIndex),
  )
  if (unknown) throw badRequest(importMessages.unknownField(unknown[0]))
  const missing = getRequiredColumns({ ...restricted, fields }).filter((name) => !(name in mapping))
  if (missing.length > 0)
    throw validationFailed(
      Object.fromEntries(
        missing.map((name) => [name, messages.validation.required(fields[name]?.label ?? name)]),
      ),
    )
  requireBelowLimit('plans', await countChecks(trx, caller.id))
  await sql`update import_lines set action = null, key = null, record = null, reasons = null
    where import_id = ${storedImport.id} and action is not null`.execute(trx)
  const started = await startJob(context, {
    kind: createImportCheckJob(resource),
    title: importMessages.checkTitle(storedImport.name),
    input: { importId: storedImport.id },
    rows: selectImportLineChunks(storedImport.id),
  })
  const { id } = started.body as { id: number } // The body of `startJob`.
  await sql`update imports set mapping = ${JSON.stringify(mapping)}::jsonb, mode = ${mode},
      for_new = ${JSON.stringify(newRecordValues)}::jsonb, check_job = ${id}
    where id = ${storedImport.id}`.execute(trx)
  return started
}

/** Counts the account's import checks that are waiting or running in any process. */
async function countChecks(trx: Connection, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs join imports on imports.check_job = jobs.id
    where jobs.user_id = ${userId} and jobs.status in ('waiting', 'running')`.execute(trx)
  return rows[0]?.count ?? 0
}

async function startImport(resource: ResourceModule, context: RequestContext): Promise<CallResult> {
  const { trx, caller } = context
  const storedImport = await lockImport(resource, context)
  await assertStepAllowed(trx, storedImport, caller, 'run')
  const { counts } = await loadImportDetails(trx, resource, storedImport.id, context)
  if ((counts['create'] ?? 0) + (counts['change'] ?? 0) === 0)
    throw validationFailed({ file: importMessages.nothingToImport })
  const started = await startJob(context, {
    kind: createImportJob(resource),
    title: importMessages.importTitle(storedImport.name),
    input: { importId: storedImport.id },
    rows: sql`select target_id as id, coalesce(label, 'Row ' || line) as label,
        jsonb_build_object('line', line) as input
      from import_lines where import_id = ${storedImport.id} and action in ('create', 'change') order by line`,
  })
  const { id } = started.body as { id: number } // The body of `startJob`.
  await sql`update imports set run_job = ${id} where id = ${storedImport.id}`.execute(trx)
  return started
}
