import { getResource } from '#shared/engine/resourceRegistry.ts'
import {
  canSeePersonalData,
  getPersonalColumns,
  maskEmailAddresses,
  maskText,
} from '#server/platform/core/records/personalData.ts'

type LogEntry = Record<string, unknown>

/**
 * Masks the names and email addresses of members in log entries, unless the reader sees members:
 * the targets that are named by one, the changes of such a field, and addresses in causes and in
 * the titles of jobs.
 */
export function maskLoggedData(
  entries: LogEntry[],
  permissions: readonly string[] | undefined,
): LogEntry[] {
  if (permissions === undefined || canSeePersonalData(permissions)) return entries
  return entries.map((entry) => {
    const target = getResource(String(entry['targetType']))
    const personal = target ? getPersonalColumns(target) : []
    const { label, cause, changes } = entry
    const isNamedByMember = target && personal.includes(target.relations.label)
    return {
      ...entry,
      ...(isNamedByMember && { label: maskValue(label) }),
      ...(!target && typeof label === 'string' && { label: maskEmailAddresses(label) }),
      ...(typeof cause === 'string' && { cause: maskEmailAddresses(cause) }),
      ...(isObject(changes) && { changes: maskChanges(changes, personal) }),
    }
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const maskValue = (value: unknown): unknown => (typeof value === 'string' ? maskText(value) : value)

/** Masks both sides of the changes of these fields. */
const maskChanges = (changes: Record<string, unknown>, personal: readonly string[]) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      personal.includes(name) && isObject(change)
        ? Object.fromEntries(
            Object.entries(change).map(([side, value]) => [side, maskValue(value)]),
          )
        : change,
    ]),
  )
