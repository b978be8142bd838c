import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Work } from '../http/call.ts'
import type { Values } from './values.ts'
import type { Connection } from '../schema.ts'

/** How the platform does to each of many records what a `BulkAction` of that name says. */
export type BulkWork = {
  /** What the audit log calls it; as a change of the record unless told. */
  event?: string
  /** What its undo is called there. */
  undone?: string
  /** It writes what no form writes: rules of fields and of forms are not asked. */
  derived?: true
  /** Refuses values that are wrong for all. */
  admit?: (work: Work, given: Values) => Promise<void>
  /** Refuses records that who asks may not manage; also where the change is taken back. */
  refuse?: (before: AnyRecord, work: Work) => Promise<void>
  /** What a record becomes, whole or those values alone that may change; a `Refusal` that is thrown says why it does not. */
  becomes: (before: AnyRecord, given: Values, work: Work) => Values | Promise<Values>
  /** Brings about what follows, in the same transaction. */
  follow?: (work: Work, before: AnyRecord[], after: AnyRecord[]) => Promise<void>
  /** What it reaches besides, in sentences. */
  reaches?: (connection: Connection, ids: readonly number[], given: Values) => Promise<string[]>
}
