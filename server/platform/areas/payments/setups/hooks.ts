import { sql } from 'kysely'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { formatStoreImpact } from '#server/platform/core/integrations/servedStores.ts'
import type { ResourceHooks, ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { paymentSetupMessages } from './messages.ts'
import { validateCredentials } from './validateCredentials.ts'

/**
 * Validates amounts, credentials, and stores: amounts need a currency, and each store has only one
 * setup.
 */
export const validatePaymentSetup: NonNullable<ResourceHooks['validate']> = async (
  values,
  { connection, before },
) => {
  const allValues: Record<string, unknown> = { ...before, ...values }
  const { minAmount, maxAmount, limitCurrency } = allValues
  const errors: ValidationErrors = {}
  if (typeof (minAmount ?? maxAmount) === 'number' && !limitCurrency)
    errors['limitCurrency'] = paymentSetupMessages.limitCurrency
  if (typeof minAmount === 'number' && typeof maxAmount === 'number' && maxAmount < minAmount)
    errors['maxAmount'] = paymentSetupMessages.amountRange
  // The field has no other value.
  Object.assign(errors, validateCredentials(allValues['provider'] as Gateway, values))
  return {
    ...errors,
    ...(await validateStoresUnassigned(connection, values['storeIds'], before?.id ?? 0)),
  }
}

/**
 * Returns an error if another setup already serves one of the stores. Takes a lock, so no other
 * transaction can assign stores to setups until this one ends.
 */
export async function validateStoresUnassigned(
  connection: Connection,
  storeIds: unknown,
  id: number,
): Promise<ValidationErrors> {
  if (!Array.isArray(storeIds) || storeIds.length === 0) return {}
  await sql`select pg_advisory_xact_lock(hashtext('payment setups'))`.execute(connection)
  const { rows } = await sql<{ store: string; setup: string }>`
    select stores.name as store, setup.name as setup
    from payment_setups as setup join stores on stores.id = any(setup.store_ids)
    where setup.store_ids && ${storeIds}::int[] and stores.id = any(${storeIds}::int[])
      and setup.id <> ${id}
    order by stores.name limit 1`.execute(connection)
  return rows[0] ? { storeIds: paymentSetupMessages.storeTaken(rows[0].store, rows[0].setup) } : {}
}

/** Returns an error for each store that another setup already serves, by store ID. */
export async function findAssignedStoreErrors(
  connection: Connection,
  { id }: { id: number },
  storeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  await sql`select pg_advisory_xact_lock(hashtext('payment setups'))`.execute(connection)
  const { rows } = await sql<{ store: number; setup: string }>`
    select store, setup.name as setup
    from payment_setups as setup, unnest(setup.store_ids) as store
    where setup.id <> ${id} and store = any(${[...storeIds]}::int[])`.execute(connection)
  return new Map(rows.map(({ store, setup }) => [store, paymentSetupMessages.usesOther(setup)]))
}

type ServedStore = { id: number; name: string; setup: number; state: string; mode: string }

async function findServedStores(trx: Connection): Promise<ServedStore[]> {
  const { rows } = await sql<ServedStore>`
    select stores.id, stores.name, setup.id as setup, setup.state, setup.mode
    from payment_setups as setup join stores on stores.id = any(setup.store_ids)
    order by stores.name, stores.id`.execute(trx)
  return rows
}

const takesPayments = (store: ServedStore | undefined) =>
  store?.state === 'active' || store?.state === 'degraded'
const maxExamples = 3

type ServedStoreChanges = { changed: ServedStore[]; noLongerServed: ServedStore[] }

/**
 * Remembers how each store is served. After the change, the returned function compares: it returns
 * the stores whose setup, status, or mode changed, and those that no longer take payments.
 */
async function trackServedStores(trx: Connection): Promise<() => Promise<ServedStoreChanges>> {
  const before = await findServedStores(trx)
  return async () => {
    const after = new Map((await findServedStores(trx)).map((store) => [store.id, store]))
    const changed = before.filter((previous) => {
      const current = after.get(previous.id)
      return (
        current?.setup !== previous.setup ||
        current.state !== previous.state ||
        current.mode !== previous.mode
      )
    })
    return {
      changed,
      noLongerServed: changed.filter(
        (previous) => takesPayments(previous) && !takesPayments(after.get(previous.id)),
      ),
    }
  }
}

function toSetupImpact(
  { changed, noLongerServed }: ServedStoreChanges,
  event: 'changed' | 'switched',
): ImpactSummary {
  if (noLongerServed.length === 0) return { reaches: changed.length, own: 0, worse: [] }
  const isFailing = noLongerServed.every(({ state }) => state === 'degraded')
  const what = formatStoreImpact(paymentSetupMessages.impact[isFailing ? 'stillFailing' : event], {
    count: noLongerServed.length,
    examples: noLongerServed.slice(0, maxExamples).map(({ name }) => name),
  })
  return { reaches: changed.length, own: 0, worse: [{ what, count: 0, examples: [] }] }
}

/** Estimates a change: how many stores it affects, and which ones no longer take payments. */
export async function estimatePaymentSetupImpact(
  trx: Connection,
): Promise<() => Promise<ImpactSummary>> {
  const changes = await trackServedStores(trx)
  return async () => toSetupImpact(await changes(), 'changed')
}

/** Estimates a switch of the mode, and names the stores that it affects. */
export async function estimateModeSwitchImpact(
  trx: Connection,
): Promise<() => Promise<ImpactSummary>> {
  const changes = await trackServedStores(trx)
  return async () => {
    const storeChanges = await changes()
    const { worse, ...impact } = toSetupImpact(storeChanges, 'switched')
    if (storeChanges.changed.length === 0) return { ...impact, worse }
    const names = storeChanges.changed.map(({ name }) => name)
    return {
      ...impact,
      worse: [...worse, { what: formatAffectedStores(names), count: 0, examples: [] }],
    }
  }
}

const maxNamedStores = 20

/** Names up to twenty affected stores in a sentence. */
export function formatAffectedStores(names: readonly string[]): string {
  if (names.length === 1) return paymentSetupMessages.storeChanges(names.join(''))
  const named = names.slice(0, maxNamedStores).join(', ')
  const more = names.length - maxNamedStores
  return more > 0
    ? paymentSetupMessages.moreStoresChange(named, more)
    : paymentSetupMessages.storesChange(named)
}
