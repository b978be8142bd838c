import { array, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { Id } from '#shared/engine/user.ts'

/** One entry of the audit log: who did what to which record, when. */
export const AuditEntry = type({
  id: Id,
  time: string(),
  actor: string(),
  event: string(),
  label: optional(nullable(string())),
  /** The record that was changed: the name of its resource, and its ID. */
  targetType: optional(nullable(string())),
  targetId: optional(nullable(Id)),
})
export type AuditEntry = Infer<typeof AuditEntry>

/** GET /audit: the newest changes of records first, without sign-ins. */
export async function listRecentChanges(
  api: Api,
  limit: number,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  const search = new URLSearchParams({ limit: String(limit), changesOnly: '1' })
  const { body } = await api.send({ method: 'GET', path: '/audit', search, signal })
  return parseResponse(type({ data: array(AuditEntry) }), body).data
}
