import type { Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { badRequest, notFound } from '#server/platform/core/platform/refusal.ts'
import { instant, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { listParameters } from '#server/platform/core/http/listParameters.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { refuseUnknownParameters } from '#server/platform/core/records/list/list.ts'
import { idIn } from '#server/platform/core/records/recordId.ts'
import type { Kept } from '#server/platform/core/records/settled.ts'
import { keptLogs, keptPlatformLogs } from '../stores/figures/logs.ts'
import { faultKinds } from './anchors.ts'
import { platformChain } from './chain.ts'
import { checkpointLines } from './checkpoints.ts'
import { checkAtOnce } from './monthFault.ts'
import { answerTail } from './tail.ts'
import { logMessages } from './messages.ts'

const fault = object({
  kind: { type: 'string', enum: [...faultKinds] },
  seq: whole,
  entry: orNull(object({ entry: whole, time: instant, event: text })),
})

const tailCall = (kept: Kept): Call => ({
  kind: 'read',
  method: 'get',
  needs: `${kept.permission}:read`,
  path: `/${kept.name}/events`,
  summary:
    'Follow new entries as server-sent events. An `entries` event means that new entries match the filters.',
  query: listParameters(kept).filter(({ name }) => name.startsWith('filter')),
  success: { status: 200, types: ['text/event-stream'] },
  answer: (...given) => answerTail(kept, ...given),
})

const chainCalls = (chain: string, { permission }: Resource): Call[] => [
  {
    kind: 'read',
    needs: `${permission}:read`,
    method: 'get',
    path: `/logChains/${chain}/verification`,
    limit: 'verifications',
    summary:
      "Verify the next entries in a log chain. Use a store's ID for its log, or 0 for the platform's log.",
    query: [
      {
        name: 'after',
        description: 'The position where the previous response ended',
        schema: whole,
      },
    ],
    success: {
      status: 200,
      schema: object({
        checked: whole,
        total: whole,
        next: orNull(whole),
        fault: orNull(fault),
        dropped: orNull(object({ count: whole, until: instant })),
      }),
    },
    answer: answerVerification,
  },
  {
    kind: 'read',
    needs: `${permission}:read`,
    method: 'get',
    path: `/logChains/${chain}/checkpoints/export`,
    summary: 'Export the keys and all signed checkpoints of a log chain',
    success: { status: 200, types: ['application/x-ndjson'] },
    answer: answerCheckpoints,
  },
]

/** The calls of logs besides those that every resource has (shared/areas/logs/logCalls.ts). */
export const logCalls: readonly Call[] = [
  ...chainCalls(String(platformChain), keptPlatformLogs),
  ...chainCalls(':chain', keptLogs),
  tailCall(keptLogs),
  tailCall(keptPlatformLogs),
]

/** The chain that a call names, if it is for who asks; that of the platform tells of accounts. */
function chainOf({ params }: Asked, caller: Caller): number {
  const { chain } = params
  const id = chain === undefined ? platformChain : idIn({ id: chain }, stores.title.one)
  if (caller.storeIds !== null && !caller.storeIds.includes(id)) throw notFound(stores.title.one)
  return id
}

async function answerVerification(
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  refuseUnknownParameters(asked.query, ['after'])
  const after = asked.query.get('after') ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw badRequest(logMessages.afterBody)
  const body = await checkAtOnce(platform, chainOf(asked, caller), Number(after))
  return { status: 200, body }
}

async function answerCheckpoints(
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  const chain = chainOf(asked, caller)
  const headers = {
    'Content-Type': 'application/x-ndjson',
    'Content-Disposition': `attachment; filename="checkpoints-${chain}.ndjson"`,
  }
  return { status: 200, content: { headers, open: () => checkpointLines(platform, chain) } }
}
