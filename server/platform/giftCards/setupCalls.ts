import { sql } from 'kysely'
import { boolean, optional, string, type } from 'superstruct'
import { is } from '#shared/is.ts'
import { giftCardSetup } from '#shared/resources/giftCardSetup.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { targetOf } from '../audit/audit.ts'
import type { Caller } from '../accounts/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Call, Change, Perform } from '../http/call.ts'
import { badRequest, invalid, Refusal } from '../http/refusal.ts'
import { demandWhole } from '../integrations/kept.ts'
import { openSecrets } from '../integrations/settings.ts'
import { instant, listOf, orNull, text, whole } from '../openapi/schema.ts'
import { object, recordSchemas } from '../openapi/schemas.ts'
import { OutgoingFault } from '../outgoing/faults.ts'
import type { Platform } from '../platform.ts'
import { scopedTo } from '../records/inScope.ts'
import { lockRecord, readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { lastHeard } from './events.ts'
import type { Connection } from '../schema.ts'
import { askBalances, balancesOf, keepBalances } from './balances.ts'
import { RunaRefusal } from './runa.ts'
import { sideOf } from './steps.ts'

const wrongState = (detail: string) =>
  new Refusal(409, 'wrong_state', 'Not possible as it is', { detail })

const Freeze = type({ frozen: boolean(), reason: optional(string()) })
const longestReason = 300

const path = (part: string) => `/${giftCardSetup.name}/:id/${part}`
const flag = { type: 'boolean' } as const
const balances = object({
  at: orNull(instant),
  balances: listOf(object({ currency: text, amount: whole, low: flag })),
  webhook: orNull(object({ address: orNull(text), heardAt: orNull(instant) })),
})

/** The calls of the gift card setup besides those that every integration has (shared/giftCards/setupCalls.ts). */
export const giftCardSetupCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${giftCardSetup.permission}:read`,
    method: 'get',
    path: path('balances'),
    summary: 'What the account at Runa held when it was last asked',
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
    summary: 'Ask Runa what the account holds',
    success: { status: 200, schema: balances },
    refusals: [409, 422, 429],
    answer: refreshBalances,
  },
  {
    kind: 'write',
    needs: `${giftCardSetup.permission}:write`,
    method: 'post',
    path: path('freeze'),
    summary: 'Freeze all gift cards of an environment, or have them sent again',
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
  if (!apiKey) throw wrongState('Give an API key first, and save.')
  const account = { environment: sideOf(record), apiKey }
  const held = await askBalances(platform, account, AbortSignal.timeout(10_000)).catch(
    (error: unknown) => {
      if (error instanceof RunaRefusal) throw wrongState(error.message)
      if (error instanceof OutgoingFault) throw wrongState(error.sentence)
      throw error
    },
  )
  if (!held) throw wrongState('The balance is told in a way that nobody knows.')
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

async function freeze({ trx, asked, caller, now, audit }: Change): Promise<Answer> {
  if (!is(asked.body, Freeze))
    throw badRequest('The body must hold frozen, and a reason to freeze.')
  demandWhole(giftCardSetup, caller)
  const kept = scopedTo(caller, giftCardSetup)
  const id = recordIdOf(giftCardSetup, asked)
  const before = await lockRecord(trx, kept, id, null)
  const { frozen } = asked.body
  const reason = asked.body.reason?.trim() ?? ''
  if (frozen && reason === '') throw invalid({ reason: 'Reason: Say why, so that others know' })
  if (reason.length > longestReason)
    throw invalid({ reason: `Reason: At most ${longestReason} characters` })
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
