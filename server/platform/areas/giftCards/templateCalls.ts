import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { money, optional, reference } from '#shared/engine/fields/fields.ts'
import { giftCardFieldMessages } from '#shared/areas/giftCards/messages.ts'
import { recipientField } from '#shared/areas/giftCards/cardCalls.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, validationFailed } from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import {
  emptySchema,
  objectSchema,
  startedJobSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import {
  toSchemaProperties,
  buildRecordSchemas,
} from '#server/platform/core/records/recordSchemas.ts'
import { handleCreate } from '#server/platform/core/records/changes/create.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { startSendJob } from './cardCalls.ts'
import { reserveCard } from './reserveCard.ts'
import { handleSyncGiftCardCatalog } from './syncJob.ts'
import { giftCardTemplateMessages } from './messages.ts'

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
    target: { type: giftCards.name, id, label: recipient, storeId },
    after: { recipient, amount: values['amount'], currency: template['currency'] },
  })
  return startSendJob(context, { id, recipient })
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
 * The calls of templates and products, in addition to the generic ones
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
]
