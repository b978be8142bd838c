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

/** A file on its way in, as the platform tells of it. */
export const Import = type({
  id: number(),
  name: string(),
  state: enums(Object.keys(importStates) as ImportState[]), // They are the table's own.
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
  mode: optional(enums(Object.keys(importModes) as ImportMode[])), // They are the table's own.
  forNew: optional(record(string(), unknown())),
  /** How many lines came to which result, once it has ended. Together they are all lines of the file. */
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
  /** Why rows are refused, the most frequent first: how many of them, and the first one. */
  reasons: array(type({ reason: string(), rows: number(), line: number() })),
  /** The first rows that change a record, with what that holds now and would then. */
  changes: array(type({ line: number(), label: string(), before: DiffSide, after: DiffSide })),
  /** Sums that it moves, in minor units of each unit. */
  totals: array(type({ unit: string(), before: number(), after: number() })),
  /** Sentences about what a run would do. */
  notes: array(string()),
  /** The job of its dry run, then that of its run. */
  job: nullable(Job),
})
export type Import = Infer<typeof Import>

/** What an operator chooses before the check; `forNew` are values that every new record is given. */
export type ImportChoices = { mapping: ColumnMapping; mode?: ImportMode; forNew?: object }

type ImportTarget = Pick<Resource, 'name' | 'parentFilter'>

/** POST /x/imports, of a file that was uploaded for it; fails with 422 and `fields.file` where that is no table. */
export async function openImport(
  api: Api,
  resource: ImportTarget,
  fileId: number,
  idempotencyKey: string,
): Promise<number> {
  const path = `/${resource.name}/imports`
  const body = { fileId, place: getParentValues(resource as Resource) } // It reads the place alone.
  const answer = await api.send({ method: 'POST', path, body, idempotencyKey })
  return parseResponse(type({ id: number() }), answer.body).id
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

/** POST /x/imports/ID/check: looks at every line by these columns; fails with 422 and `fields` where one that finds records has none. */
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

/** Where the console serves the lines that were refused or failed, each with why. */
export const buildFailedRowsUrl = ({ name }: ImportTarget, id: number): string =>
  `/api/${name}/imports/${id}/failed/export`
