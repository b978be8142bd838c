import '#client/frame/people.ts'
import '#client/frame/stores.ts'
import type { AuditEntry } from '#shared/areas/logs/auditCalls.ts'
import { findEventActor, formatLogEventSentence } from '#shared/areas/logs/formatLogEvent.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { findRoute } from '#shared/navigation/routes.ts'

/*
 * The loader imports this file dynamically. A rendered page already has the texts, so its first
 * load stays free of resource definitions.
 */

/** A change from the audit log with a sentence about it and who did it, if that says more. */
export type DescribedChange = AuditEntry & { description: string; by: string | null }

export const describeChange = (change: AuditEntry): DescribedChange => ({
  ...change,
  description: formatLogEventSentence(change.event, change.label ?? ''),
  by: findEventActor(change.event, change.actor),
})

/** Returns the path of a resource's list, or null if it has no screen. */
export const findResourceListPath = (name: string): string | null =>
  findRoute(getResource(name)?.path ?? '')?.path ?? null
