import type { BulkAction } from '#shared/engine/bulk/bulkActions.ts'
import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { validateDependentFields } from '#shared/engine/fields/validation.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { Impact } from '#shared/engine/impact.ts'
import { messages } from '#shared/messages.ts'
import type { Account } from '../auth/tokens.ts'
import type { BulkHandler } from './bulkHandler.ts'
import type { WriteContext } from '../http/call.ts'
import { validationFailed } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import { matchRowTimes } from '#server/platform/database/monthPartitions.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getRecordColumns } from './list/columns.ts'
import { getVisibleRows } from './storeScope.ts'
import type { ReadableResource } from './list/readExtension.ts'
import type { ScopedResource } from './storeScope.ts'
import { addLabels } from './labels.ts'
import { validateSecretDestinations } from './secrets.ts'
import type { Dependent } from './uses.ts'
import type { FieldValues } from './values.ts'
import { validateReferences } from './validateReferences.ts'

/**
 * Hooks that an area adds to the generic writes of a resource, in the order of a write. They run in
 * its transaction.
 */
export type ResourceHooks = {
  assertEditable?: (before: AnyRecord) => void
  /** Rejects a write that the caller can't make. Without `values`, it deletes the record. */
  authorize?: (
    work: WriteContext,
    written: { before?: AnyRecord; values?: FieldValues },
  ) => Promise<void>
  validate?: (
    values: FieldValues,
    known: { platform: Platform; connection: Connection; before: AnyRecord | undefined },
  ) => ValidationErrors | Promise<ValidationErrors>
  /**
   * Estimates which records a change of these fields affects. Called before the write; the returned
   * function is called after `afterWrite`. Required with `impact`.
   */
  affectedRecords?: (
    trx: Connection,
    changed: readonly string[],
    id: number,
    now: string,
    caller: Account,
  ) => Promise<() => Promise<ImpactSummary>>
  /** Returns values that follow from changed ones, to be written with them. */
  deriveValues?: (changed: FieldValues) => FieldValues
  afterWrite?: (work: WriteContext, records: AnyRecord[], before: AnyRecord[]) => Promise<void>
  /** Writes what depends only on the clock, before records are read. `now` is ISO 8601. */
  beforeRead?: (connection: Connection, now: string) => Promise<void>
}

export type ImportHooks = {
  /** Undoes what an import line created. By default, deletes the record. */
  undoCreate?: (
    work: WriteContext,
    made: { id: number; version: number },
    resource: ResourceModule,
  ) => Promise<UndoCreateResult>
  findDuplicates?: (trx: Connection, records: readonly FieldValues[]) => Promise<(string | null)[]>
  totals?: (db: Connection, importId: number) => Promise<ImportTotal[]>
  /** Returns sentences about what a run would do, shown with the dry run. */
  notes?: (
    db: Connection,
    options: { importId: number; caller: Account; now: string },
  ) => Promise<string[]>
}
type UndoCreateResult = { outcome: 'done' | 'unchanged'; sentence: string | null }

/** A total in its unit, in minor units: now, and after the import. */
export type ImportTotal = { unit: string; before: number; after: number }

/** What an area says about an entry of a record's history, and the ID of what can be undone. */
export type HistoryDetails = { says: string | null; undo: number | null }

/** Describes entries of a record's history that changed more than its fields; one result per row. */
export type DescribeHistory = (
  db: Connection,
  rows: readonly Record<string, unknown>[],
  now: Date,
) => Promise<readonly HistoryDetails[]>

/** A resource with what its area adds to the generic calls. */
export type ResourceModule = ReadableResource & {
  hooks: ResourceHooks
  importHooks?: ImportHooks | null
  describeHistory?: DescribeHistory | null
  /** Its generic bulk actions and those of its area; `areas/index.ts` adds them. */
  bulkActions?: readonly BulkAction[]
  bulkHandlers?: Readonly<Record<string, BulkHandler>>
  dependents: readonly Dependent[]
}

export type ImpactSummary = Omit<Impact, 'token'>

/**
 * Validates records by their references and the area's rules. Records with `errors` skip the area's
 * rules. `changed` has the records before the change and the caller.
 */
