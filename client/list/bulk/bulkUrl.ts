import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** Parameters of the panel: the action, the field to change, and the job. */
export const [actionParam, fieldParam, jobParam] = ['bulk', 'field', 'job']

/** Parameter of a preview whose change is being scheduled. */
export const scheduleParam = 'when'

/** Builds the URL where a previewed change is scheduled. */
export function buildScheduleUrl({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string {
  const params = new URLSearchParams(search)
  params.set(scheduleParam, 'later')
  return `${pathname}?${params}`
}

/** Builds the URL of the preview without its schedule. */
export function buildUnscheduledUrl({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string {
  const params = new URLSearchParams(search)
  params.delete(scheduleParam)
  return `${pathname}?${params}`
}

/** Builds the URL of the panel that changes many records. */
export function buildBulkUrl(
  resource: Resource,
  view: ListView,
  selectedIds: SelectedIds | null,
  params: Readonly<Record<string, string>>,
): string {
  const list = buildListUrl(resource, { ...withPanel(view, null), selectedIds })
  const more = new URLSearchParams(params)
  return `${list}${list.includes('?') ? '&' : '?'}${more}`
}
