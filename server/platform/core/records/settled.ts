import { sql } from 'kysely'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { missingBeside } from '#shared/engine/fields/validation.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { Reach } from '#shared/engine/reach.ts'
import { messages } from '#shared/messages.ts'
import type { Account } from '../auth/tokens.ts'
import type { BulkWork } from './bulkWork.ts'
import type { Work } from '../http/call.ts'
import { invalid } from '../platform/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { answered } from './list/columns.ts'
import { rowsOf } from './inScope.ts'
import type { Listing } from './list/list.ts'
import type { Scoped } from './inScope.ts'
import { withLabels } from './labels.ts'
import { movedSecrets } from './secrets.ts'
import type { Dependent } from './uses.ts'
import type { Values } from './values.ts'
import { wrongReferences } from './wrongReferences.ts'

/** What else a write of a resource's records brings about, in its transaction. */
export type Consequence = {
  /** What a new record leaves empty and its area knows, before it's checked. */
  fillNew?: (connection: Connection, given: Values) => Promise<Values>
  wrong?: (
    values: Values,
    known: { platform: Platform; connection: Connection; before: AnyRecord | undefined },
  ) => FieldErrors | Promise<FieldErrors>
  /** Refuses a write to who may not make it: of `values`, over those that were `before`; without `values` it is deleted. */
  /** By the ID of a store: why it can't be added to the stores of this record. Nobody else gives stores away until the transaction ends. */
  storeFaults?: (
    trx: Connection,
    record: AnyRecord,
    storeIds: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>
  admit?: (work: Work, written: { before?: AnyRecord; values?: Values }) => Promise<void>
  refuse?: (before: AnyRecord) => void
  implied?: (changed: Values) => Values
  /** What a change of these fields reaches: called before it is written, what it yields when all has settled. `impact` asks for one. */
  reach?: (
    trx: Connection,
    changed: readonly string[],
    id: number,
    now: string,
    caller: Account,
  ) => Promise<() => Promise<Untold>>
  /** Writes what follows from the clock alone, before records are read: the moment is this one, ISO 8601. */
  keepTime?: (connection: Connection, now: string) => Promise<void>
  settle: (work: Work, records: AnyRecord[], before: AnyRecord[]) => Promise<void>
  /** Says in a plan what many changes will bring about. */
  forecast?: Forecast
}

/** Sentences about changes that aren't made yet: `values` over those that were `before`. */
export type Forecast = (
  work: Pick<Work, 'trx' | 'caller' | 'now'>,
  changes: readonly { before: AnyRecord; values: Values }[],
) => Promise<string[]>

export type ImportWork = {
  /** Takes back what a line made; deletes the record unless told. */
  unmake?: (work: Work, made: { id: number; version: number }, resource: Kept) => Promise<Unmade>
  known?: (trx: Connection, records: readonly Values[]) => Promise<(string | null)[]>
  totals?: (db: Connection, importId: number) => Promise<Total[]>
  /** Sentences about what a run would do, shown with the dry run. */
  notes?: (
    db: Connection,
    options: { importId: number; caller: Account; now: string },
  ) => Promise<string[]>
}
export type Unmade = { outcome: 'done' | 'unchanged'; sentence: string | null }

/** A sum in its unit, in minor units: what there is, and what there would be. */
export type Total = { unit: string; before: number; after: number }

/** A resource as the platform keeps it: its definition, and what its area adds to the generic calls (app.ts hands it in). */
export type Kept = Resource & {
  consequence: Consequence | null
  listing?: Listing | null
  importing?: ImportWork | null
  bulk?: Readonly<Record<string, BulkWork>>
  dependents: readonly Dependent[]
}

export type Untold = Omit<Reach, 'token'>

/** What is wrong with each by references and consequences, which are not asked of what is wrong already; `changed`: as they were, and who changes them. */
export async function wrongIn(
  resource: Scoped<Kept>,
  platform: Platform,
  connection: Connection,
  records: readonly Values[],
  {
    changed,
    errors = [],
  }: {
    changed?: { befores: readonly AnyRecord[]; caller: Account } | undefined
    errors?: readonly FieldErrors[]
  } = {},
): Promise<FieldErrors[]> {
  const { scope, consequence } = resource
  const befores = changed?.befores
  const isEmpty = (one: FieldErrors | undefined) => Object.keys(one ?? {}).length === 0
  const whole = records.map((values, at) => ({ ...befores?.[at], ...values }))
  const isMoved = !befores || records.some((values) => scope !== undefined && scope in values)
  const names = isMoved ? undefined : [...new Set(records.flatMap((values) => Object.keys(values)))]
  const led = await wrongReferences(connection, resource, whole, names)
  return Promise.all(
    records.map(async (values, at) => ({
      ...led[at],
      ...(changed &&
        movedSecrets(resource, changed.caller, { before: changed.befores[at] ?? {}, values })),
      ...nobodys(resource, whole[at] ?? {}),
      ...missingBeside(resource.fields, Object.keys(values), whole[at] ?? {}),
      // A store, member, or group that the caller can't see must not get into any other sentence.
      ...(isEmpty(errors[at]) &&
        isEmpty(led[at]) &&
        (await findNewFaults(consequence, values, {
          platform,
          connection,
          before: befores?.[at],
        }))),
    })),
  )
}

/** What an area says is wrong, without what was wrong with the stored record before and isn't changed now: that blocks no other field. */
async function findNewFaults(
  consequence: Consequence | null,
  values: Values,
  known: Parameters<NonNullable<Consequence['wrong']>>[1],
): Promise<FieldErrors> {
  const errors = (await consequence?.wrong?.(values, known)) ?? {}
  if (!known.before || Object.keys(errors).every((name) => name in values)) return errors
  const old = (await consequence?.wrong?.({}, known)) ?? {}
  return Object.fromEntries(
    Object.entries(errors).filter(([name, said]) => name in values || old[name] !== said),
  )
}

/** What belongs to no store is the platform's: accounts for some stores would write it and not find it. */
function nobodys({ fields, scope, storeIds }: Scoped, values: Values): FieldErrors {
  const field = scope === undefined ? undefined : fields[scope]
  if (scope === undefined || !field || storeIds === null || values[scope] !== null) return {}
  return { [scope]: messages.validation.required(field.label) }
}

/** Refuses such values with 422. */
export async function refuseWrong(
  resource: Scoped<Kept>,
  { platform, trx, caller }: Work,
  values: Values,
  before?: AnyRecord,
): Promise<void> {
  const [errors = {}] = await wrongIn(resource, platform, trx, [values], {
    changed: before && { befores: [before], caller },
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** What these changes reach, to be asked when they have settled; null where they reach their own record alone. */
export async function reachOf(
  { name, impact, consequence }: Kept,
  { trx, now, caller }: Work,
  changed: readonly string[],
  id: number,
): Promise<(() => Promise<Untold>) | null> {
  if (!impact) return null
  if (!consequence?.reach)
    throw new Error(`A change of ${name} reaches ${impact.many}, and nothing says which`)
  return consequence.reach(trx, changed, id, now, caller)
}

/** Brings about what follows from records that were written, and always reads them as they are then. */
export async function settled(
  resource: Scoped<Kept>,
  work: Work,
  records: AnyRecord[],
  before: AnyRecord[] = [],
): Promise<AnyRecord[]> {
  await resource.consequence?.settle(work, records, before)
  const ids = records.map(({ id }) => id)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(answered(resource).map((name) => sql.ref(name)))}
    from ${rowsOf(resource, resource.storeIds)} where id = any(${ids}::int[])`.execute(work.trx)
  const byId = new Map((await withLabels(work.trx, resource, rows)).map((row) => [row['id'], row]))
  return ids.map((id) => byId.get(id) as AnyRecord) // Just written, by this transaction.
}
