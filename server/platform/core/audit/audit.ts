import { isSecretState } from '#shared/engine/list/referenceValues.ts'
import type { LogSeverity, LogStream } from '#shared/engine/logStreams.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { isSecurityEvent } from './securityEvents.ts'
import { redactSecrets } from './redactSecrets.ts'

type AuditTarget = { type: string; id: number; label: string; storeId?: number | null }

/** An event about one record. `before` and `after` are compared field by field. */
export type AuditEntry = {
  event: string
  target?: AuditTarget
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  stream?: LogStream
  severity?: LogSeverity
  /** Why it failed, in the words of the rejecting side. Possible secrets are redacted. */
  cause?: string
}

type FieldChange = { before?: unknown; after?: unknown }

const secretFieldName = /password|secret|token/i
export const redactedValue = '[redacted]'

function computeFieldChanges(
  before: Record<string, unknown> = {},
  after: Record<string, unknown> = {},
): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue
    const toAuditValue = (values: Record<string, unknown>, setText: string) => {
      const value = values[name]
      if (isSecretState(value)) return value.set ? setText : null
      return secretFieldName.test(name) && value !== undefined ? redactedValue : value
    }
    changes[name] = { before: toAuditValue(before, 'set'), after: toAuditValue(after, 'changed') }
  }
  return changes
}

export const toAuditTarget = (resource: Resource, record: AnyRecord): AuditTarget => ({
  type: resource.name,
  id: record.id,
  label: getLabel(resource, record),
  storeId: resource.name === 'stores' ? record.id : Number(record['storeId'] ?? 0) || null,
})

/**
 * Creates a function that writes audit entries in the transaction of their change, so that neither
 * exists without the other.
 */
export const createAuditor =
  (
    trx: Connection,
    {
      asked: request,
      now,
      actor,
    }: { asked: Pick<ApiRequest, 'id' | 'ip'>; now: string; actor: string },
  ) =>
  async (...entries: AuditEntry[]): Promise<void> => {
    const rows = entries.map((entry) => {
      const { event, target, before, after, severity, cause } = entry
      const stream = entry.stream ?? (isSecurityEvent(entry) ? 'security' : undefined)
      return {
        time: now,
        actor,
        event,
        targetType: target?.type ?? null,
        targetId: target?.id ?? null,
        label: target?.label ?? null,
        storeId: target?.storeId ?? null,
        requestId: request.id,
        ip: request.ip,
        changes: JSON.stringify(computeFieldChanges(before, after)),
        ...(stream ? { stream } : {}),
        ...(severity ? { severity } : {}),
        ...(cause === undefined ? {} : { cause: redactSecrets(cause), result: 'failed' }),
      }
    })
    await trx.insertInto('audit').values(rows).execute()
  }
