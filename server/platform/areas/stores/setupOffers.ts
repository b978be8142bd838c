import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import { enums, type } from 'superstruct'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { sharedSetupKinds } from '#shared/areas/stores/storeSetupCalls.ts'
import type { SetupOffer, SharedSetupKind } from '#shared/areas/stores/storeSetupCalls.ts'
import { integrationsByKind as storeIntegrations } from '#shared/engine/integrations/integrationKinds.ts'
import type { Account, Caller } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext, WriteContext } from '#server/platform/core/http/call.ts'
import { badRequest, forbidden, notFound } from '#server/platform/core/platform/httpError.ts'
import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { createIntegrationModule } from '#server/platform/core/integrations/integrationHooks.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { updateRecord } from '#server/platform/core/records/changes/updateRecord.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { RecordId, parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { recomputeStoreStats } from './recomputeStoreStats.ts'
import { storeCallMessages } from './messages.ts'

const maxOffers = 20

const setupResources: Record<SharedSetupKind, Resource> = {
  mail: smtpSettings,
  payment: paymentSetups,
  gift: giftCardSetup,
}

/** Only live gift card setups serve stores. */
const setupConditions: Record<SharedSetupKind, ReturnType<typeof sql>> = {
  mail: sql`true`,
  payment: sql`true`,
  gift: sql`environment = 'live'`,
}

/**
 * Whether the caller can assign setups of this kind: it takes permission to write them, and access
 * to all stores.
 */
export const canAssignSetup = (caller: Account, kind: SharedSetupKind): boolean =>
  kind === 'mail'
    ? hasPermission(`${stores.permission}:write`, caller)
    : caller.storeIds === null && hasPermission(`${setupResources[kind].permission}:write`, caller)

/**
 * Whether a store has no setup of this kind that works or has failed, so that an existing one can
 * be assigned.
 */
function isMissingSetup(store: AnyRecord, kind: SharedSetupKind): boolean {
  const state = store[storeIntegrations[kind].field] ?? 'not_configured'
  // The platform's default serves all stores without a setting of their own, so email is rarely not
  // configured.
  return (
    state === 'not_configured' || (kind === 'mail' && state !== 'active' && state !== 'degraded')
  )
}

/**
 * Finds the existing setups that a store could use, for each kind that it lacks and the caller can
 * assign.
 */
export async function findSetupOffers(
  db: Connection,
  caller: Account,
  store: AnyRecord,
): Promise<SetupOffer[]> {
  const offers: SetupOffer[] = []
  for (const kind of sharedSetupKinds) {
    if (!isMissingSetup(store, kind) || !canAssignSetup(caller, kind)) continue
    const mode = kind === 'payment' ? sql`mode` : sql`null::text`
    const { rows } = await sql<Omit<SetupOffer, 'kind'>>`
      select id, name, state, ${mode} as mode from ${sql.table(setupResources[kind].name)}
      where state <> 'disabled' and ${setupConditions[kind]}
        and (${kind}::text <> 'mail' or id is distinct from ${store['smtpSettingsId'] ?? null}::int)
      order by state <> 'active', lower(name), id limit ${maxOffers}`.execute(db)
    offers.push(...rows.map((row) => ({ kind, ...row })))
  }
  return offers
}

/** GET /stores/ID/setups */
export async function handleListSetupOffers(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const store = await loadRecord(db, limitToCaller(caller, stores), parseRecordId(stores, request))
  return { status: 200, body: { data: await findSetupOffers(db, caller, store) } }
}

const AssignSetupBody = type({ kind: enums(sharedSetupKinds), id: RecordId })

/** POST /stores/ID/setups */
export async function handleAssignSetup(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now } = context
  if (!is(request.body, AssignSetupBody)) throw badRequest(storeCallMessages.setupBody)
  const { kind, id } = request.body
  const store = await loadRecord(trx, limitToCaller(caller, stores), parseRecordId(stores, request))
  getResourceModule('stores').hooks.assertEditable?.(store)
  if (!canAssignSetup(caller, kind)) throw forbidden(storeCallMessages.needsPermission)
  await assignSetupToStore(context, store.id, { kind, id })
  // The response must have the new state.
  await recomputeStoreStats(trx, new Date(now), [store.id])
  const body = await loadRecord(trx, limitToCaller(caller, stores), store.id)
  return { status: 200, body, version: body.version }
}

/**
 * Makes a store use a setup: an SMTP setting is a field of the store, other setups list their
 * stores.
 */
export async function assignSetupToStore(
  context: WriteContext,
  storeId: number,
  { kind, id }: { kind: SharedSetupKind; id: number },
): Promise<void> {
  const { trx, caller } = context
  if (kind === 'mail') {
    const values = { smtpSettingsId: id }
    await updateRecord(limitToCaller(caller, getResourceModule('stores')), context, {
      id: storeId,
      version: null,
      values,
    })
    return
  }
  const setups = limitToCaller(caller, getSetupModule(kind))
  const setup = await lockRecord(trx, setups, id, null)
  const { storeIds } = setup
  if (!Array.isArray(storeIds)) throw notFound(setups.title.one)
  if (storeIds.includes(storeId) || (kind === 'gift' && storeIds.length === 0)) return
  const values = { storeIds: [...storeIds, storeId] }
  await updateRecord(setups, context, { id, version: null, values })
}

function getSetupModule(kind: SharedSetupKind): ResourceModule {
  const { name } = setupResources[kind]
  const integration = getIntegrations().find(({ resource }) => resource.name === name)
  if (!integration) throw new Error(`${name} is not an integration`)
  return createIntegrationModule(integration)
}
