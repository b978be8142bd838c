import { sql } from 'kysely'
import { array, enums, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import type { CardLinkState } from '#shared/areas/giftCards/messages.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, PerformWrite } from '#server/platform/core/http/call.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { loadRunaAccount } from './catalog.ts'
import { RunaError, sendRunaRequest } from './runaApi.ts'
import type { RunaAccount } from './runaApi.ts'
import { giftCardMessages } from './messages.ts'

const RunaPayout = type({
  status: enums(['ACTIVE', 'CLAIMED', 'CANCELLED', 'EXPIRED']),
  status_updated_at: string(),
})
const RunaOrderDetails = type({
  items: array(type({ payout: optional(RunaPayout) })),
})

const runaLinkStates: Readonly<Record<string, CardLinkState>> = {
  ACTIVE: 'active',
  CLAIMED: 'claimed',
  CANCELLED: 'canceled',
  EXPIRED: 'expired',
}

type CardLink = { state: CardLinkState; changedAt: string }

/** Asks Runa for the state of an order's link; null if the response isn't as documented. */
async function fetchCardLink(
  platform: Pick<Platform, 'runaEndpoint' | 'outgoing'>,
  account: RunaAccount,
  reference: string,
): Promise<CardLink | null> {
  const response = await sendRunaRequest(platform, account, {
    path: `/order/${encodeURIComponent(reference)}`,
    signal: AbortSignal.timeout(10_000),
  })
  const payout = is(response, RunaOrderDetails) ? response.items[0]?.payout : undefined
  const state = runaLinkStates[payout?.status ?? '']
  const changedAt = Date.parse(payout?.status_updated_at ?? '')
  return state && !Number.isNaN(changedAt)
    ? { state, changedAt: new Date(changedAt).toISOString() }
    : null
}

/** Saves what Runa said about a card's link. An older answer doesn't replace a newer one. */
const saveCardLink = (
  connection: Connection,
  { id, reference }: { id: number; reference: string },
  link: CardLink | null,
  now: string,
): Promise<unknown> =>
  sql`update gift_cards set link_checked_at = ${now},
      link_state = coalesce(${link?.state ?? null}, link_state),
      link_changed_at = coalesce(${link?.changedAt ?? null}::timestamptz, link_changed_at)
    where id = ${id} and reference = ${reference}
      and (link_checked_at is null or link_checked_at <= ${now})`.execute(connection)

type SentCard = { id: number; reference: string; setupId: number; environment: string }

const isOrderAtRuna = sql`status = 'sent' and reference is not null`

async function findSentCard(db: Connection, id: number): Promise<SentCard | undefined> {
  const { rows } = await sql<SentCard>`
    select card.id, card.reference, setup.id as setup_id, card.environment
    from gift_cards as card join gift_card_setup as setup on setup.environment = card.environment
    where card.id = ${id} and ${isOrderAtRuna}`.execute(db)
  return rows[0]
}

/** POST /giftCards/ID/check: asks Runa before the transaction, which doesn't wait for it. */
export async function handleCheckCardLink(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const visibleCards = limitToCaller(caller, giftCards)
  const { id } = await loadRecord(platform.db, visibleCards, parseRecordId(giftCards, request))
  const card = await findSentCard(platform.db, id)
  if (!card) throw invalidState(giftCardMessages.notSent)
  platform.outgoing.testRateLimit.consume(caller.id)
  const { setupId, environment, reference } = card
  const account = await loadRunaAccount(platform, { id: setupId, environment })
  if (!account) throw invalidState(giftCardMessages.noKey)
  const link = await fetchCardLink(platform, account, reference).catch((error: unknown) => {
    if (error instanceof RunaError)
      throw invalidState(error.status === 404 ? giftCardMessages.unknownOrder : error.message)
    if (error instanceof NetworkError) throw invalidState(error.sentence)
    throw error
  })
  if (!link) throw invalidState(giftCardMessages.noLinkState)
  return perform(async ({ trx, now }) => {
    await saveCardLink(trx, card, link, now)
    return { status: 200, body: await loadRecord(trx, visibleCards, id) }
  })
}

/**
 * How long links are checked after the order, how often, in days and hours, and how many per run:
 * Runa allows 300 requests a minute for everything.
 */
const [checkedDays, hoursBetweenChecks, maxCardsPerRun] = [180, 12, 100]

/** Checks the links that weren't opened yet, those not checked for the longest first. */
export async function checkOpenCardLinks(platform: Platform): Promise<void> {
  const { db, log } = platform
  const now = platform.now()
  const subtractHours = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const { rows } = await sql<SentCard>`
    select card.id, card.reference, setup.id as setup_id, card.environment
    from gift_cards as card join gift_card_setup as setup on setup.environment = card.environment
    where ${isOrderAtRuna} and coalesce(link_state, 'active') = 'active' and state in ('active', 'degraded')
      and card.sent_at > ${subtractHours(checkedDays * 24)}
      and (link_checked_at is null or link_checked_at < ${subtractHours(hoursBetweenChecks)})
    order by link_checked_at nulls first, card.id limit ${maxCardsPerRun}`.execute(db)
  const accounts = new Map<number, RunaAccount | null>()
  for (const { setupId: id, environment } of rows)
    if (!accounts.has(id)) accounts.set(id, await loadRunaAccount(platform, { id, environment }))
  for (const card of rows) {
    const account = accounts.get(card.setupId)
    if (!account) continue
    try {
      const link = await fetchCardLink(platform, account, card.reference)
      await saveCardLink(db, card, link, platform.now().toISOString())
    } catch (err) {
      // An order that Runa doesn't know is asked about again in some hours, like all others.
      if (err instanceof RunaError && err.status === 404)
        await saveCardLink(db, card, null, platform.now().toISOString())
      else {
        log.warn({ err, giftCard: card.id }, "Gift card links couldn't be checked")
        return
      }
    }
  }
}
