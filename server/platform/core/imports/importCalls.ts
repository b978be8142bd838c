import { sql } from 'kysely'
import { enums, number, optional, record, string, type, unknown } from 'superstruct'
import { importResults, importStates, lineActions } from '#shared/engine/imports/importStates.ts'
import { neededFields } from '#shared/engine/imports/importFields.ts'
import {
  fieldsForNew,
  hasModes,
  importModes,
  restrictImports,
} from '#shared/engine/imports/importModes.ts'
import type { ImportMode } from '#shared/engine/imports/importModes.ts'
import { is } from '#shared/engine/is.ts'
import { messages } from '#shared/messages.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { requireBelowLimit } from '../http/callLimits.ts'
import { badRequest, invalid } from '../platform/refusal.ts'
import { startJob } from '../jobs/jobs.ts'
import { listOf, orNull, text, whole } from '../http/schema.ts'
import { object } from '../http/schemas.ts'
import { planPageSchema, planParameters, readPlanPage, writePlanFile } from '../bulk/planPages.ts'
import { scopedTo } from '../records/inScope.ts'
import { idIn } from '../records/recordId.ts'
import type { Kept } from '../records/settled.ts'
import { readValues } from '../records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { answerImport, demandStep } from './answerImport.ts'
import { checkJob, chunksOf } from './checkLines.ts'
import { failedFile } from './failedFile.ts'
import { fieldsOf, readImport } from './importing.ts'
import { getImportRows } from './importRows.ts'
import { openImport } from './openImport.ts'
import { runJob } from './runLines.ts'
import { importMessages } from './messages.ts'

const any = { type: 'object' }
const schema = object({
  id: whole,
  resource: text,
  name: text,
  state: { type: 'string', enum: Object.keys(importStates) },
  encoding: text,
  delimiter: text,
  heads: listOf(text),
  samples: listOf(listOf(text)),
  place: any,
  mapping: { ...any, additionalProperties: whole },
  mode: { type: 'string', enum: Object.keys(importModes) },
  forNew: any,
  lines: whole,
  counts: object(Object.fromEntries(lineActions.map((action) => [action, whole]))),
  results: orNull(object(Object.fromEntries(importResults.map((result) => [result, whole])))),
  problems: listOf(object({ line: whole, reasons: listOf(text) })),
  reasons: listOf(object({ reason: text, rows: whole, line: whole })),
  changes: listOf(object({ line: whole, label: text, before: any, after: any })),
  totals: listOf(object({ unit: text, before: whole, after: whole })),
  notes: listOf(text),
  job: orNull(any),
})

export const importing = (all: readonly Kept[]) => all.filter((one) => one.imports !== undefined)

export const importJobs = (all: readonly Kept[]) =>
  importing(all).flatMap((resource) => [checkJob(resource), runJob(resource)])

/** The calls of each resource whose definition says `imports`; an import is its operator's alone. */
export const importCalls = (all: readonly Kept[]): Call[] => importing(all).flatMap(callsOf)

function callsOf(resource: Kept): Call[] {
  const { name, title, permission } = resource
  const path = `/${name}/imports`
  const needs = `${permission}:write` as const
  const refusals = [409, 413, 415, 422]
  const job = { status: 202, schema: object({ id: whole }) }
  return [
    {
      kind: 'write',
      needs,
      method: 'post',
      path,
      limit: 'plans',
      summary: `Read an uploaded file of ${title.many} and match its columns to fields, without importing anything`,
      body: object({ fileId: whole, place: any }, ['fileId']),
      success: { status: 201, schema },
      refusals,
      answer: (change) => openImport(resource, change),
    },
    {
      kind: 'read',
      needs,
      method: 'get',
      path: `${path}/:id`,
      summary: `Get the status of an import of ${title.many}, with the planned or actual results`,
      success: { status: 200, schema },
      answer: async (asked, { db, now }, caller) => ({
        status: 200,
        body: await answerImport(db, resource, idOf(asked), {
          caller,
          now: now().toISOString(),
        }),
      }),
    },
    {
      kind: 'write',
      needs,
      method: 'post',
      path: `${path}/:id/check`,
      limit: 'plans',
      summary:
        'Start a job that checks every row with this column mapping, without importing anything',
      body: object(
        {
          mapping: { ...any, additionalProperties: whole },
          mode: { type: 'string', enum: Object.keys(importModes) },
          forNew: any,
        },
        ['mapping'],
      ),
      success: job,
      refusals,
      answer: (change) => check(resource, change),
    },
    {
      kind: 'write',
      needs,
      method: 'post',
      path: `${path}/:id/run`,
      summary: 'Start a job that imports the valid rows and can be undone',
      body: object({}),
      success: job,
      refusals,
      answer: (change) => run(resource, change),
    },
    {
      kind: 'read',
      needs,
      method: 'get',
      path: `${path}/:id/rows`,
      summary: `List the checked rows of an import of ${title.many}, each with its planned result`,
      query: planParameters,
      success: { status: 200, schema: planPageSchema },
      async answer(asked, { db }, caller) {
        const { id } = await readImport(db, resource, idOf(asked), caller.id)
        const source = getImportRows(db, scopedTo(caller, resource), id)
        return { status: 200, body: await readPlanPage(db, source, asked.query) }
      },
    },
    {
      kind: 'read',
      needs,
      method: 'get',
      path: `${path}/:id/rows/export`,
      summary: 'Export the checked rows of an import as a file, each with its planned result',
      success: { status: 200, types: ['text/csv'] },
      async answer(asked, { db }, caller) {
        const { id } = await readImport(db, resource, idOf(asked), caller.id)
        const source = getImportRows(db, scopedTo(caller, resource), id)
        return writePlanFile(db, source, { name: `import-${id}`, action: 'import' })
      },
    },
    {
      kind: 'read',
      needs,
      method: 'get',
      path: `${path}/:id/failed/export`,
      summary: 'Export the rejected and failed rows as a file, each with its reason',
      success: { status: 200, types: ['text/csv'] },
      answer: async (asked, { db }, caller) =>
        failedFile(db, await readImport(db, resource, idOf(asked), caller.id)),
    },
  ]
}

