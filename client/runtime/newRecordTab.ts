import '../frame/signedIn.ts'
import { number, string, type } from 'superstruct'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import type { ReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'

/** Prefix for the name of a tab that creates a record for a form in the tab that opened it. */
const tabPrefix = 'new-record'

/** The message that such a tab sends to the form. */
export const NewRecordMessage = type({
  newRecord: type({ resource: string(), id: number(), label: string() }),
})

/** Builds the name of the tab that a field opens: pressed twice, it's the same tab. */
export const buildNewRecordTabName = (resource: string, fieldId: string): string =>
  `${tabPrefix}:${resource}:${fieldId}`

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

/**
 * Sends the created record to the form that lacks it, and closes this tab unless another panel of
 * the record follows.
 */
export function finishNewRecordTab(to: string, { of: record }: FlashMessage): void {
  const [prefix, resource] = window.name.split(':')
  const opener: unknown = window.opener
  if (prefix !== tabPrefix || !isWindow(opener) || !record?.id || record.resource !== resource)
    return
  const message = { newRecord: { resource, id: record.id, label: record.name } }
  opener.postMessage(message, window.location.origin)
  if (!hasFollowUpPanel(to, record.id)) window.close()
}

const isWindow = (opener: unknown): opener is Pick<Window, 'postMessage'> =>
  typeof opener === 'object' && opener !== null && 'postMessage' in opener

/** Whether the next page opens a panel of the record, such as its test, or creates another one. */
function hasFollowUpPanel(to: string, id: number): boolean {
  const params = new URL(to, window.location.origin).searchParams
  return params.has('create') || [...params.values()].includes(String(id))
}
