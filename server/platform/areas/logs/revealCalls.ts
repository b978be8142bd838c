import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { revealFields } from '#shared/areas/members/revealCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { requirePermission } from '#server/platform/core/http/createCallHandler.ts'
import {
  nameSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { toSchemaProperties } from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'

/** POST /logEntries/ID/reveal (shared/areas/logs/revealEntry.ts). */
async function handleRevealEntry(
  { trx, caller, request, audit }: RequestContext,
  resource: Resource,
): Promise<CallResult> {
  requirePermission(`${resource.permission}:read`, caller)
  const { reason } = parseValues({ fields: revealFields }, request.body, 'all')
  const id = parseRecordId(resource, request)
  const entry = await loadRecord(trx, limitToCaller(caller, resource), id)
  await audit({
    event: `${resource.name}.revealed`,
    target: { ...toAuditTarget(resource, entry), label: String(id) },
    stream: 'security',
    after: { reason },
  })
  const { label, cause, changes } = entry
  return {
    status: 200,
    body: { label: null, cause: null, changes: null },
    uncachedBody: { label, cause, changes },
  }
}

/** Calls that show what maskLoggedData.ts masks in one entry, for a reason, which is logged. */
export const revealEntryCalls: readonly Call[] = [logEntries, platformLogEntries].map(
  (resource) => ({
    kind: 'write',
    permission: 'payments:reveal',
    method: 'post',
    path: `/${resource.name}/:id/reveal`,
    summary: `Show the personal data in a masked ${resource.title.one}, for a reason. Returned only once.`,
    body: nameSchema('Reason', objectSchema(toSchemaProperties(revealFields))),
    success: {
      status: 200,
      schema: nameSchema(
        'RevealedEntry',
        objectSchema({
          label: nullableSchema(stringSchema),
          cause: nullableSchema(stringSchema),
          changes: nullableSchema({ type: 'object' }),
        }),
      ),
    },
    handler: (context) => handleRevealEntry(context, resource),
  }),
)