const idOf = ({ params }: Asked): number => idIn(params, 'import')

const Body = type({
  mapping: record(string(), number()),
  mode: optional(enums(Object.keys(importModes) as ImportMode[])), // They are the table's own.
  forNew: optional(record(string(), unknown())),
})

async function held(resource: Kept, { trx, asked, caller }: Change) {
  return readImport(trx, resource, idOf(asked), caller.id, sql`for update`)
}

async function check(resource: Kept, change: Change): Promise<Answer> {
  const { trx, asked, caller } = change
  const found = await held(resource, change)
  await demandStep(trx, found, caller, 'check')
  if (!is(asked.body, Body)) throw badRequest(importMessages.mappingBody)
  const { mapping, mode = 'both', forNew = {} } = asked.body
  if (mode !== 'both' && !hasModes(resource)) throw badRequest(importMessages.onlyBoth)
  const restricted = restrictImports(resource, mode)
  const fields = fieldsOf(restricted, found)
  const given = readValues({ fields: fieldsForNew(restricted) }, forNew, 'present')
  const isColumn = (at: number) => Number.isInteger(at) && at >= 0 && at < found.heads.length
  const unknown = Object.entries(mapping).find(
    ([name, at]) => !Object.hasOwn(fields, name) || !isColumn(at),
  )
  if (unknown) throw badRequest(importMessages.unknownField(unknown[0]))
  const missing = neededFields({ ...restricted, fields }).filter((name) => !(name in mapping))
  if (missing.length > 0)
    throw invalid(
      Object.fromEntries(
        missing.map((name) => [name, messages.validation.required(fields[name]?.label ?? name)]),
      ),
    )
  requireBelowLimit('plans', await countChecks(trx, caller.id))
  await sql`update import_lines set action = null, key = null, record = null, reasons = null
    where import_id = ${found.id} and action is not null`.execute(trx)
  const started = await startJob(change, {
    kind: checkJob(resource),
    title: importMessages.checkTitle(found.name),
    input: { importId: found.id },
    rows: chunksOf(found.id),
  })
  const { id } = started.body as { id: number } // What `startJob` answers.
  await sql`update imports set mapping = ${JSON.stringify(mapping)}::jsonb, mode = ${mode},
      for_new = ${JSON.stringify(given)}::jsonb, check_job = ${id}
    where id = ${found.id}`.execute(trx)
  return started
}

/** Checks of imports that this account has waiting or running, in whichever process. */
async function countChecks(trx: Connection, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs join imports on imports.check_job = jobs.id
    where jobs.user_id = ${userId} and jobs.status in ('waiting', 'running')`.execute(trx)
  return rows[0]?.count ?? 0
}

async function run(resource: Kept, change: Change): Promise<Answer> {
  const { trx, caller } = change
  const found = await held(resource, change)
  await demandStep(trx, found, caller, 'run')
  const { counts } = await answerImport(trx, resource, found.id, change)
  if ((counts['create'] ?? 0) + (counts['change'] ?? 0) === 0)
    throw invalid({ file: importMessages.nothingToImport })
  const started = await startJob(change, {
    kind: runJob(resource),
    title: importMessages.importTitle(found.name),
    input: { importId: found.id },
    rows: sql`select target_id as id, coalesce(label, 'Row ' || line) as label,
        jsonb_build_object('line', line) as input
      from import_lines where import_id = ${found.id} and action in ('create', 'change') order by line`,
  })
  const { id } = started.body as { id: number } // What `startJob` answers.
  await sql`update imports set run_job = ${id} where id = ${found.id}`.execute(trx)
  return started
}
