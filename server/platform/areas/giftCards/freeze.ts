import { sql } from 'kysely'
import { boolean, optional, string, type } from 'superstruct'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { badRequest, invalid } from '#server/platform/core/platform/refusal.ts'
import { demandWhole } from '#server/platform/core/integrations/kept.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Untold } from '#server/platform/core/records/settled.ts'
import { refuseUnconfirmed } from '#server/platform/core/records/changes/update.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { statusAt } from './keptTemplates.ts'
import { giftCardSetupMessages } from './messages.ts'

const Freeze = type({ frozen: boolean(), reason: optional(string()) })
const longestReason = 300

/** POST /giftCardSetup/ID/freeze: to freeze is asked about once, where that stops templates. */
export async function freeze({ trx, asked, caller, now, audit }: Change): Promise<Answer> {
  if (!is(asked.body, Freeze)) throw badRequest(giftCardSetupMessages.freezeBody)
  demandWhole(giftCardSetup, caller)
  const kept = scopedTo(caller, giftCardSetup)
  const id = recordIdOf(giftCardSetup, asked)
  const before = await lockRecord(trx, kept, id, null)
  const { frozen } = asked.body
  const reason = asked.body.reason?.trim() ?? ''
  if (frozen && reason === '') throw invalid({ reason: giftCardSetupMessages.freezeReasonMissing })
  if (reason.length > longestReason)
    throw invalid({ reason: giftCardSetupMessages.freezeReasonTooLong(longestReason) })
  if (frozen && before['frozen'] !== true)
    refuseUnconfirmed(asked, { id, frozen }, await stoppedBy(trx, before, now))
  await sql`update gift_card_setup set frozen = ${frozen}, frozen_reason = ${frozen ? reason : null},
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${id}`.execute(trx)
  await audit({
    event: frozen ? 'giftCardSetup.frozen' : 'giftCardSetup.unfrozen',
    stream: 'integrations',
    target: targetOf(giftCardSetup, before),
    before: { frozen: before['frozen'] },
    after: { frozen, ...(frozen ? { reason } : {}) },
  })
  const record = await readRecord(trx, kept, id)
  return { status: 200, body: record, version: record.version }
}

/** The live templates of its environment, by how many stores they send in. */
async function stoppedBy(trx: Connection, setup: AnyRecord, now: string): Promise<Untold> {
  const { rows } = await sql<{ name: string; storeIds: number[] }>`
    select name, store_ids from gift_card_templates
    where environment = ${setup['environment']} and ${statusAt(now)} = 'live' order by name, id`.execute(
    trx,
  )
  const own = Array.isArray(setup['storeIds']) ? setup['storeIds'] : []
  const reached = rows.map(({ name, storeIds }) => ({ name, stores: storesOf(storeIds, own) }))
  const worse = [...Map.groupBy(reached, ({ stores }) => stores)].map(([stores, of]) => ({
    what:
      stores === null
        ? giftCardSetupMessages.freezeStopsAll
        : giftCardSetupMessages.freezeStops(stores),
    count: of.length,
    examples: of.slice(0, 5).map(({ name }) => name),
  }))
  return { reaches: rows.length, own: 0, worse }
}

/** In how many stores a template sends, null in all of them: no stores are all stores, of a template and of the setup. */
function storesOf(template: readonly number[], setup: readonly number[]): number | null {
  if (template.length === 0 && setup.length === 0) return null
  if (template.length === 0) return setup.length
  if (setup.length === 0) return template.length
  return template.filter((id) => setup.includes(id)).length
}
