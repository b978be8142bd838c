import type { Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { badRequest, notFound } from '#server/platform/core/platform/httpError.ts'
import {
  instantSchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '#server/platform/core/http/schema.ts'
import { buildListParameters } from '#server/platform/core/http/listParameters.ts'
import { nameSchema, objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { parseId } from '#server/platform/core/records/recordId.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { chainErrorKinds } from './anchors.ts'
import { platformChain } from './chain.ts'
import { exportCheckpoints } from './checkpoints.ts'
import { verifyChainBatchInSnapshot } from './findMonthError.ts'
import { watchLogEntries } from './tail.ts'
import { logMessages } from './messages.ts'

const chainErrorSchema = objectSchema({
  kind: { type: 'string', enum: [...chainErrorKinds] },
  seq: integerSchema,
  entry: nullableSchema(
    objectSchema({ entry: integerSchema, time: instantSchema, event: stringSchema }),
  ),
})

const verificationSchema = nameSchema(
  'LogVerification',
  objectSchema({
    checked: integerSchema,
    total: integerSchema,
    next: nullableSchema(integerSchema),
    fault: nullableSchema(chainErrorSchema),
    dropped: nullableSchema(objectSchema({ count: integerSchema, until: instantSchema })),
  }),
)

const buildTailCall = (resource: Resource): Call => ({
  kind: 'read',
  method: 'get',
  permission: `${resource.permission}:read`,
  path: `/${resource.name}/events`,
  summary:
    'Follow new entries as server-sent events. An `entries` event means that new entries match the filters.',
  query: buildListParameters(resource).filter(({ name }) => name.startsWith('filter')),
  success: { status: 200, types: ['text/event-stream'] },
  handler: (...args) => watchLogEntries(resource.name, ...args),
})

const buildChainCalls = (chain: string, { permission }: Resource): Call[] => [
  {
    kind: 'read',
    permission: `${permission}:read`,
    method: 'get',
    path: `/logChains/${chain}/verification`,
    limit: 'verifications',
    summary:
      "Verify the next entries in a log chain. Use a store's ID for its log, or 0 for the platform's log.",
    query: [
      {
        name: 'after',
        description: 'The position where the previous response ended',
        schema: integerSchema,
      },
    ],
    success: {
      status: 200,
      schema: verificationSchema,
    },
    handler: handleVerifyLogChain,
  },
  {
    kind: 'read',
    permission: `${permission}:read`,
    method: 'get',
    path: `/logChains/${chain}/checkpoints/export`,
    summary: 'Export the keys and all signed checkpoints of a log chain',
    success: { status: 200, types: ['application/x-ndjson'] },
    handler: handleDownloadLogCheckpoints,
  },
]

/** The calls of logs, in addition to those of every resource (shared/areas/logs/logCalls.ts). */
export const logCalls: readonly Call[] = [
  ...buildChainCalls(String(platformChain), platformLogEntries),
  ...buildChainCalls(':chain', logEntries),
  buildTailCall(logEntries),
  buildTailCall(platformLogEntries),
]

/**
 * Returns the chain of a call, or rejects a caller who can't see its store. The platform's chain
 * contains accounts, so limited callers can't verify it.
 */
function requireChain({ params }: ApiRequest, caller: Caller): number {
  const { chain } = params
  const id = chain === undefined ? platformChain : parseId({ id: chain }, stores.title.one)
  if (caller.storeIds !== null && !caller.storeIds.includes(id)) throw notFound(stores.title.one)
  return id
}

async function handleVerifyLogChain(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  requireKnownParameters(request.query, ['after'])
  const after = request.query.get('after') ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw badRequest(logMessages.afterBody)
  const body = await verifyChainBatchInSnapshot(
    platform,
    requireChain(request, caller),
    Number(after),
  )
  return { status: 200, body }
}

async function handleDownloadLogCheckpoints(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const chain = requireChain(request, caller)
  const headers = {
    'Content-Type': 'application/x-ndjson',
    'Content-Disposition': `attachment; filename="checkpoints-${chain}.ndjson"`,
  }
  return { status: 200, content: { headers, open: () => exportCheckpoints(platform, chain) } }
}
