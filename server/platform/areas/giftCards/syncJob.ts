import { sql } from 'kysely'
import { giftCardEnvironments } from '#shared/areas/giftCards/messages.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import { demandWhole } from '#server/platform/core/integrations/kept.ts'
import { defineJob, startJob } from '#server/platform/core/jobs/jobs.ts'
import type { NewRow } from '#server/platform/core/jobs/jobs.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { accountOf, keepCatalogue, readCatalogue } from './catalogue.ts'
import { RunaRefusal } from './runa.ts'
import { sideOf } from './steps.ts'
import { giftCardSetupMessages } from './messages.ts'

/** Brings the catalogue of an account up to date, an account a row. */
export const syncCatalogue = defineJob({
  name: 'giftCardProducts.sync',
  needs: 'giftCards:write',
  async prepare(platform, { targetId }) {
    const all = scopedTo({ storeIds: null }, giftCardSetup)
    const record = await readRecord(platform.db, all, Number(targetId))
    const account = await accountOf(platform, { id: record.id, environment: sideOf(record) })
    if (!account) throw notPossible(giftCardSetupMessages.noKey)
    const products = await readCatalogue(platform, account).catch((error: unknown) => {
      if (error instanceof RunaRefusal) throw notPossible(error.message)
      if (error instanceof OutgoingFault) throw notPossible(error.sentence)
      throw error
    })
    if (!products) throw notPossible(giftCardSetupMessages.noCatalog)
    return products
  },
  async perform({ trx, caller, now, audit }, { targetId }, products) {
    const record = await lockRecord(trx, scopedTo(caller, giftCardSetup), Number(targetId), null)
    const told = await keepCatalogue(trx, sideOf(record), products, now)
    await audit({
      event: 'giftCardProducts.synchronised',
      stream: 'integrations',
      target: targetOf(giftCardSetup, record),
      after: told,
    })
    const sentence = giftCardSetupMessages.synced(told.offered, told.fresh, told.withdrawn)
    return { outcome: 'done', sentence }
  },
})

/** POST /giftCardProducts/sync: 202 and a job with a row for each account that has a key. */
export async function startSync(change: Change): Promise<Answer> {
  demandWhole(giftCardSetup, change.caller)
  const { rows } = await sql<{ id: number; environment: keyof typeof giftCardEnvironments }>`
    select id, environment from gift_card_setup where api_key_sealed is not null order by id`.execute(
    change.trx,
  )
  if (rows.length === 0) throw notPossible(giftCardSetupMessages.noAccount)
  const accounts = rows.map(({ id, environment }): NewRow => ({
    targetId: id,
    label: giftCardEnvironments[environment],
  }))
  return startJob(change, {
    kind: syncCatalogue,
    title: giftCardSetupMessages.syncTitle,
    rows: accounts,
  })
}
