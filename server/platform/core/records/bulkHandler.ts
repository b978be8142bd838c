import type { AnyRecord } from '#shared/engine/resource.ts'
import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import type { WriteContext } from '../http/call.ts'
import type { FieldValues } from './values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Warning sentences by record ID, and for all records together. */
export type BulkWarnings = { byId: ReadonlyMap<number, string[]>; all: string[] }

/** How the platform applies the `BulkAction` of the same name to each record. */
export type BulkHandler = {
  event?: string
  undoEvent?: string
  /** It writes values that no form writes, so field and form rules are skipped. */
  skipsValidation?: true
  /** Takes the locks that other writers take before the records' own; also used for undo. */
  lock?: (trx: Connection, ids: readonly number[]) => Promise<unknown>
  authorize?: (work: WriteContext, given: FieldValues) => Promise<void>
  /** Adds data from outside the record's columns if the change depends on it. */
  addFields?: (connection: Connection, records: AnyRecord[]) => Promise<AnyRecord[]>
  /** Rejects records that the caller can't manage; also used for undo. */
  assertEditable?: (before: AnyRecord, work: WriteContext) => Promise<void>
  /**
   * Returns the record's new values, all or only those that may change. Throws an `HttpError` to
   * reject the record.
   */
  getChanges: (
    before: AnyRecord,
    given: FieldValues,
    work: WriteContext,
  ) => FieldValues | Promise<FieldValues>
  /** Adds to the values of a scheduled change when it will be undone; null if it won't. */
  addEnd?: (given: FieldValues, endsAt: string | null) => FieldValues
  afterWrite?: (work: WriteContext, before: AnyRecord[], after: AnyRecord[]) => Promise<void>
  describeImpact?: (
    connection: Connection,
    ids: readonly number[],
    given: FieldValues,
  ) => Promise<string[]>
  /** Finds the stores that a change of these records affects, if the records don't name them. */
  findStoreIds?: (connection: Connection, ids: readonly number[]) => Promise<number[]>
  /** Stops what the change started and still does, because its guard found a rise. */
  pause?: (
    context: Pick<WriteContext, 'trx' | 'now' | 'audit'>,
    ids: readonly number[],
    rise: string,
  ) => Promise<void>
  /** Warns about changes before they're made: `values` over those `before`. */
  getWarnings?: (
    work: Pick<WriteContext, 'trx' | 'caller' | 'now'>,
    changes: readonly { before: AnyRecord; values: FieldValues }[],
    given: FieldValues,
  ) => Promise<BulkWarnings>
  /**
   * Returns whether starting it needs a recent confirmation of the operator, because it does
   * something that needs one for a single record.
   */
  needsRecentFactor?: (
    work: Pick<WriteContext, 'trx' | 'caller' | 'now'>,
    ids: readonly number[],
    given: FieldValues,
  ) => Promise<boolean>
  /**
   * Set if a job of the area does more than write values. Returns its row's input. Such an action
   * can't be undone.
   */
  toRowInput?: (record: AnyRecord) => unknown
}

/** A handler for each of these actions: one that is missing or misspelled doesn't compile. */
export type BulkHandlers<Actions extends readonly BulkAction[]> = Readonly<
  Record<Actions[number]['name'], BulkHandler>
>
