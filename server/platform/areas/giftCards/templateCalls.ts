import { sql } from 'kysely'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { money, optional, reference } from '#shared/engine/fields/fields.ts'
import { giftCardLabels } from '#shared/areas/giftCards/messages.ts'
import { recipientField } from '#shared/areas/giftCards/templateCalls.ts'
import { giftCardProducts } from '#shared/areas/giftCards/giftCardProducts.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  invalid,
  notFound,
  notPossible,
} from '#server/platform/core/platform/refusal.ts'
import { demandWhole } from '#server/platform/core/integrations/kept.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { createRecord } from '#server/platform/core/records/changes/create.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { beginAgain, beginCard } from './begin.ts'
import { countDay, openContent } from './endCard.ts'
import { keptTemplates } from './keptTemplates.ts'
import { sendGiftCard } from './sendJob.ts'
import { startSync } from './syncJob.ts'
import { giftCardMessages, giftCardTemplateMessages } from './messages.ts'

const asked = {
  recipient: recipientField,
  amount: money(giftCardLabels.amount, { currencyOf: 'currency', min: 1 }),
  productId: optional(reference(giftCardLabels.product, giftCardProducts)),
}
const askedByStore = { ...asked, storeId: reference(giftCardLabels.store, stores) }

async function send(change: Change, isTest: boolean): Promise<Answer> {
  const { trx, caller, now, platform } = change
  const template = await readRecord(
    trx,
    scopedTo(caller, giftCardTemplates),
    recordIdOf(giftCardTemplates, change.asked),
  )
  if (isTest) demandWhole(giftCardTemplates, caller)
  const fields = isTest ? asked : askedByStore
  const values = readValues({ fields }, change.asked.body, 'all')
  const storeId = isTest ? null : Number(values['storeId'])
  if (storeId !== null) {
    const { rows } =
      await sql`select from ${rowsOf(stores, caller.storeIds)} where id = ${storeId}`.execute(trx)
    if (rows.length === 0) throw invalid({ storeId: giftCardTemplateMessages.noSuchStore })
  }
  const recipient = String(values['recipient'])
  const id = await beginCard(
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
  await change.audit({
    event: 'giftCards.asked',
    target: { ...targetOf(giftCardTemplates, template), storeId },
    after: { recipient, amount: values['amount'], currency: template['currency'] },
  })
  return order(change, { id, recipient })
}

const order = (change: Change, { id, recipient }: { id: number; recipient: string }) =>
  startJob(change, {
    kind: sendGiftCard,
    title: giftCardMessages.sendTitle(recipient),
    rows: [{ targetId: id, label: recipient }],
  })

type Card = {
  id: number
  status: string
  sentAt: string
  recipient: string
  amount: number
  storeId: number | null
  templateId: number | null
  contentSealed: string | null
}

async function cardOf({ trx, caller, asked: of }: Change): Promise<Card> {
  const id = recordIdOf(giftCards, of)
  const { rows } = await sql<Card>`
    select id, status, sent_at, recipient, amount::float8 as amount, store_id, template_id, content_sealed
    from ${rowsOf(giftCards, caller.storeIds)} where id = ${id} for update`.execute(trx)
  if (!rows[0]) throw notFound(giftCards.title.one)
  return rows[0]
}

/** POST /giftCards/ID/retry: its day counts it as failed no more, and its caps count it anew. */
async function retry(change: Change): Promise<Answer> {
  const { trx, now } = change
  const card = await cardOf(change)
  if (card.status !== 'failed') throw notPossible(giftCardMessages.notFailed)
  const { id, templateId, storeId, amount, recipient } = card
  if (templateId === null) throw notPossible(giftCardMessages.templateDeleted)
  await beginAgain(trx, { id, templateId, storeId, amount }, now)
  await countDay(trx, card, { sent: 0, failed: -1 })
  await change.audit({
    event: 'giftCards.retried',
    target: { type: giftCards.name, id, label: recipient, storeId },
  })
  return order(change, card)
}

/** POST /giftCards/ID/link: who has it can spend it, so that it is logged who looked. */
async function show(change: Change): Promise<Answer> {
  const { id, recipient: label, storeId, ...card } = await cardOf(change)
  if (card.status !== 'sent' || card.contentSealed === null)
    throw notPossible(giftCardMessages.notSent)
  await change.audit({
    event: 'giftCards.shown',
    stream: 'security',
    target: { type: giftCards.name, id, label, storeId },
  })
  const once = openContent(change.platform, { id, contentSealed: card.contentSealed })
  return { status: 200, body: {}, once }
}

const Duplicate = type({ name: string(), code: string() })

/** POST /giftCardTemplates/ID/duplicate: it sends nothing before it is made active. */
async function duplicate(change: Change): Promise<Answer> {
  const { trx, caller } = change
  const { body } = change.asked
  if (!is(body, Duplicate)) throw badRequest(giftCardTemplateMessages.duplicateBody)
  const kept = scopedTo(caller, keptTemplates)
  const template = await readRecord(trx, kept, recordIdOf(giftCardTemplates, change.asked))
  const copied = Object.keys(giftCardTemplates.fields).map((name) => [name, template[name]])
  const own = { name: body.name, code: body.code, active: false, paused: false, pauseReason: null }
  const values = { ...Object.fromEntries(copied), ...own }
  return createRecord(kept, { ...change, asked: { ...change.asked, body: values } })
}

const right = `${giftCardTemplates.permission}:write` as const
const write = { kind: 'write', needs: right, method: 'post' } as const
const job = {
  success: { status: 202, schema: object({ id: whole }) },
  refusals: [409, 413, 415, 422],
} as const

/** The calls of templates and cards besides the generic ones (shared/areas/giftCards/templateCalls.ts). */
export const templateCalls: readonly Call[] = [
  {
    ...write,
    ...job,
    path: '/giftCardProducts/sync',
    summary: "Start a job that syncs Runa's catalog",
    body: object({}, []),
    answer: startSync,
  },
  {
    ...write,
    ...job,
    path: '/giftCardTemplates/:id/test',
    summary: 'Start a job that sends a test gift card in the sandbox, within the limits',
    body: object(propertiesOf(asked)),
    answer: (change: Change) => send(change, true),
  },
  {
    ...write,
    ...job,
    path: '/giftCardTemplates/:id/cards',
    summary: 'Start a job that sends one gift card for a store, within the limits',
    body: object(propertiesOf(askedByStore)),
    answer: (change: Change) => send(change, false),
  },
  {
    ...write,
    path: '/giftCardTemplates/:id/duplicate',
    summary: 'Duplicate a template; the copy is inactive',
    body: object({ name: text, code: text }),
    success: { status: 201, schema: recordSchemas(giftCardTemplates).record },
    refusals: [409, 413, 415, 422],
    answer: duplicate,
  },
  {
    ...write,
    ...job,
    path: '/giftCards/:id/retry',
    summary: 'Start a job that resends a failed gift card',
    body: object({}, []),
    answer: retry,
  },
  {
    ...write,
    needs: `${giftCards.permission}:secrets`,
    path: '/giftCards/:id/link',
    summary: 'Get the link and code of a sent gift card',
    body: object({}, []),
    success: { status: 200, schema: object({ url: orNull(text), code: text }) },
    refusals: [409, 413, 415, 422],
    answer: show,
  },
]
