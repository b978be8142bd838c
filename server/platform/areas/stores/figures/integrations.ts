import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeIntegrationKinds } from '#shared/engine/integrations/fixUrl.ts'
import type { StoreIntegrationKind } from '#shared/engine/integrations/fixUrl.ts'
import type { StoreIntegration } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import { redactSecrets } from '#server/platform/core/audit/redactSecrets.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import {
  findStoreSetups,
  createSetupUrlBuilder,
} from '#server/platform/core/integrations/storeSetups.ts'
import type { StoreSetup } from '#server/platform/core/integrations/storeSetups.ts'
import { loadSavedReadiness } from './readiness.ts'

const unsetIntegration = { state: 'not_configured', message: null, checkedAt: null }

const isInUse = (state: string) => state === 'active' || state === 'degraded'

/** GET /stores/ID/integrations: returns every kind, even those without a setup. */
export async function handleListStoreIntegrations(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const store = await loadRecord(db, limitToCaller(caller, stores), parseRecordId(stores, request))
  const { id } = store
  const { rows } = await sql<Omit<StoreIntegration, 'to'>>`
    select kind, state, message, checked_at from integrations where store_id = ${id}`.execute(db)
  const { checks } = await loadSavedReadiness(db, id, caller.storeIds)
  const savedIntegrations = rows.map(({ message, ...row }) => ({
    ...row,
    // An integration that passes its tests but still declines members has the message from the
    // store's readiness.
    message:
      message === null
        ? isInUse(row.state)
          ? (checks.find(({ key }) => key === row.kind)?.detail ?? null)
          : null
        : redactSecrets(message),
  }))
  const setups = await findStoreSetups(db, getIntegrations(), [id])
  const buildStartUrl = await createSetupUrlBuilder(db, store)
  const data = storeIntegrationKinds.map((kind): StoreIntegration => {
    const setup = setups.find((one) => one.kind === kind)
    const row =
      savedIntegrations.find((one) => one.kind === kind) ??
      getSetupStatus(kind, setup) ??
      unsetIntegration
    const checkedAt = setup ? getLastTest(setup) : row.checkedAt
    return { ...row, checkedAt, kind, to: setup?.to ?? buildStartUrl(kind, row.state) }
  })
  return { status: 200, body: { data } }
}

/** Returns the status of a kind that isn't saved with the store: its setup has it. */
function getSetupStatus(kind: StoreIntegrationKind, setup: StoreSetup | undefined) {
  if (kind !== 'memberSignOn' || !setup) return null
  const { state, problem } = setup.record
  const message = state === 'degraded' && typeof problem === 'string' ? problem : null
  return { kind, state, message, checkedAt: null }
}

const getLastTest = ({ record: { lastTestAt } }: StoreSetup) =>
  typeof lastTestAt === 'string' ? lastTestAt : null
