import {
  array,
  enums,
  nullable,
  number,
  optional,
  record,
  string,
  type,
  unknown,
} from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import { DiffSide } from '../bulk/bulkCalls.ts'
import type { Resource } from '../resource.ts'
import { getParentValues } from '../nestResource.ts'
import { Job, startJob } from '../jobs/jobCalls.ts'
import { importStates } from './importStates.ts'
import type { ImportState } from './importStates.ts'
import type { ColumnMapping } from './importFields.ts'
import { importModes } from './importModes.ts'
import type { ImportMode } from './importModes.ts'

/** An import of a file, as the platform reports it. */
export const Import = type({
  id: number(),
  name: string(),
  state: enums(Object.keys(importStates) as ImportState[]), // The table's own keys.
  encoding: string(),
  delimiter: string(),
  heads: array(string()),
  /** Some cells of each column. */
  samples: array(array(string())),
  mapping: record(string(), number()),
  lines: number(),
  counts: type({
    create: number(),
    change: number(),
    unchanged: number(),
    refused: number(),
    waiting: number(),
  }),
  /** Choices of the last check; platforms without them create and update. */
  mode: optional(enums(Object.keys(importModes) as ImportMode[])), // The table's own keys.
  forNew: optional(record(string(), unknown())),
  /**
   * How many lines had which result, once it has ended. Together they are all lines of the file.
   */
  results: optional(
    nullable(
      type({
        created: number(),
        updated: number(),
        unchanged: number(),
        rejected: number(),
        failed: number(),
        left: number(),
      }),
    ),
  ),
  /** Why rows are rejected, the most frequent first: how many of them, and the first one. */
  reasons: array(type({ reason: string(), rows: number(), line: number() })),
  /** First rows that change a record, with its values before and after. */
  changes: array(type({ line: number(), label: string(), before: DiffSide, after: DiffSide })),
  /** Sums that it changes, in minor units of each unit. */
  totals: array(type({ unit: string(), before: number(), after: number() })),
  /** Sentences about what a run would do. */
  notes: array(string()),
  /** Job of its dry run, then that of its run. */
  job: nullable(Job),
})
export type Import = Infer<typeof Import>

/** Choices of an operator before the check; `forNew` are values for every new record. */
export type ImportChoices = { mapping: ColumnMapping; mode?: ImportMode; forNew?: object }

type ImportTarget = Pick<Resource, 'name'>

/** POST /x/imports: opens an uploaded file; fails with 422 `fields.file` if it isn't a table. */
export async function openImport(
  api: Api,
  resource: Resource,
  fileId: number,
  idempotencyKey: string,
): Promise<number> {
  const path = `/${resource.name}/imports`
  const body = { fileId, place: getParentValues(resource) }
  const response = await api.send({ method: 'POST', path, body, idempotencyKey })
  return parseResponse(type({ id: number() }), response.body).id
}

/** GET /x/imports/ID */
export async function loadImportRecord(
  api: Api,
  { name }: ImportTarget,
  id: number,
  signal?: AbortSignal,
): Promise<Import> {
  const path = `/${name}/imports/${id}`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(Import, body)
}

/**
 * POST /x/imports/ID/check: checks every line with this mapping; fails with 422 and `fields` if a
 * field that finds records has no column.
 */
export const checkImport = (
  api: Api,
  { name }: ImportTarget,
  { id, ...choices }: { id: number } & ImportChoices,
  key: string,
): Promise<Job> => startJob(api, `/${name}/imports/${id}/check`, key, { body: choices })

/** POST /x/imports/ID/run */
export const runImport = (
  api: Api,
  { name }: ImportTarget,
  id: number,
  key: string,
): Promise<Job> => startJob(api, `/${name}/imports/${id}/run`, key)

/** Returns the console's URL of the lines that were rejected or failed, each with its reason. */
export const buildFailedRowsUrl = ({ name }: ImportTarget, id: number): string =>
  `/api/${name}/imports/${id}/failed/export`
