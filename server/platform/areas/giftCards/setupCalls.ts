import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call, PerformWrite } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { nameSchema, objectSchema } from '#server/platform/core/http/schema.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { findLastRunaEventTime } from './webhookSignature.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { fetchRunaBalances, loadRunaBalances, saveBalances } from './balances.ts'
import { handleSetGiftCardsFrozen } from './setGiftCardsFrozen.ts'
import { RunaError } from './runaApi.ts'
import { getEnvironment } from './runaSteps.ts'
import { giftCardSetupMessages } from './messages.ts'

const buildGiftCardSetupPath = (part: string) => `/${giftCardSetup.name}/:id/${part}`
const giftCardFlagSchema = { type: 'boolean' } as const
const balancesSchema = nameSchema(
  'GiftCardBalances',
  objectSchema({
    at: nullableSchema(instantSchema),
    balances: arraySchema(
      objectSchema({ currency: stringSchema, amount: integerSchema, low: giftCardFlagSchema }),
    ),
    shortages: arraySchema(
      objectSchema({
        currency: stringSchema,
        needed: integerSchema,
        failed: integerSchema,
        since: instantSchema,
      }),
    ),
    webhook: nullableSchema(
      objectSchema({
        address: nullableSchema(stringSchema),
        heardAt: nullableSchema(instantSchema),
      }),
    ),
  }),
)

/**
 * The calls of the gift card setup, in addition to those of every integration
 * (shared/areas/giftCards/setupCalls.ts).
 */
export const giftCardSetupCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${giftCardSetup.permission}:read`,
    method: 'get',
    path: buildGiftCardSetupPath('balances'),
    summary: "Get the Runa account's last known balances",
    success: { status: 200, schema: balancesSchema },
    async handler(request, platform, caller) {
      const id = parseRecordId(giftCardSetup, request)
      const record = await loadRecord(platform.db, limitToCaller(caller, giftCardSetup), id)
      return { status: 200, body: await loadBalancesBody(platform, platform.db, record) }
    },
  },
  {
    kind: 'externalWrite',
    permission: `${giftCardSetup.permission}:write`,
    method: 'post',
    path: buildGiftCardSetupPath('balances'),
    summary: "Refresh the Runa account's balances",
    success: { status: 200, schema: balancesSchema },
    errorStatuses: [429],
    handler: handleRefreshRunaBalances,
  },
  {
    kind: 'write',
    permission: `${giftCardSetup.permission}:write`,
    method: 'post',
    path: buildGiftCardSetupPath('freeze'),
    summary: "Freeze or unfreeze an environment's gift cards",
    query: [impactParameter],
    body: objectSchema({ frozen: giftCardFlagSchema, reason: stringSchema }, ['frozen']),
    success: { status: 200, schema: buildRecordSchemas(giftCardSetup).record },
    handler: handleSetGiftCardsFrozen,
  },
]

/** Loads the response of the balance calls. The sandbox has no webhook. */
async function loadBalancesBody(
  { origin }: Pick<Platform, 'origin'>,
  connection: Connection,
  record: AnyRecord,
) {
  const webhook =
    getEnvironment(record) === 'live'
      ? {
          address: origin && new URL(`/webhooks/runa/${record.id}`, origin).href,
          heardAt: await findLastRunaEventTime(connection, record.id),
        }
      : null
  return { ...(await loadRunaBalances(connection, record)), webhook }
}

/** Fetches the balances before the transaction, which doesn't wait for Runa. */
async function handleRefreshRunaBalances(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const id = parseRecordId(giftCardSetup, request)
  const record = await loadRecord(platform.db, limitToCaller(caller, giftCardSetup), id)
  requireAllStores(giftCardSetup, caller)
  platform.outgoing.testRateLimit.consume(caller.id)
  const { apiKey } = await openSecrets(platform, giftCardSetup, record)
  if (!apiKey) throw invalidState(giftCardSetupMessages.noKey)
  const account = { environment: getEnvironment(record), apiKey }
  const balances = await fetchRunaBalances(platform, account, AbortSignal.timeout(10_000)).catch(
    (error: unknown) => {
      if (error instanceof RunaError) throw invalidState(error.message)
      if (error instanceof NetworkError) throw invalidState(error.sentence)
      throw error
    },
  )
  if (!balances) throw invalidState(giftCardSetupMessages.noBalances)
  return perform(async ({ trx, now, audit }) => {
    const setup = await lockRecord(trx, limitToCaller(caller, giftCardSetup), id, null)
    await saveBalances(trx, id, balances, now)
    await audit({
      event: 'giftCardSetup.balancesRead',
      stream: 'integrations',
      target: toAuditTarget(giftCardSetup, setup),
    })
    return { status: 200, body: await loadBalancesBody(platform, trx, setup) }
  })
}
