import { sql } from 'kysely'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { recipientField } from '#shared/areas/giftCards/cardCalls.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { notFound, invalidState } from '#server/platform/core/platform/httpError.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import {
  emptySchema,
  nullableSchema,
  objectSchema,
  startedJobSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { requeueCard } from './reserveCard.ts'
import { addDailyCardCounts, enqueueCardEmail, openCardContent } from './completeCard.ts'
import { handleCheckCardLink } from './cardLinks.ts'
import { cardTimelineCall } from './cardTimeline.ts'
import { refreshTemplateSentThisMonth } from './hooks.ts'
import { sendGiftCardJob } from './sendJob.ts'
import { giftCardMessages } from './messages.ts'

/** Starts the job that orders a reserved card. */
export const startSendJob = (
  context: RequestContext,
  { id, recipient }: { id: number; recipient: string },
) =>
  startJob(context, {
    kind: sendGiftCardJob,
    title: giftCardMessages.sendTitle(recipient),
    rows: [{ targetId: id, label: recipient }],
  })

type LockedCard = {
  id: number
  status: string
  sentAt: string
  recipient: string
  amount: number
  currency: string
  storeId: number | null
  templateId: number | null
  contentSealed: string | null
}

async function lockCard({ trx, caller, request }: RequestContext): Promise<LockedCard> {
  const id = parseRecordId(giftCards, request)
  const { rows } = await sql<LockedCard>`
    select id, status, sent_at, recipient, amount::float8 as amount, currency, store_id, template_id, content_sealed
    from ${getVisibleRows(giftCards, caller.storeIds)} where id = ${id} for update`.execute(trx)
  if (!rows[0]) throw notFound(giftCards.title.one)
  return rows[0]
}

/**
 * POST /giftCards/ID/retry: removes the card from its day's failures, and counts it toward the
 * limits again.
 */
async function handleRetryGiftCardOrder(context: RequestContext): Promise<CallResult> {
  const { trx, now } = context
  const card = await lockCard(context)
  if (card.status !== 'failed') throw invalidState(giftCardMessages.notFailed)
  const { id, templateId, storeId, amount, recipient } = card
  if (templateId === null) throw invalidState(giftCardMessages.templateDeleted)
  await requeueCard(trx, { id, templateId, storeId, amount }, now)
  await addDailyCardCounts(trx, card, { sent: 0, failed: -1 })
  await context.audit({
    event: 'giftCards.retried',
    target: { type: giftCards.name, id, label: recipient, storeId },
  })
  return startSendJob(context, card)
}

/** POST /giftCards/ID/link: anyone with the link can spend the card, so each request is logged. */
async function handleRevealGiftCardLink(context: RequestContext): Promise<CallResult> {
  const { id, recipient: label, storeId, ...card } = await lockCard(context)
  if (card.status !== 'sent' || card.contentSealed === null)
    throw invalidState(giftCardMessages.notSent)
  await context.audit({
    event: 'giftCards.shown',
    stream: 'security',
    target: { type: giftCards.name, id, label, storeId },
  })
  const content = openCardContent(context.platform, { id, contentSealed: card.contentSealed })
  return { status: 200, body: {}, uncachedBody: content }
}

/**
 * POST /giftCards/ID/email: emails the link and code of a sent card again. The address replaces the
 * recipient, whose email may have been wrong.
 */
async function handleResendCardEmail(context: RequestContext): Promise<CallResult> {
  const { trx, platform, caller, request, audit } = context
  const { contentSealed, ...card } = await lockCard(context)
  if (card.status !== 'sent' || contentSealed === null) throw invalidState(giftCardMessages.notSent)
  const values = parseValues({ fields: { recipient: recipientField } }, request.body, 'all')
  const recipient = String(values['recipient'])
  const { id, storeId } = card
  await sql`update gift_cards set recipient = ${recipient} where id = ${id}`.execute(trx)
  const { code, url } = openCardContent(platform, { id, contentSealed })
  const sendEmail = await enqueueCardEmail(
    context,
    { ...card, recipient },
    { code, link: url ?? '' },
  )
  if (!sendEmail) throw invalidState(giftCardMessages.noEmail)
  await audit({
    event: 'giftCards.emailed',
    stream: 'security',
    target: { type: giftCards.name, id, label: recipient, storeId },
    before: { recipient: card.recipient },
    after: { recipient },
  })
  const body = await loadRecord(trx, limitToCaller(caller, giftCards), id)
  return { status: 200, body, afterCommit: sendEmail }
}

/**
 * POST /giftCards/ID/cancel: cancels a card that Runa wasn't asked for yet. Afterward, only Runa's
 * portal can cancel it.
 */
async function handleCancelCard(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit } = context
  const { id, status, templateId, storeId, recipient, sentAt } = await lockCard(context)
  if (status !== 'waiting') throw invalidState(giftCardMessages.notWaiting)
  const { rows } = await sql`
    update gift_cards set status = 'canceled', ended_at = ${now}, problem = null
    where id = ${id} and asked_at is null returning id`.execute(trx)
  if (rows.length === 0) throw invalidState(giftCardMessages.alreadyOrdered)
  if (templateId !== null) await refreshTemplateSentThisMonth(trx, templateId, sentAt)
  await audit({
    event: 'giftCards.canceled',
    target: { type: giftCards.name, id, label: recipient, storeId },
  })
  return { status: 200, body: await loadRecord(trx, limitToCaller(caller, giftCards), id) }
}

const cardWriteOptions = {
  kind: 'write',
  permission: `${giftCards.permission}:write`,
  method: 'post',
} as const

/** The calls of single gift cards (shared/areas/giftCards/cardCalls.ts). */
export const giftCardCalls: readonly Call[] = [
  {
    ...cardWriteOptions,
    success: { status: 202, schema: startedJobSchema },
    path: '/giftCards/:id/retry',
    summary: 'Start a job that sends a failed gift card again',
    body: emptySchema,
    handler: handleRetryGiftCardOrder,
  },
  {
    ...cardWriteOptions,
    permission: `${giftCards.permission}:secrets`,
    path: '/giftCards/:id/link',
    stepUp: 'always',
    summary: 'Get the link and code of a sent gift card',
    body: emptySchema,
    success: {
      status: 200,
      schema: objectSchema({ url: nullableSchema(stringSchema), code: stringSchema }),
    },
    handler: handleRevealGiftCardLink,
  },
  {
    ...cardWriteOptions,
    // Anyone who has the email can spend the card.
    permission: `${giftCards.permission}:secrets`,
    path: '/giftCards/:id/email',
    summary: 'Email a sent gift card again, to its recipient or to a corrected address',
    body: objectSchema(toSchemaProperties({ recipient: recipientField })),
    success: { status: 200, schema: buildRecordSchemas(giftCards).record },
    handler: handleResendCardEmail,
  },
  {
    ...cardWriteOptions,
    path: '/giftCards/:id/cancel',
    summary: "Cancel a gift card that Runa wasn't asked for yet",
    body: emptySchema,
    success: { status: 200, schema: buildRecordSchemas(giftCards).record },
    handler: handleCancelCard,
  },
  {
    ...cardWriteOptions,
    kind: 'externalWrite',
    path: '/giftCards/:id/check',
    summary: "Ask Runa whether a gift card's link was opened, canceled, or expired",
    body: emptySchema,
    success: { status: 200, schema: buildRecordSchemas(giftCards).record },
    errorStatuses: [429],
    handler: handleCheckCardLink,
  },
  cardTimelineCall,
]
