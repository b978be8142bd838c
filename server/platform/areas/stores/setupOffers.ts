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
import { integrations as storeIntegrations } from '#shared/areas/stores/status/storeStates.ts'
import type { Account, Caller } from '#server/platform/core/auth/tokens.ts'
import { holds } from '#server/platform/core/http/answering.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change, Work } from '#server/platform/core/http/call.ts'
import { badRequest, noPermission, notFound } from '#server/platform/core/platform/refusal.ts'
import { integrations } from '../integrations.ts'
import { keptIntegration } from '#server/platform/core/integrations/kept.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { changeRecord } from '#server/platform/core/records/changes/changeRecord.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { RecordId, recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { keptStores } from './consequences.ts'
import { settleStores } from './settleStores.ts'
import { storeCallMessages } from './messages.ts'

const mostOffered = 20

const setupResources: Record<SharedSetupKind, Resource> = {
  mail: smtpSettings,
  payment: paymentSetups,
  gift: giftCardSetup,
}

/** Stores are served by live gift cards only. */
const condition: Record<SharedSetupKind, ReturnType<typeof sql>> = {
  mail: sql`true`,
  payment: sql`true`,
  gift: sql`environment = 'live'`,
}

/** Writing a setup for a store takes the permission to write setups of its kind, for all stores. */
export const canAssign = (caller: Account, kind: SharedSetupKind): boolean =>
  kind === 'mail'
    ? holds(`${stores.permission}:write`, caller)
    : caller.storeIds === null && holds(`${setupResources[kind].permission}:write`, caller)

/** Whether a store lacks a setup of this kind that works or has failed: then it may be given an existing one. */
function lacksSetup(store: AnyRecord, kind: SharedSetupKind): boolean {
  const state = store[storeIntegrations[kind].field] ?? 'not_configured'
  // The platform's default serves all stores without a setting of their own, so mail is rarely not configured.
  return (
    state === 'not_configured' || (kind === 'mail' && state !== 'active' && state !== 'degraded')
  )
}

/** Existing setups that a store could use, for each kind that it lacks and the caller may assign. */
export async function findSetupOffers(
  db: Connection,
  caller: Account,
  store: AnyRecord,
): Promise<SetupOffer[]> {
  const offers: SetupOffer[] = []
  for (const kind of sharedSetupKinds) {
    if (!lacksSetup(store, kind) || !canAssign(caller, kind)) continue
    const mode = kind === 'payment' ? sql`mode` : sql`null::text`
    const { rows } = await sql<Omit<SetupOffer, 'kind'>>`
      select id, name, state, ${mode} as mode from ${sql.table(setupResources[kind].name)}
      where state <> 'disabled' and ${condition[kind]}
        and (${kind}::text <> 'mail' or id is distinct from ${store['smtpSettingsId'] ?? null}::int)
      order by state <> 'active', lower(name), id limit ${mostOffered}`.execute(db)
    offers.push(...rows.map((row) => ({ kind, ...row })))
  }
  return offers
}

/** GET /stores/ID/setups */
export async function answerSetupOffers(
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const store = await readRecord(db, scopedTo(caller, stores), recordIdOf(stores, asked))
  return { status: 200, body: { data: await findSetupOffers(db, caller, store) } }
}

const Body = type({ kind: enums(sharedSetupKinds), id: RecordId })

/** POST /stores/ID/setups */
export async function answerAssignSetup(change: Change): Promise<Answer> {
  const { trx, asked, caller, now } = change
  if (!is(asked.body, Body)) throw badRequest(storeCallMessages.setupBody)
  const { kind, id } = asked.body
  const store = await readRecord(trx, scopedTo(caller, stores), recordIdOf(stores, asked))
  keptStores.consequence.refuse?.(store)
  if (!canAssign(caller, kind)) throw noPermission(storeCallMessages.needsPermission)
  await assignSetup(change, store.id, { kind, id })
  // The answer already has the new state.
  await settleStores(trx, new Date(now), [store.id])
  const body = await readRecord(trx, scopedTo(caller, stores), store.id)
  return { status: 200, body, version: body.version }
}

/** Makes a store use a setup: a mail setting is the store's field, other setups list their stores. */
export async function assignSetup(
  work: Work,
  storeId: number,
  { kind, id }: { kind: SharedSetupKind; id: number },
): Promise<void> {
  const { trx, caller } = work
  if (kind === 'mail') {
    const values = { smtpSettingsId: id }
    await changeRecord(scopedTo(caller, keptStores), work, { id: storeId, version: null, values })
    return
  }
  const setups = scopedTo(caller, keptSetups(kind))
  const setup = await lockRecord(trx, setups, id, null)
  const { storeIds } = setup
  if (!Array.isArray(storeIds)) throw notFound(setups.title.one)
  if (storeIds.includes(storeId) || (kind === 'gift' && storeIds.length === 0)) return
  const values = { storeIds: [...storeIds, storeId] }
  await changeRecord(setups, work, { id, version: null, values })
}

function keptSetups(kind: SharedSetupKind): Kept {
  const { name } = setupResources[kind]
  const integration = integrations.find(({ resource }) => resource.name === name)
  if (!integration) throw new Error(`${name} is not an integration`)
  return keptIntegration(integration)
}
