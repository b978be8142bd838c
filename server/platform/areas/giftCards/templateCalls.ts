import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { money, optional, reference } from '#shared/engine/fields/fields.ts'
import { giftCardFieldMessages } from '#shared/areas/giftCards/messages.ts'
import { recipientField } from '#shared/areas/giftCards/templateCalls.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  notFound,
  invalidState,
} from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { nullableSchema, stringSchema } from '#server/platform/core/http/schema.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { emptySchema, objectSchema, startedJobSchema } from '#server/platform/core/http/schema.ts'
import { handleCreate } from '#server/platform/core/records/changes/create.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { requeueCard, reserveCard } from './reserveCard.ts'
import { addDailyCardCounts, enqueueCardEmail, openCardContent } from './completeCard.ts'
import { sendGiftCardJob } from './sendJob.ts'
import { handleSyncGiftCardCatalog } from './syncJob.ts'
import { giftCardMessages, giftCardTemplateMessages } from './messages.ts'

const testCardFields = {
  recipient: recipientField,
  amount: money(giftCardFieldMessages.amount, { currencyField: 'currency', min: 1 }),
  productId: optional(reference(giftCardFieldMessages.product, 'giftCardProducts')),
}
const storeCardFields = {
  ...testCardFields,
  storeId: reference(giftCardFieldMessages.store, 'stores'),
}

async function sendCard(context: RequestContext, isTest: boolean): Promise<CallResult> {
  const { trx, caller, now, platform } = context
  const template = await loadRecord(
    trx,
    limitToCaller(caller, giftCardTemplates),
    parseRecordId(giftCardTemplates, context.request),
  )
  if (isTest) requireAllStores(giftCardTemplates, caller)
  const fields = isTest ? testCardFields : storeCardFields
  const values = parseValues({ fields }, context.request.body, 'all')
  const storeId = isTest ? null : Number(values['storeId'])
  if (storeId !== null) {
    const { rows } =
      await sql`select from ${getVisibleRows(stores, caller.storeIds)} where id = ${storeId}`.execute(
        trx,
      )
    if (rows.length === 0) throw validationFailed({ storeId: giftCardTemplateMessages.noSuchStore })
  }
  const recipient = String(values['recipient'])
  const id = await reserveCard(
    { trx, platform, now },
    {
      templateId: template.id,
      productId: values['productId'] === null ? null : Number(values['productId']),
      storeId,
      recipient,
      amount: Number(values['amount']),
      isTest,
    },
  )
  await context.audit({
    event: 'giftCards.asked',
    target: { ...toAuditTarget(giftCardTemplates, template), storeId },
    after: { recipient, amount: values['amount'], currency: template['currency'] },
  })
  return startSendJob(context, { id, recipient })
}

const startSendJob = (
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

const DuplicateTemplateBody = type({ name: string(), code: string() })

/** POST /giftCardTemplates/ID/duplicate: the copy is inactive, so it sends nothing yet. */
async function handleDuplicateGiftCardTemplate(context: RequestContext): Promise<CallResult> {
  const { trx, caller } = context
  const { body } = context.request
  if (!is(body, DuplicateTemplateBody)) throw badRequest(giftCardTemplateMessages.duplicateBody)
  const module = limitToCaller(caller, getResourceModule('giftCardTemplates'))
  const template = await loadRecord(trx, module, parseRecordId(giftCardTemplates, context.request))
  const copied = Object.keys(giftCardTemplates.fields).map((name) => [name, template[name]])
  const overrides = {
    name: body.name,
    code: body.code,
    active: false,
    paused: false,
    pauseReason: null,
  }
  const values = { ...Object.fromEntries(copied), ...overrides }
  return handleCreate(module, { ...context, request: { ...context.request, body: values } })
}

const templateWritePermission = `${giftCardTemplates.permission}:write` as const
const templateWriteOptions = {
  kind: 'write',
  permission: templateWritePermission,
  method: 'post',
} as const
const jobStartedResponse = {
  success: { status: 202, schema: startedJobSchema },
} as const

/**
 * The calls of templates and gift cards, in addition to the generic ones
 * (shared/areas/giftCards/templateCalls.ts).
 */
export const giftCardTemplateCalls: readonly Call[] = [
  {
    ...templateWriteOptions,
    ...jobStartedResponse,
    path: '/giftCardProducts/sync',
    summary: "Start a job that syncs Runa's catalog",
    body: emptySchema,
    handler: handleSyncGiftCardCatalog,
  },
  {
    ...templateWriteOptions,
    ...jobStartedResponse,
    path: '/giftCardTemplates/:id/test',
    summary:
      "Start a job that sends a test gift card in the sandbox, subject to the template's and setup's limits",
    body: objectSchema(toSchemaProperties(testCardFields)),
    handler: (context: RequestContext) => sendCard(context, true),
  },
  {
    ...templateWriteOptions,
    ...jobStartedResponse,
    path: '/giftCardTemplates/:id/cards',
    summary:
      "Start a job that sends one gift card for a store, subject to the template's and setup's limits",
    body: objectSchema(toSchemaProperties(storeCardFields)),
    handler: (context: RequestContext) => sendCard(context, false),
  },
  {
    ...templateWriteOptions,
    path: '/giftCardTemplates/:id/duplicate',
    summary: 'Duplicate a template; the copy is inactive',
    body: objectSchema({ name: stringSchema, code: stringSchema }),
    success: { status: 201, schema: buildRecordSchemas(giftCardTemplates).record },
    handler: handleDuplicateGiftCardTemplate,
  },
  {
    ...templateWriteOptions,
    ...jobStartedResponse,
    path: '/giftCards/:id/retry',
    summary: 'Start a job that sends a failed gift card again',
    body: emptySchema,
    handler: handleRetryGiftCardOrder,
  },
  {
    ...templateWriteOptions,
    permission: `${giftCards.permission}:secrets`,
    path: '/giftCards/:id/link',
    summary: 'Get the link and code of a sent gift card',
    body: emptySchema,
    success: {
      status: 200,
      schema: objectSchema({ url: nullableSchema(stringSchema), code: stringSchema }),
    },
    handler: handleRevealGiftCardLink,
  },
  {
    ...templateWriteOptions,
    // Anyone who has the email can spend the card.
    permission: `${giftCards.permission}:secrets`,
    path: '/giftCards/:id/email',
    summary: 'Email a sent gift card again, to its recipient or to a corrected address',
    body: objectSchema(toSchemaProperties({ recipient: recipientField })),
    success: { status: 200, schema: buildRecordSchemas(giftCards).record },
    handler: handleResendCardEmail,
  },
]
