import type { FlashMessage } from '#shared/navigation/flashMessage.ts'

/** Prefix for the name of a tab that creates a record for a form in the tab that opened it. */
export const newRecordTabPrefix = 'new-record'

/**
 * Sends the created record to the form that lacks it, and closes this tab unless another panel of
 * the record follows.
 */
export function finishNewRecordTab(to: string, { of: record }: FlashMessage): void {
  const [prefix, resource] = window.name.split(':')
  const opener: unknown = window.opener
  if (
    prefix !== newRecordTabPrefix ||
    !isWindow(opener) ||
    !record?.id ||
    record.resource !== resource
  )
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
