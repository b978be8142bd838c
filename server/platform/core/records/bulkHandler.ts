import type { AnyRecord } from '#shared/engine/resource.ts'
import type { WriteContext } from '../http/call.ts'
import type { FieldValues } from './values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Sentences by the record's id, and those on all together. */
export type BulkWarnings = { byId: ReadonlyMap<number, string[]>; all: string[] }

/** How the platform does to each of many records what a `BulkAction` of that name says. */
export type BulkHandler = {
  event?: string
  undoEvent?: string
  /** It writes what no form writes: rules of fields and of forms are not asked. */
  skipsValidation?: true
  /** Holds, before the records, what whoever else writes them holds before them; also where the change is taken back. */
  lock?: (trx: Connection, ids: readonly number[]) => Promise<unknown>
  authorize?: (work: WriteContext, given: FieldValues) => Promise<void>
  /** Adds to records what the platform tells of them besides their columns, if the change depends on it. */
  addFields?: (connection: Connection, records: AnyRecord[]) => Promise<AnyRecord[]>
  /** Refuses records that who asks may not manage; also where the change is taken back. */
  assertEditable?: (before: AnyRecord, work: WriteContext) => Promise<void>
  /** What a record becomes, whole or those values alone that may change; a `Refusal` that is thrown says why it does not. */
  getChanges: (
    before: AnyRecord,
    given: FieldValues,
    work: WriteContext,
  ) => FieldValues | Promise<FieldValues>
  afterWrite?: (work: WriteContext, before: AnyRecord[], after: AnyRecord[]) => Promise<void>
  describeImpact?: (
    connection: Connection,
    ids: readonly number[],
    given: FieldValues,
  ) => Promise<string[]>
  /** What one must know before it is done: of a record, and of all of them in sum. */
  getWarnings?: (connection: Connection, ids: readonly number[]) => Promise<BulkWarnings>
  /** Where it does more than write values, a job of its area's own does it (app.ts), which cannot be undone: what its row of a record needs to know. */
  toRowInput?: (record: AnyRecord) => unknown
}