export async function validateRecords(
  resource: ScopedResource<ResourceModule>,
  platform: Platform,
  connection: Connection,
  records: readonly FieldValues[],
  {
    changed,
    errors = [],
  }: {
    changed?: { befores: readonly AnyRecord[]; caller: Account } | undefined
    errors?: readonly ValidationErrors[]
  } = {},
): Promise<ValidationErrors[]> {
  const { hooks } = resource
  const { scope } = resource.relations
  const befores = changed?.befores
  const isEmpty = (one: ValidationErrors | undefined) => Object.keys(one ?? {}).length === 0
  const completeRecords = records.map((values, index) => ({ ...befores?.[index], ...values }))
  const isMoved = !befores || records.some((values) => scope !== undefined && scope in values)
  const names = isMoved ? undefined : [...new Set(records.flatMap((values) => Object.keys(values)))]
  const referenceErrors = await validateReferences(connection, resource, completeRecords, names)
  return Promise.all(
    records.map(async (values, index) => ({
      ...referenceErrors[index],
      ...(changed &&
        validateSecretDestinations(resource, changed.caller, {
          before: changed.befores[index] ?? {},
          values,
        })),
      ...validateStoreIsSet(resource, completeRecords[index] ?? {}),
      ...validateDependentFields(
        resource.fields,
        Object.keys(values),
        completeRecords[index] ?? {},
      ),
      // Other sentences must not mention a store, member, or group that the caller can't see.
      ...(isEmpty(errors[index]) &&
        isEmpty(referenceErrors[index]) &&
        (await findNewErrors(hooks, values, {
          platform,
          connection,
          before: befores?.[index],
        }))),
    })),
  )
}

/**
 * Returns the area's errors, except those the stored record already had in unchanged fields, which
 * must not block other fields.
 */
async function findNewErrors(
  hooks: ResourceHooks,
  values: FieldValues,
  options: Parameters<NonNullable<ResourceHooks['validate']>>[1],
): Promise<ValidationErrors> {
  const errors = (await hooks.validate?.(values, options)) ?? {}
  if (!options.before || Object.keys(errors).every((name) => name in values)) return errors
  const old = (await hooks.validate?.({}, options)) ?? {}
  return Object.fromEntries(
    Object.entries(errors).filter(([name, message]) => name in values || old[name] !== message),
  )
}

/**
 * Rejects a record without a store, which is the platform's: accounts limited to some stores
 * couldn't find it afterward.
 */
function validateStoreIsSet(
  { fields, relations: { scope }, storeIds }: ScopedResource,
  values: FieldValues,
): ValidationErrors {
  const field = scope === undefined ? undefined : fields[scope]
  if (scope === undefined || !field || storeIds === null || values[scope] !== null) return {}
  return { [scope]: messages.validation.required(field.label) }
}

/** Rejects invalid values with 422. */
export async function requireValid(
  resource: ScopedResource<ResourceModule>,
  { platform, trx, caller }: WriteContext,
  values: FieldValues,
  before?: AnyRecord,
): Promise<void> {
  const [errors = {}] = await validateRecords(resource, platform, trx, [values], {
    changed: before && { befores: [before], caller },
  })
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
}

/**
 * Prepares the impact of these changes. Call the result after `afterWrite`. Null if only the record
 * itself is affected.
 */
export async function estimateImpact(
  { name, api: { impact }, hooks }: ResourceModule,
  { trx, now, caller }: WriteContext,
  changed: readonly string[],
  id: number,
): Promise<(() => Promise<ImpactSummary>) | null> {
  if (!impact) return null
  if (!hooks.affectedRecords)
    throw new Error(`A change of ${name} reaches ${impact.many}, and nothing says which`)
  return hooks.affectedRecords(trx, changed, id, now, caller)
}

/** Runs `afterWrite` and reloads the written records. */
export async function applyAndReload(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  records: AnyRecord[],
  before: AnyRecord[] = [],
): Promise<AnyRecord[]> {
  await resource.hooks.afterWrite?.(context, records, before)
  const ids = records.map(({ id }) => id)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(getRecordColumns(resource).map((name) => sql.ref(name)))}
    from ${getVisibleRows(resource, resource.storeIds)} where id = any(${ids}::int[])
      and ${await matchRowTimes(context.trx, resource.name, ids)}`.execute(context.trx)
  const byId = new Map(
    (await addLabels(context.trx, resource, rows)).map((row) => [row['id'], row]),
  )
  return ids.map((id) => byId.get(id) as AnyRecord) // This transaction just wrote them.
}
