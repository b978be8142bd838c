import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Work } from '../http/call.ts'
import type { Values } from './values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Sentences by the record's id, and those on all together. */
export type BulkWarnings = { of: ReadonlyMap<number, string[]>; all: string[] }

/** How the platform does to each of many records what a `BulkAction` of that name says. */
export type BulkWork = {
  event?: string
  undone?: string
  /** It writes what no form writes: rules of fields and of forms are not asked. */
  derived?: true
  /** Holds, before the records, what whoever else writes them holds before them; also where the change is taken back. */
  hold?: (trx: Connection, ids: readonly number[]) => Promise<unknown>
  admit?: (work: Work, given: Values) => Promise<void>
  /** Adds to records what the platform tells of them besides their columns, if the change depends on it. */
  addFacts?: (connection: Connection, records: AnyRecord[]) => Promise<AnyRecord[]>
  /** Refuses records that who asks may not manage; also where the change is taken back. */
  refuse?: (before: AnyRecord, work: Work) => Promise<void>
  /** What a record becomes, whole or those values alone that may change; a `Refusal` that is thrown says why it does not. */
  becomes: (before: AnyRecord, given: Values, work: Work) => Values | Promise<Values>
  follow?: (work: Work, before: AnyRecord[], after: AnyRecord[]) => Promise<void>
  reaches?: (connection: Connection, ids: readonly number[], given: Values) => Promise<string[]>
  /** What one must know before it is done: of a record, and of all of them in sum. */
  warns?: (connection: Connection, ids: readonly number[]) => Promise<BulkWarnings>
  /** Where it does more than write values, a job of its area's own does it (app.ts), which cannot be undone: what its row of a record needs to know. */
  row?: (record: AnyRecord) => unknown
}
