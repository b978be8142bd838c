import { number, string, type } from 'superstruct'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import type { ReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { newRecordTabPrefix } from './finishNewRecordTab.ts'

/** The message that such a tab sends to the form. */
export const NewRecordMessage = type({
  newRecord: type({ resource: string(), id: number(), label: string() }),
})

/** Builds the name of the tab that a field opens: pressed twice, it's the same tab. */
export const buildNewRecordTabName = (resource: string, fieldId: string): string =>
  `${newRecordTabPrefix}:${resource}:${fieldId}`

/**
 * Builds the URL for creating a record that a form lacks, prefilled with the typed name and with
 * the parent that the form is about, such as its store.
 */
export function buildNewRecordUrl(
  { relations: { label }, parentFilter }: Pick<ReferenceTarget, 'relations' | 'parentFilter'>,
  url: string,
  typed: string,
): string {
  const params = new URLSearchParams()
  if (typed !== '') params.set(prefillParam(label), typed)
  if (parentFilter) params.set(prefillParam(parentFilter.field), String(parentFilter.id))
  const query = params.toString()
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}
