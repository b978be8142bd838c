import { sql } from 'kysely'
import { addMonths, toDay, formatDay } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import { fillVariables, renderGiftCardEmailHtml } from '#shared/areas/giftCards/templates.ts'
import type { VariableValues } from '#shared/areas/giftCards/templates.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { enqueueEmail } from '../email/index.ts'
import { getCardContentLocation } from './reserveCard.ts'
import { refreshTemplateSentThisMonth } from './hooks.ts'
import type { OrderAttempt } from './orderGiftCard.ts'
import { addShortage, endShortage } from './shortages.ts'

type CardWriteContext = {
  trx: Connection
  platform: Platform
  now: string
  audit: (...entries: AuditEntry[]) => Promise<void>
}

type CompletedCard = {
  id: number
  sentAt: string
  recipient: string
  amount: number
  currency: string
  storeId: number | null
  templateId: number | null
  environment: string
  contentSealed: string | null
}

/**
 * Saves the result of an order attempt, once, and only if it is the card's latest attempt. Saves
 * the encrypted link and the email in one transaction. Returns a function that sends the email
 * after commit.
 */
export async function completeCard(
  context: CardWriteContext,
  id: number,
  attempt: OrderAttempt,
): Promise<(() => Promise<void>) | null> {
  const { trx, platform, now, audit } = context
  const isLatestAttempt = sql`status = 'waiting' and tries = ${attempt.tries}`
  if (attempt.result === 'unknown') {
    await sql`update gift_cards set problem = ${attempt.problem} where id = ${id} and ${isLatestAttempt}`.execute(
      trx,
    )
    return null
  }
  const isSent = attempt.result === 'sent'
  const reference = isSent ? attempt.reference.slice(0, 100) : null
  const problem = isSent ? null : attempt.problem
  const { rows } = await sql<CompletedCard>`
    update gift_cards set status = ${attempt.result}, ended_at = ${now}, reference = ${reference},
      problem = ${problem}
    where id = ${id} and ${isLatestAttempt}
    returning id, sent_at, recipient, amount::float8 as amount, currency, store_id, template_id, environment, content_sealed`.execute(
    trx,
  )
  const [card] = rows
  if (!card) return null
  await addDailyCardCounts(trx, card, isSent ? { sent: 1, failed: 0 } : { sent: 0, failed: 1 })
  if (card.templateId !== null)
    await refreshTemplateSentThisMonth(trx, card.templateId, card.sentAt)
  if (attempt.result === 'sent') await endShortage(trx, card)
  else if (attempt.lacksFunds) await addShortage(trx, card, now)
  await audit({
    event: `giftCards.${attempt.result}`,
    stream: 'integrations',
    target: { type: 'giftCards', id, label: card.recipient, storeId: card.storeId },
    after: { amount: card.amount, currency: card.currency },
    ...(problem ? { cause: problem } : {}),
  })
  if (!isSent) return null
  const { code } = openCardContent(platform, card)
  const content = JSON.stringify({ code, url: attempt.url })
  await sql`update gift_cards set content_sealed = ${platform.secrets.seal(getCardContentLocation(id), content)}
    where id = ${id}`.execute(trx)
  return enqueueCardEmail(context, card, { code, link: attempt.url })
}

export function openCardContent(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, contentSealed }: Pick<CompletedCard, 'id' | 'contentSealed'>,
): { code: string; url: string | null } {
  const content: unknown =
    contentSealed === null
      ? {}
      : JSON.parse(secrets.open(getCardContentLocation(id), contentSealed))
  const { code, url } = Object(content)
  return { code: String(code ?? ''), url: typeof url === 'string' ? url : null }
}

export async function addDailyCardCounts(
  trx: Connection,
  { storeId, sentAt }: Pick<CompletedCard, 'storeId' | 'sentAt'>,
  { sent, failed }: { sent: number; failed: number },
): Promise<void> {
  if (storeId === null) return
  await sql`insert into store_days (store_id, day, gift_cards_sent, gift_cards_failed)
    values (${storeId}, ${sentAt.slice(0, 10)}::date, ${sent}, ${failed})
    on conflict (store_id, day) do update set
      gift_cards_sent = store_days.gift_cards_sent + excluded.gift_cards_sent,
      gift_cards_failed = store_days.gift_cards_failed + excluded.gift_cards_failed`.execute(trx)
}

// Texts saved under an older limit are cut before their variables are filled in.
const { subject, body } = giftCardTemplates.fields

type CardEmailTemplate = {
  delivery: string
  sender: string
  subject: string
  body: string
  months: number | null
  endedAt: string
  store: string | null
  product: string
}

/** Emails a card's link and code to its recipient. Null if its template doesn't send emails. */
export async function enqueueCardEmail(
  { trx, platform, now }: Omit<CardWriteContext, 'audit'>,
  card: Pick<CompletedCard, 'id' | 'recipient' | 'amount' | 'currency' | 'storeId'>,
  { code, link }: { code: string; link: string },
): Promise<(() => Promise<void>) | null> {
  const { rows } = await sql<CardEmailTemplate>`
    select delivery, sender, left(subject, ${subject.max}) as subject, left(body, ${body.max}) as body, stores.name as store, product.name as product,
      coalesce(template.expiry_months, setup.expiry_months) as months, card.ended_at
    from gift_cards as card
    join gift_card_templates as template on template.id = template_id
    join gift_card_products as product on product.id = product_id
    join gift_card_setup as setup on setup.environment = card.environment
    left join stores on stores.id = store_id
    where card.id = ${card.id}`.execute(trx)
  const [template] = rows
  if (template?.delivery !== 'email') return null
  const values: VariableValues = {
    recipient: card.recipient,
    amount: formatMoney(card.amount, card.currency),
    product: template.product,
    link,
    code,
    expires:
      template.months === null ? '' : formatCardExpiration(template.endedAt, template.months),
    store: template.store ?? '',
    sender: template.sender,
  }
  // Every connection that completes a card is a transaction.
  const emailContext = { trx, platform, now } as Parameters<typeof enqueueEmail>[0]
  return enqueueEmail(emailContext, {
    to: card.recipient,
    subject: fillVariables(template.subject, values).replaceAll(/\s+/g, ' ').slice(0, 200),
    kind: 'giftCard',
    storeId: card.storeId,
    giftCardId: card.id,
    codes: [code, link],
    text: fillVariables(template.body, values),
    html: renderGiftCardEmailHtml(template.body, values),
  })
}

/** Returns the date this many months after the card was sent, as MM/DD/YYYY. */
const formatCardExpiration = (sentAt: string, months: number): string =>
  formatDay(addMonths(toDay(sentAt), months))
