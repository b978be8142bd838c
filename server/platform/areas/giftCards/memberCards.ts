import { sql } from 'kysely'
import { money, reference } from '#shared/engine/fields/fields.ts'
import { giftCardFieldMessages } from '#shared/areas/giftCards/messages.ts'
import { offerFixes } from '#shared/areas/giftCards/memberCards.ts'
import type {
  GiftCardOffer,
  OfferFix,
  OfferedTemplate,
} from '#shared/areas/giftCards/memberCards.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { orderableStates } from '#shared/areas/giftCards/templates.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import {
  arraySchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  startedJobSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { toSchemaProperties } from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { startSendJob } from './cardCalls.ts'
import { buildGiftCardTemplateStatusSql } from './hooks.ts'
import { reserveCard } from './reserveCard.ts'
import { giftCardTemplateMessages } from './messages.ts'

const memberCardFields = {
  templateId: reference(giftCardFieldMessages.template, 'giftCardTemplates'),
  amount: money(giftCardFieldMessages.amount, { currencyField: 'currency', min: 1 }),
}

type LiveSetup = { state: string; frozen: boolean; frozenReason: string | null; serves: boolean }

type MissingOffer = { reason: string; fix: OfferFix | null }

/** Explains why no gift card can be sent to members of a store, and where to change that. */
function explainMissingOffer(
  isActive: boolean,
  setup: LiveSetup | undefined,
  templateCount: number,
): MissingOffer | null {
  if (!isActive) return { reason: giftCardTemplateMessages.inactiveMember, fix: null }
  if (!setup || !['active', 'degraded'].includes(setup.state))
    return { reason: giftCardTemplateMessages.setupNotActive, fix: 'setup' }
  if (setup.frozen)
    return { reason: giftCardTemplateMessages.frozen(setup.frozenReason ?? ''), fix: 'setup' }
  if (!setup.serves || templateCount === 0)
    return { reason: giftCardTemplateMessages.noneInStore, fix: 'templates' }
  return null
}

/** Finds the live templates that a store can send with, those in its currency first. */
async function loadOffer(
  db: Connection,
  { storeId, isActive }: { storeId: number; isActive: boolean },
  now: string,
): Promise<GiftCardOffer> {
  const { rows: setups } = await sql<LiveSetup>`
    select state, frozen, frozen_reason, store_ids = '{}' or ${storeId} = any(store_ids) as serves
    from gift_card_setup where environment = 'live'`.execute(db)
  const { rows: templates } = await sql<OfferedTemplate>`
    select template.id, template.name, currency, amount_kind, amounts,
      min_amount::float8 as min_amount, max_amount::float8 as max_amount, step::float8 as step
    from gift_card_templates as template, stores
    where stores.id = ${storeId} and environment = 'live'
      and ${buildGiftCardTemplateStatusSql(now)} = 'live'
      and (store_ids = '{}' or ${storeId} = any(store_ids))
      and exists (select from gift_card_products as product where product.id = any(product_ids)
        and product.state in (${sql.join(orderableStates)}))
    order by currency <> default_currency, template.name, template.id`.execute(db)
  const missing = explainMissingOffer(isActive, setups[0], templates.length)
  return missing ? { templates: [], ...missing } : { templates, reason: null, fix: null }
}

/** POST /members/ID/giftCards: the platform, not the caller, names store and recipient. */
async function handleSendMemberCard(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, platform, request } = context
  // The job names the recipient.
  requirePermission(`${members.permission}:read`, caller)
  const visibleMembers = limitToCaller(caller, members)
  const member = await loadRecord(trx, visibleMembers, parseRecordId(members, request))
  if (member['active'] !== true) throw invalidState(giftCardTemplateMessages.inactiveMember)
  const { templateId, amount } = parseValues({ fields: memberCardFields }, request.body, 'all')
  const { rows } = await sql<{ currency: string }>`
    select currency from gift_card_templates
    where id = ${templateId} and environment = 'live'`.execute(trx)
  const [template] = rows
  if (!template) throw invalidState(giftCardTemplateMessages.noneInStore)
  const storeId = Number(member['storeId'])
  const recipient = String(member['email'])
  const id = await reserveCard(
    { trx, platform, now },
    {
      templateId: Number(templateId),
      productId: null,
      storeId,
      recipient,
      amount: Number(amount),
      isTest: false,
    },
  )
  await context.audit({
    event: 'giftCards.asked',
    target: { type: giftCards.name, id, label: recipient, storeId },
    after: { recipient, amount, currency: template.currency },
  })
  return startSendJob(context, { id, recipient })
}

const permission = `${giftCards.permission}:write` as const

/** The calls that send members gift cards (shared/areas/giftCards/memberCards.ts). */
export const memberCardCalls: readonly Call[] = [
  {
    kind: 'read',
    permission,
    method: 'get',
    path: '/members/:id/giftCardOffer',
    summary: 'Get the templates with which a member can be sent a gift card, or why none can',
    success: {
      status: 200,
      schema: objectSchema({
        templates: arraySchema(
          objectSchema({
            id: integerSchema,
            name: stringSchema,
            currency: stringSchema,
            amountKind: stringSchema,
            amounts: arraySchema(stringSchema),
            minAmount: nullableSchema(integerSchema),
            maxAmount: nullableSchema(integerSchema),
            step: nullableSchema(integerSchema),
          }),
        ),
        reason: nullableSchema(stringSchema),
        fix: nullableSchema({ type: 'string', enum: offerFixes }),
      }),
    },
    async handler(request, { db, now }, caller) {
      const id = parseRecordId(members, request)
      const member = await loadRecord(db, limitToCaller(caller, members), id)
      const about = { storeId: Number(member['storeId']), isActive: member['active'] === true }
      return { status: 200, body: await loadOffer(db, about, now().toISOString()) }
    },
  },
  {
    kind: 'write',
    permission,
    method: 'post',
    path: '/members/:id/giftCards',
    summary:
      "Start a job that sends a member a gift card, subject to the template's and setup's limits",
    body: objectSchema(toSchemaProperties(memberCardFields)),
    success: { status: 202, schema: startedJobSchema },
    handler: handleSendMemberCard,
  },
]
