import { sql } from 'kysely'
import { giftCardEnvironments } from '#shared/areas/giftCards/messages.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { defineJob, startJob } from '#server/platform/core/jobs/jobs.ts'
import type { NewJobRow } from '#server/platform/core/jobs/jobs.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { loadRunaAccount, saveCatalog, fetchRunaCatalog } from './catalog.ts'
import { RunaError } from './runaApi.ts'
import { getEnvironment } from './runaSteps.ts'
import { giftCardSetupMessages } from './messages.ts'

/** Syncs the catalog of one account per row. */
export const syncGiftCardCatalogJob = defineJob({
  name: 'giftCardProducts.sync',
  permission: 'giftCards:write',
  async prepare(platform, { targetId }) {
    const all = limitToCaller({ storeIds: null }, giftCardSetup)
    const record = await loadRecord(platform.db, all, Number(targetId))
    const account = await loadRunaAccount(platform, {
      id: record.id,
      environment: getEnvironment(record),
    })
    if (!account) throw invalidState(giftCardSetupMessages.noKey)
    const products = await fetchRunaCatalog(platform, account).catch((error: unknown) => {
      if (error instanceof RunaError) throw invalidState(error.message)
      if (error instanceof NetworkError) throw invalidState(error.sentence)
      throw error
    })
    if (!products) throw invalidState(giftCardSetupMessages.noCatalog)
    return products
  },
  async perform({ trx, caller, now, audit }, { targetId }, products) {
    const record = await lockRecord(
      trx,
      limitToCaller(caller, giftCardSetup),
      Number(targetId),
      null,
    )
    const result = await saveCatalog(trx, getEnvironment(record), products, now)
    await audit({
      event: 'giftCardProducts.synchronised',
      stream: 'integrations',
      target: toAuditTarget(giftCardSetup, record),
      after: result,
    })
    const sentence = giftCardSetupMessages.synced(result.offered, result.fresh, result.withdrawn)
    return { outcome: 'done', sentence }
  },
})

/** POST /giftCardProducts/sync: returns 202 and a job with a row per account that has a key. */
export async function handleSyncGiftCardCatalog(context: RequestContext): Promise<CallResult> {
  requireAllStores(giftCardSetup, context.caller)
  const { rows } = await sql<{ id: number; environment: keyof typeof giftCardEnvironments }>`
    select id, environment from gift_card_setup where api_key_sealed is not null order by id`.execute(
    context.trx,
  )
  if (rows.length === 0) throw invalidState(giftCardSetupMessages.noAccount)
  const accounts = rows.map(({ id, environment }): NewJobRow => ({
    targetId: id,
    label: giftCardEnvironments[environment],
  }))
  return startJob(context, {
    kind: syncGiftCardCatalogJob,
    title: giftCardSetupMessages.syncTitle,
    rows: accounts,
  })
}
