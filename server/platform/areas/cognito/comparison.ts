import type { AnyRecord } from '#shared/engine/resource.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import type { PoolDifference } from '#shared/areas/cognito/comparison.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { arraySchema, stringSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import type { LivePool } from './livePool.ts'
import { loadLivePool } from './livePool.ts'
import { CognitoError } from './cognitoApi.ts'
import { getPool } from './cognitoSteps.ts'
import { cognitoSettingsMessages } from './messages.ts'

const differenceSchema = objectSchema({
  field: stringSchema,
  ours: {},
  theirs: {},
  takes: { type: 'boolean' },
})

export const cognitoCalls: Call[] = [
  {
    kind: 'read',
    permission: `${cognitoSetup.permission}:secrets`,
    method: 'get',
    path: `/${cognitoSetup.name}/:id/comparison`,
    summary: 'Compare the live user pool with the Cognito setup',
    success: { status: 200, schema: objectSchema({ differences: arraySchema(differenceSchema) }) },
    errorStatuses: [429],
    async handler(request, platform, caller): Promise<CallResult> {
      const id = parseRecordId(cognitoSetup, request)
      const record = await loadRecord(platform.db, limitToCaller(caller, cognitoSetup), id)
      platform.outgoing.testRateLimit.consume(caller.id)
      return { status: 200, body: { differences: await compareSetup(platform, record) } }
    },
  },
]

async function compareSetup(platform: Platform, record: AnyRecord): Promise<PoolDifference[]> {
  const secrets = await openSecrets(platform, cognitoSetup, record)
  const { awsSecretAccessKey: secretAccessKey, clientSecret } = secrets
  const accessKeyId = record['awsAccessKeyId']
  if (typeof accessKeyId !== 'string' || !secretAccessKey)
    throw invalidState(cognitoSettingsMessages.enterKeys)
  const live = await loadLivePool(platform, getPool({ record }), {
    clientId: String(record['clientId']),
    keys: { accessKeyId, secretAccessKey },
    signal: AbortSignal.timeout(15_000),
  }).catch((error: unknown) => {
    throw invalidState(getCognitoErrorMessage(error))
  })
  return findDifferences(record, clientSecret ?? null, live)
}

/** Returns the settings that differ from the live pool. The order of lists doesn't matter. */
function findDifferences(
  record: AnyRecord,
  clientSecret: string | null,
  live: LivePool,
): PoolDifference[] {
  const differences = Object.entries(live.values).flatMap(([field, theirs]): PoolDifference[] => {
    const ours = record[field] ?? null
    return toComparableText(ours) === toComparableText(theirs)
      ? []
      : [{ field, ours, theirs, takes: true }]
  })
  if (clientSecret === live.clientSecret) return differences
  const [ours, theirs] = [clientSecret !== null, live.clientSecret !== null]
  return [...differences, { field: 'clientSecret', ours, theirs, takes: false }]
}

const toComparableText = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : value)

const awsErrorMessages: Record<string, string> = {
  UnrecognizedClientException: cognitoSettingsMessages.unknownKey,
  InvalidSignatureException: cognitoSettingsMessages.otherSecret,
  AccessDeniedException: cognitoSettingsMessages.notPermitted,
  ResourceNotFoundException: cognitoSettingsMessages.noPoolOrClient,
  TooManyRequestsException: cognitoSettingsMessages.tooManyRequests,
}

function getCognitoErrorMessage(error: unknown): string {
  if (error instanceof NetworkError) return error.sentence
  if (error instanceof CognitoError)
    return awsErrorMessages[error.type] ?? cognitoSettingsMessages.rejected(error.type)
  throw error
}
