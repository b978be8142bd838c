import { eventOutcomes } from '#shared/areas/payments/setupCalls.ts'
import { matchedKinds } from '#shared/areas/printful/printfulCalls.ts'
import type { MatchedKind } from '#shared/areas/printful/printfulCalls.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import { nameSchema, objectSchema, startedJobSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { loadPrintfulAccount } from './account.ts'
import { handleSyncPrintfulCatalog } from './catalog.ts'
import { loadPrintfulMatches, savePrintfulMatches } from './matches.ts'
import { handleRefreshPrintfulAccount, handleFixPrintfulWebhooks } from './accountCallHandlers.ts'

const buildSetupPath = (part: string) => `/${printfulSetup.name}/:id/${part}`
const [read, write] = [
  `${printfulSetup.permission}:read`,
  `${printfulSetup.permission}:write`,
] as const
const outcomeSchema = { type: 'string', enum: Object.keys(eventOutcomes) }

const accountSchema = nameSchema(
  'PrintfulAccount',
  objectSchema({
    address: nullableSchema(stringSchema),
    scopes: nullableSchema(objectSchema({ at: instantSchema, found: arraySchema(stringSchema) })),
    storesAt: nullableSchema(instantSchema),
    stores: arraySchema(
      objectSchema({
        theirs: integerSchema,
        name: nullableSchema(stringSchema),
        ours: nullableSchema(
          objectSchema({ id: integerSchema, code: stringSchema, name: stringSchema }),
        ),
        fault: nullableSchema(stringSchema),
        webhookExpiresAt: nullableSchema(instantSchema),
      }),
    ),
    events: arraySchema(
      objectSchema({
        id: integerSchema,
        kind: stringSchema,
        receivedAt: instantSchema,
        theirs: integerSchema,
        outcome: outcomeSchema,
        sentence: stringSchema,
      }),
    ),
  }),
)
const matchesSchema = nameSchema(
  'PrintfulMatches',
  objectSchema({
    at: nullableSchema(instantSchema),
    matched: integerSchema,
    total: integerSchema,
    unmatched: arraySchema(
      objectSchema({
        id: integerSchema,
        name: stringSchema,
        code: stringSchema,
        hex: nullableSchema(stringSchema),
        theirs: nullableSchema(stringSchema),
        suggested: nullableSchema(
          objectSchema({
            name: stringSchema,
            hex: nullableSchema(stringSchema),
            distance: nullableSchema({ type: 'number' }),
          }),
        ),
      }),
    ),
    options: arraySchema(stringSchema),
    unused: arraySchema(stringSchema),
    may: { type: 'boolean' },
  }),
)

const printfulWriteOptions = {
  kind: 'externalWrite',
  permission: write,
  method: 'post',
  errorStatuses: [429],
} as const

/**
 * The calls of Printful accounts in addition to those of every integration
 * (shared/areas/printful/printfulCalls.ts).
 */
export const printfulCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: read,
    method: 'get',
    path: buildSetupPath('account'),
    summary: "Get an account's last known scopes, stores with their webhooks, and events",
    success: { status: 200, schema: accountSchema },
    async handler(request, platform, caller) {
      const id = parseRecordId(printfulSetup, request)
      const record = await loadRecord(platform.db, limitToCaller(caller, printfulSetup), id)
      return { status: 200, body: await loadPrintfulAccount(platform, platform.db, record, caller) }
    },
  },
  {
    ...printfulWriteOptions,
    path: buildSetupPath('account'),
    summary: "Refresh the token's scopes, the stores, and their webhooks from Printful",
    success: { status: 200, schema: accountSchema },
    handler: handleRefreshPrintfulAccount,
  },
  {
    ...printfulWriteOptions,
    path: buildSetupPath('webhooks'),
    summary: 'Register a webhook for each mapped store that lacks a valid one',
    query: [impactParameter],
    success: { status: 200, schema: accountSchema },
    handler: handleFixPrintfulWebhooks,
  },
  {
    ...printfulWriteOptions,
    path: buildSetupPath('catalogue'),
    summary: 'Start a job that syncs products with their sizes and colors',
    success: { status: 202, schema: startedJobSchema },
    handler: handleSyncPrintfulCatalog,
  },
  ...(Object.keys(matchedKinds) as MatchedKind[]).flatMap((kind): Call[] => [
    {
      kind: 'read',
      permission: `${(kind === 'sizes' ? sizes : colors).permission}:read`,
      method: 'get',
      path: buildSetupPath(`matches/${kind}`),
      limit: 'comparisons',
      summary: `List ${kind} without a match in Printful, with suggestions`,
      success: { status: 200, schema: matchesSchema },
      handler: (request, platform, caller) => loadPrintfulMatches(kind, request, platform, caller),
    },
    {
      kind: 'write',
      permission: `${(kind === 'sizes' ? sizes : colors).permission}:write`,
      method: 'post',
      path: buildSetupPath(`matches/${kind}`),
      summary: `Match ${kind} with their names in Printful`,
      body: objectSchema({
        matches: arraySchema(objectSchema({ id: integerSchema, theirs: stringSchema })),
      }),
      success: { status: 200, schema: objectSchema({ changed: integerSchema }) },
      handler: (context) => savePrintfulMatches(kind, context),
    },
  ]),
]
