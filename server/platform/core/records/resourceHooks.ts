import { sql } from 'kysely'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { validateDependentFields } from '#shared/engine/fields/validation.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { Impact } from '#shared/engine/impact.ts'
import { messages } from '#shared/messages.ts'
import type { Account } from '../auth/tokens.ts'
import type { BulkHandler } from './bulkHandler.ts'
import type { WriteContext } from '../http/call.ts'
import { validationFailed } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getRecordColumns } from './list/columns.ts'
import { getVisibleRows } from './storeScope.ts'
import type { ReadExtension } from './list/list.ts'
import type { ScopedResource } from './storeScope.ts'
import { addLabels } from './labels.ts'
import { validateSecretDestinations } from './secrets.ts'
import type { Dependent } from './uses.ts'
import type { FieldValues } from './values.ts'
import { validateReferences } from './validateReferences.ts'

/** What else a write of a resource's records brings about, in its transaction. */
export type ResourceHooks = {
  /** What a new record leaves empty and its area knows, before it's checked. */
  fillDefaults?: (connection: Connection, given: FieldValues) => Promise<FieldValues>
  validate?: (
    values: FieldValues,
    known: { platform: Platform; connection: Connection; before: AnyRecord | undefined },
  ) => ValidationErrors | Promise<ValidationErrors>
  /** Refuses a write to who may not make it: of `values`, over those that were `before`; without `values` it is deleted. */
  /** By the ID of a store: why it can't be added to the stores of this record. Nobody else gives stores away until the transaction ends. */
  findStoreErrors?: (
    trx: Connection,
    record: AnyRecord,
    storeIds: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>
  authorize?: (
    work: WriteContext,
    written: { before?: AnyRecord; values?: FieldValues },
  ) => Promise<void>
  assertEditable?: (before: AnyRecord) => void
  deriveValues?: (changed: FieldValues) => FieldValues
  /** What a change of these fields reaches: called before it is written, what it yields when all has settled. `impact` asks for one. */
  affectedRecords?: (
    trx: Connection,
    changed: readonly string[],
    id: number,
    now: string,
    caller: Account,
  ) => Promise<() => Promise<ImpactSummary>>
  /** Writes what follows from the clock alone, before records are read: the moment is this one, ISO 8601. */
  beforeRead?: (connection: Connection, now: string) => Promise<void>
  afterWrite: (work: WriteContext, records: AnyRecord[], before: AnyRecord[]) => Promise<void>
  /** Says in a plan what many changes will bring about. */
  forecast?: Forecast
}

/** Sentences about changes that aren't made yet: `values` over those that were `before`. */
export type Forecast = (
  work: Pick<WriteContext, 'trx' | 'caller' | 'now'>,
  changes: readonly { before: AnyRecord; values: FieldValues }[],
) => Promise<string[]>

export type ImportHooks = {
  /** Takes back what a line made; deletes the record unless told. */
  undoCreate?: (
    work: WriteContext,
    made: { id: number; version: number },
    resource: ResourceModule,
  ) => Promise<UndoCreateResult>
  findDuplicates?: (trx: Connection, records: readonly FieldValues[]) => Promise<(string | null)[]>
  totals?: (db: Connection, importId: number) => Promise<ImportTotal[]>
  /** Sentences about what a run would do, shown with the dry run. */
  notes?: (
    db: Connection,
    options: { importId: number; caller: Account; now: string },
  ) => Promise<string[]>
}
export type UndoCreateResult = { outcome: 'done' | 'unchanged'; sentence: string | null }

/** A sum in its unit, in minor units: what there is, and what there would be. */
export type ImportTotal = { unit: string; before: number; after: number }

/** A resource as the platform keeps it: its definition, and what its area adds to the generic calls (app.ts hands it in). */
export type ResourceModule = Resource & {
  hooks: ResourceHooks | null
  readExtension?: ReadExtension | null
  importHooks?: ImportHooks | null
  bulkHandlers?: Readonly<Record<string, BulkHandler>>
  dependents: readonly Dependent[]
}

export type ImpactSummary = Omit<Impact, 'token'>

/** What is wrong with each by references and consequences, which are not asked of what is wrong already; `changed`: as they were, and who changes them. */
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
  const { scope, hooks: consequence } = resource
  const befores = changed?.befores
  const isEmpty = (one: ValidationErrors | undefined) => Object.keys(one ?? {}).length === 0
  const whole = records.map((values, at) => ({ ...befores?.[at], ...values }))
  const isMoved = !befores || records.some((values) => scope !== undefined && scope in values)
  const names = isMoved ? undefined : [...new Set(records.flatMap((values) => Object.keys(values)))]
  const led = await validateReferences(connection, resource, whole, names)
  return Promise.all(
    records.map(async (values, at) => ({
      ...led[at],
      ...(changed &&
        validateSecretDestinations(resource, changed.caller, {
          before: changed.befores[at] ?? {},
          values,
        })),
      ...validateStoreIsSet(resource, whole[at] ?? {}),
      ...validateDependentFields(resource.fields, Object.keys(values), whole[at] ?? {}),
      // A store, member, or group that the caller can't see must not get into any other sentence.
      ...(isEmpty(errors[at]) &&
        isEmpty(led[at]) &&
        (await findNewErrors(consequence, values, {
          platform,
          connection,
          before: befores?.[at],
        }))),
    })),
  )
}

