import { sql } from 'kysely'
import { boolean, optional, string, type } from 'superstruct'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, validationFailed } from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildGiftCardTemplateStatusSql } from './hooks.ts'
import { giftCardSetupMessages } from './messages.ts'

const FreezeBody = type({ frozen: boolean(), reason: optional(string()) })
const maxReasonLength = 300

/** POST /giftCardSetup/ID/freeze: freezing requires confirmation if it stops templates. */
export async function handleSetGiftCardsFrozen({
  trx,
  request,
  caller,
  now,
  audit,
}: RequestContext): Promise<CallResult> {
  if (!is(request.body, FreezeBody)) throw badRequest(giftCardSetupMessages.freezeBody)
  requireAllStores(giftCardSetup, caller)
  const resource = limitToCaller(caller, giftCardSetup)
  const id = parseRecordId(giftCardSetup, request)
  const before = await lockRecord(trx, resource, id, null)
  const { frozen } = request.body
  const reason = request.body.reason?.trim() ?? ''
  if (frozen && reason === '')
    throw validationFailed({ reason: giftCardSetupMessages.freezeReasonMissing })
  if (reason.length > maxReasonLength)
    throw validationFailed({ reason: giftCardSetupMessages.freezeReasonTooLong(maxReasonLength) })
  if (frozen && before['frozen'] !== true)
    requireImpactConfirmation(request, { id, frozen }, await estimateFreezeImpact(trx, before, now))
  await sql`update gift_card_setup set frozen = ${frozen}, frozen_reason = ${frozen ? reason : null},
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${id}`.execute(trx)
  await audit({
    event: frozen ? 'giftCardSetup.frozen' : 'giftCardSetup.unfrozen',
    stream: 'integrations',
    target: toAuditTarget(giftCardSetup, before),
    before: { frozen: before['frozen'] },
    after: { frozen, ...(frozen ? { reason } : {}) },
  })
  const record = await loadRecord(trx, resource, id)
  return { status: 200, body: record, version: record.version }
}

/** Estimates which live templates of the environment stop, by the number of their stores. */
async function estimateFreezeImpact(
  trx: Connection,
  setup: AnyRecord,
  now: string,
): Promise<ImpactSummary> {
  const { rows } = await sql<{ name: string; storeIds: number[] }>`
    select name, store_ids from gift_card_templates
    where environment = ${setup['environment']} and ${buildGiftCardTemplateStatusSql(now)} = 'live' order by name, id`.execute(
    trx,
  )
  const own = Array.isArray(setup['storeIds']) ? setup['storeIds'] : []
  const templateStores = rows.map(({ name, storeIds }) => ({
    name,
    stores: countTemplateStores(storeIds, own),
  }))
  const worse = [...Map.groupBy(templateStores, ({ stores }) => stores)].map(([stores, group]) => ({
    what:
      stores === null
        ? giftCardSetupMessages.freezeStopsAll
        : giftCardSetupMessages.freezeStops(stores, group.length),
    count: group.length,
    examples: group.slice(0, 5).map(({ name }) => name),
  }))
  return { reaches: rows.length, own: 0, worse }
}

/**
 * Counts the stores where a template sends; null for all. No stores means all stores, for the
 * template and for the setup.
 */
function countTemplateStores(template: readonly number[], setup: readonly number[]): number | null {
  if (template.length === 0 && setup.length === 0) return null
  if (template.length === 0) return setup.length
  if (setup.length === 0) return template.length
  return template.filter((id) => setup.includes(id)).length
}
