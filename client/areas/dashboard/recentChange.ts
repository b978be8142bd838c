import type { AuditEntry } from '#shared/areas/logs/auditCalls.ts'
import { logsArea } from '#client/frame/index.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { findRoute } from '#shared/navigation/routes.ts'

/** A change from the audit log with a sentence about it and who did it, if that says more. */
export type DescribedChange = AuditEntry & { description: string; by: string | null }

/** Adds its sentence and who did it to each change. */
export async function describeRecentChanges(
  changes: readonly AuditEntry[],
): Promise<DescribedChange[]> {
  const { findEventActor, formatLogEventSentence } = await logsArea.load()
  return changes.map((change) => ({
    ...change,
    description: formatLogEventSentence(change.event, change.label ?? ''),
    by: findEventActor(change.event, change.actor),
  }))
}

/** Returns the path of a resource's list, or null if it has no screen. */
export const findResourceListPath = (name: string): string | null =>
  findRoute(getResource(name)?.path ?? '')?.path ?? null