/** What an area says is wrong, without what was wrong with the stored record before and isn't changed now: that blocks no other field. */
async function findNewErrors(
  consequence: ResourceHooks | null,
  values: FieldValues,
  known: Parameters<NonNullable<ResourceHooks['validate']>>[1],
): Promise<ValidationErrors> {
  const errors = (await consequence?.validate?.(values, known)) ?? {}
  if (!known.before || Object.keys(errors).every((name) => name in values)) return errors
  const old = (await consequence?.validate?.({}, known)) ?? {}
  return Object.fromEntries(
    Object.entries(errors).filter(([name, said]) => name in values || old[name] !== said),
  )
}

/** What belongs to no store is the platform's: accounts for some stores would write it and not find it. */
function validateStoreIsSet(
  { fields, scope, storeIds }: ScopedResource,
  values: FieldValues,
): ValidationErrors {
  const field = scope === undefined ? undefined : fields[scope]
  if (scope === undefined || !field || storeIds === null || values[scope] !== null) return {}
  return { [scope]: messages.validation.required(field.label) }
}

/** Refuses such values with 422. */
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

/** What these changes reach, to be asked when they have settled; null where they reach their own record alone. */
export async function estimateImpact(
  { name, impact, hooks: consequence }: ResourceModule,
  { trx, now, caller }: WriteContext,
  changed: readonly string[],
  id: number,
): Promise<(() => Promise<ImpactSummary>) | null> {
  if (!impact) return null
  if (!consequence?.affectedRecords)
    throw new Error(`A change of ${name} reaches ${impact.many}, and nothing says which`)
  return consequence.affectedRecords(trx, changed, id, now, caller)
}

/** Brings about what follows from records that were written, and always reads them as they are then. */
export async function applyAndReload(
  resource: ScopedResource<ResourceModule>,
  work: WriteContext,
  records: AnyRecord[],
  before: AnyRecord[] = [],
): Promise<AnyRecord[]> {
  await resource.hooks?.afterWrite(work, records, before)
  const ids = records.map(({ id }) => id)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(getRecordColumns(resource).map((name) => sql.ref(name)))}
    from ${getVisibleRows(resource, resource.storeIds)} where id = any(${ids}::int[])`.execute(
    work.trx,
  )
  const byId = new Map((await addLabels(work.trx, resource, rows)).map((row) => [row['id'], row]))
  return ids.map((id) => byId.get(id) as AnyRecord) // Just written, by this transaction.
}
