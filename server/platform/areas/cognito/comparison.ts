import type { AnyRecord } from '#shared/engine/resource.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import type { Difference } from '#shared/areas/cognito/comparison.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { listOf, text } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { Refusal } from '#server/platform/core/platform/refusal.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { LivePool } from './livePool.ts'
import { readLivePool } from './livePool.ts'
import { CognitoRefusal } from './service.ts'
import { poolOf } from './steps.ts'
import { cognitoSettingsMessages as say } from './messages.ts'

const difference = object({ field: text, ours: {}, theirs: {}, takes: { type: 'boolean' } })

export const cognitoCalls: Call[] = [
  {
    kind: 'read',
    needs: `${cognitoSetup.permission}:secrets`,
    method: 'get',
    path: `/${cognitoSetup.name}/:id/comparison`,
    summary: 'Compare the live user pool with the Cognito setup',
    success: { status: 200, schema: object({ differences: listOf(difference) }) },
    refusals: [409, 429],
    async answer(asked, platform, caller): Promise<Answer> {
      const id = recordIdOf(cognitoSetup, asked)
      const record = await readRecord(platform.db, scopedTo(caller, cognitoSetup), id)
      platform.outgoing.tries.take(caller.id)
      return { status: 200, body: { differences: await compare(platform, record) } }
    },
  },
]

async function compare(platform: Platform, record: AnyRecord): Promise<Difference[]> {
  const secrets = await openSecrets(platform, cognitoSetup, record)
  const { awsSecretAccessKey: secretAccessKey, clientSecret } = secrets
  const accessKeyId = record['awsAccessKeyId']
  if (typeof accessKeyId !== 'string' || !secretAccessKey) throw wrongState(say.enterKeys)
  const live = await readLivePool(platform, poolOf({ record }), {
    clientId: String(record['clientId']),
    keys: { accessKeyId, secretAccessKey },
    signal: AbortSignal.timeout(15_000),
  }).catch((error: unknown) => {
    throw wrongState(sentenceOf(error))
  })
  return differencesOf(record, clientSecret ?? null, live)
}

/** What of these settings is another than in the pool; the order of lists says nothing. */
export function differencesOf(
  record: AnyRecord,
  clientSecret: string | null,
  live: LivePool,
): Difference[] {
  const told = Object.entries(live.values).flatMap(([field, theirs]): Difference[] => {
    const ours = record[field] ?? null
    return inOrder(ours) === inOrder(theirs) ? [] : [{ field, ours, theirs, takes: true }]
  })
  if (clientSecret === live.clientSecret) return told
  const [ours, theirs] = [clientSecret !== null, live.clientSecret !== null]
  return [...told, { field: 'clientSecret', ours, theirs, takes: false }]
}

const inOrder = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value)

const wrongState = (detail: string) => new Refusal(409, 'wrong_state', detail)

const refusals: Record<string, string> = {
  UnrecognizedClientException: say.unknownKey,
  InvalidSignatureException: say.otherSecret,
  AccessDeniedException: say.notPermitted,
  ResourceNotFoundException: say.noPoolOrClient,
  TooManyRequestsException: say.tooManyRequests,
}

function sentenceOf(error: unknown): string {
  if (error instanceof OutgoingFault) return error.sentence
  if (error instanceof CognitoRefusal) return refusals[error.type] ?? say.rejected(error.type)
  throw error
}
