import '#client/frame/people.ts'
import '#client/frame/stores.ts'
import type { AuditEntry } from '#shared/areas/logs/auditCalls.ts'
import { formatEvent } from '#shared/areas/logs/formatEvent.ts'
import { getResource } from '#shared/areas/index.ts'
import { findRoute } from '#shared/navigation/routes.ts'

/* Imported dynamically by the loader: a rendered page holds the words, and no resource makes its first load grow. */

/** A change of the audit log, with what happened in words. */
export type DescribedChange = AuditEntry & { description: string }

export const describeChange = (change: AuditEntry): DescribedChange => ({
  ...change,
  description: formatEvent(change.event),
})

/** The address of the list of these records; not every list of the platform has a screen. */
export const getListPath = (name: string): string | null =>
  findRoute(getResource(name)?.path ?? '')?.path ?? null
