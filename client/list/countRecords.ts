import type { LoaderFunctionArgs } from 'react-router'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { apiContext } from '../runtime/contexts.ts'
import { getDefaultQuery } from './viewTabs.ts'

/**
 * Counts the records of another list for a tab that leads there. Undefined if that fails, because
 * that list shows the failure itself.
 */
export const countRecords = (
  { request, context }: LoaderFunctionArgs,
  resource: Resource,
  filters: ListFilter[],
): Promise<string | undefined> =>
  listRecords(
    context.get(apiContext),
    resource,
    { ...getDefaultQuery(resource), filters, limit: 1 },
    request.signal,
  ).then(
    ({ page }) => messages.list.total(page.total, page.totalIsCapped),
    () => undefined,
  )
