import { sql } from 'kysely'
import { boolean, enums, optional, nullable, string, type } from 'superstruct'
import { orderableStates } from '#shared/areas/giftCards/templates.ts'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import type { WebhookHandler } from '#server/platform/core/integrations/webhookHandler.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { isSignedByRuna } from './webhookSignature.ts'
import { refreshWithdrawnProductCounts } from './hooks.ts'
import { orderAndCompleteGiftCard } from './sendJob.ts'
import { giftCardSetupMessages } from './messages.ts'

const ProductUpdate = type({
  product_code: string(),
  new_state: type({ is_orderable: boolean() }),
})
const OrderCompletion = type({
  id: string(),
  status: enums(['COMPLETED', 'FAILED']),
  /** As `buildOrderBody` wrote it. */
  description: optional(nullable(string())),
})

/** Events have an effect only while the account orders cards. */
const acceptsEvents = ({ state }: AnyRecord) => state === 'active' || state === 'degraded'

type AppliedEvent = { sentence: string; cardId?: number }

/**
 * Receives Runa's events: a product's state, or a completed order, whose outcome is then fetched
 * with the card's key.
 */
export const giftCardWebhookHandler: WebhookHandler = {
  resource: giftCardSetup,
  accepts: ({ environment }) => environment === 'live',
  async receive({ platform, body, header }, record) {
    const { webhookSecret } = await openSecrets(platform, giftCardSetup, record)
    const now = platform.now()
    const id = header('svix-id').slice(0, 200)
    const [timestamp, signatures] = [header('svix-timestamp'), header('svix-signature')]
    if (!webhookSecret || !isSignedByRuna({ id, timestamp, signatures, body }, webhookSecret, now))
      return 'not genuine'
    const result = await platform.db.transaction().execute(async (trx) => {
      const { rows } = await sql`
        insert into gift_card_events (setup_id, event_id, received_at, sentence)
        values (${record.id}, ${id}, ${now.toISOString()}, '')
        on conflict (setup_id, event_id) do nothing returning event_id`.execute(trx)
      if (rows.length === 0) return null
      const applied = acceptsEvents(record)
        ? await applyRunaEvent(trx, parseEventBody(body), now.toISOString())
        : { sentence: giftCardSetupMessages.notActiveEvent }
      await sql`update gift_card_events set sentence = ${applied.sentence}
        where setup_id = ${record.id} and event_id = ${id}`.execute(trx)
      return applied
    })
    if (!result) return 'known'
    if (result.cardId !== undefined) await orderAndCompleteGiftCard(platform, result.cardId)
    return 'taken'
  },
}

function parseEventBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function applyRunaEvent(trx: Connection, event: unknown, now: string): Promise<AppliedEvent> {
  if (is(event, ProductUpdate)) {
    const { new_state: newState } = event
    const code = event.product_code.replaceAll('\u0000', '')
    const state = newState.is_orderable ? 'live' : 'disabled'
    // Updates only products whose orderability changes: degraded ones can be ordered too, withdrawn
    // ones can't.
    await sql`update gift_card_products set state = ${state}, seen_at = ${now}, updated_at = ${now},
        updated_by = 'platform', version = version + 1
      where environment = 'live' and code = ${code}
        and (state in (${sql.join(orderableStates)})) <> ${newState.is_orderable}`.execute(trx)
    await refreshWithdrawnProductCounts(trx)
    const shown = code.slice(0, 200)
    return {
      sentence: newState.is_orderable
        ? giftCardSetupMessages.productCanBeOrdered(shown)
        : giftCardSetupMessages.productCannotBeOrdered(shown),
    }
  }
  if (!is(event, OrderCompletion)) return { sentence: giftCardSetupMessages.unusedEvent }
  const cardId = /^Gift card ([1-9]\d{0,8})$/.exec(event.description ?? '')?.[1]
  const sentence = giftCardSetupMessages.orderReported(event.status.toLowerCase())
  const { rows } = await sql<{ id: number }>`
    select id from gift_cards where id = ${Number(cardId ?? 0)} and environment = 'live'`.execute(
    trx,
  )
  return rows[0] ? { sentence, cardId: rows[0].id } : { sentence }
}
