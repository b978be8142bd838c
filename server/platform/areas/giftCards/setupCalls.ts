import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call, Perform } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import { demandWhole } from '#server/platform/core/integrations/kept.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { instant, listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { lastHeard } from './events.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { askBalances, balancesOf, keepBalances } from './balances.ts'
import { freeze } from './freeze.ts'
import { RunaRefusal } from './runa.ts'
import { sideOf } from './steps.ts'
import { giftCardSetupMessages } from './messages.ts'

const path = (part: string) => `/${giftCardSetup.name}/:id/${part}`
const flag = { type: 'boolean' } as const
const balances = object({
  at: orNull(instant),
  balances: listOf(object({ currency: text, amount: whole, low: flag })),
  shortages: listOf(object({ currency: text, needed: whole, failed: whole, since: instant })),
  webhook: orNull(object({ address: orNull(text), heardAt: orNull(instant) })),
})

/** The calls of the gift card setup besides those that every integration has (shared/areas/giftCards/setupCalls.ts). */
export const giftCardSetupCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${giftCardSetup.permission}:read`,
    method: 'get',
    path: path('balances'),
    summary: "Get the Runa account's last known balances",
    success: { status: 200, schema: balances },
    async answer(asked, platform, caller) {
      const id = recordIdOf(giftCardSetup, asked)
      const record = await readRecord(platform.db, scopedTo(caller, giftCardSetup), id)
      return { status: 200, body: await told(platform, platform.db, record) }
    },
  },
  {
    kind: 'asking',
    needs: `${giftCardSetup.permission}:write`,
    method: 'post',
    path: path('balances'),
    summary: "Refresh the Runa account's balances",
    success: { status: 200, schema: balances },
    refusals: [409, 422, 429],
    answer: refreshBalances,
  },
  {
    kind: 'write',
    needs: `${giftCardSetup.permission}:write`,
    method: 'post',
    path: path('freeze'),
    summary: "Freeze or unfreeze an environment's gift cards",
    query: [reachParameter('the live templates that the freeze stops')],
    body: object({ frozen: flag, reason: text }, ['frozen']),
    success: { status: 200, schema: recordSchemas(giftCardSetup).record },
    refusals: [409, 413, 415, 422],
    answer: freeze,
  },
]

/** The sandbox has no webhooks. */
async function told(
  { origin }: Pick<Platform, 'origin'>,
  connection: Connection,
  record: AnyRecord,
) {
  const webhook =
    sideOf(record) === 'live'
      ? {
          address: origin && new URL(`/webhooks/runa/${record.id}`, origin).href,
          heardAt: await lastHeard(connection, record.id),
        }
      : null
  return { ...(await balancesOf(connection, record)), webhook }
}

/** Runa is asked before the transaction. */
async function refreshBalances(
  asked: Asked,
  platform: Platform,
  caller: Caller,
  perform: Perform,
): Promise<Answer> {
  const id = recordIdOf(giftCardSetup, asked)
  const record = await readRecord(platform.db, scopedTo(caller, giftCardSetup), id)
  demandWhole(giftCardSetup, caller)
  platform.outgoing.tries.take(caller.id)
  const { apiKey } = await openSecrets(platform, giftCardSetup, record)
  if (!apiKey) throw notPossible(giftCardSetupMessages.noKey)
  const account = { environment: sideOf(record), apiKey }
  const held = await askBalances(platform, account, AbortSignal.timeout(10_000)).catch(
    (error: unknown) => {
      if (error instanceof RunaRefusal) throw notPossible(error.message)
      if (error instanceof OutgoingFault) throw notPossible(error.sentence)
      throw error
    },
  )
  if (!held) throw notPossible(giftCardSetupMessages.noBalances)
  return perform(async ({ trx, now, audit }) => {
    const kept = await lockRecord(trx, scopedTo(caller, giftCardSetup), id, null)
    await keepBalances(trx, id, held, now)
    await audit({
      event: 'giftCardSetup.balancesRead',
      stream: 'integrations',
      target: targetOf(giftCardSetup, kept),
    })
    return { status: 200, body: await told(platform, trx, kept) }
  })
}
