import { buildPageUrl, findPageReference } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'

/**
 * Returns a function that finds how a field of these records leads to the page of the record that
 * it names, such as a member's. Undefined if it names none, or none that the user can open.
 */
export function useRecordPages(resource: Resource) {
  const can = useCan()
  return (name: string): ((record: AnyRecord) => string | undefined) | undefined => {
    const reference = findPageReference(resource, name)
    if (!reference || !can(reference.target)) return undefined
    return (record) => buildPageUrl(reference, record)
  }
}
