import { getIntegrations } from '#server/platform/core/integrations/integrationRegistry.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ReadinessKey } from '#shared/areas/stores/readiness/readinessChecks.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import {
  findStoreSetups,
  createSetupUrlBuilder,
} from '#server/platform/core/integrations/storeSetups.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { loadSavedReadiness } from './figures/readiness.ts'
import { findSetupOffers } from './setupOffers.ts'

/**
 * GET /stores/ID/readiness: the saved percentage that lists show, with the checks it was computed
 * from.
 */
export async function handleLoadStoreReadiness(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const id = parseRecordId(stores, request)
  const store = await loadRecord(db, limitToCaller(caller, stores), id)
  const { percent, checks } = await loadSavedReadiness(db, id, caller.storeIds)
  const setups = await findStoreSetups(db, getIntegrations(), [id])
  const buildStartUrl = await createSetupUrlBuilder(db, store)
  const offers = await findSetupOffers(db, caller, store)
  const getFixUrl = (key: ReadinessKey): string | undefined => {
    const kind = integrationKinds.find((one) => one === key)
    if (!kind) return undefined
    // The Integrations tab offers the existing setups first, then a new one.
    if (offers.some((offer) => offer.kind === kind)) return undefined
    const { field } = integrationsByKind[kind]
    const isUnset = (store[field] ?? 'not_configured') === 'not_configured'
    const setup = setups.find((one) => one.kind === kind)
    return setup?.to ?? (isUnset ? buildStartUrl(kind, 'not_configured') : undefined)
  }
  const checksWithFix = checks.map((check) => {
    const fix = check.ok && !check.warning ? undefined : getFixUrl(check.key)
    return { ...check, ...(fix && { fix }) }
  })
  return { status: 200, body: { percent, checks: checksWithFix } }
}
