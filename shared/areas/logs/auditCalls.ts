import { array, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { Id } from '#shared/engine/user.ts'

/** One entry of the audit log: who did what to which record, when. */
export const Change = type({
  id: Id,
  time: string(),
  actor: string(),
  event: string(),
  label: optional(nullable(string())),
  /** Which record that is: the name of its resource, and its id there. */
  targetType: optional(nullable(string())),
  targetId: optional(nullable(Id)),
})
export type Change = Infer<typeof Change>

/** GET /audit: the newest entries first. */
export async function recentChanges(
  api: Api,
  limit: number,
  signal: AbortSignal,
): Promise<Change[]> {
  const search = new URLSearchParams({ limit: String(limit) })
  const { body } = await api.send({ method: 'GET', path: '/audit', search, signal })
  return checked(type({ data: array(Change) }), body).data
}
