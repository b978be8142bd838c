import { commentsParam } from '#shared/engine/commentParams.ts'
import { buildSetupPageUrl } from '#shared/engine/integrations/fixUrl.ts'
import { buildListPath, getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { buildAlertPath } from '#shared/areas/alerts/alertPath.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'

/**
 * Builds the URL in the console that shows a record's comments: a tab, a page, a part of a timeline,
 * or a panel over the record's page or list.
 */
export function buildCommentsUrl(resource: Resource, record: AnyRecord): string {
  if (resource.name === stores.name) return buildStoreUrl(record.id, 'comments')
  if (resource.name === attentionItems.name) return buildAlertPath(String(record.id))
  if (resource.name === members.name) return `${getRecordUrl(members, record)}?kind=comments`
  const page = buildSetupPageUrl(resource, record) ?? buildListPath(resource, record)
  return `${page}${page.includes('?') ? '&' : '?'}${commentsParam}=${record.id}`
}
