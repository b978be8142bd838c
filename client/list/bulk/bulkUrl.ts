import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** The parameters of the panel: what is to be done, the field that is changed, the job that does it. */
export const [actionParam, fieldParam, jobParam] = ['bulk', 'field', 'job']

/** The address of the panel in which many records are changed. */
export function buildBulkUrl(
  resource: Resource,
  view: ListView,
  chosen: SelectedIds | null,
  params: Readonly<Record<string, string>>,
): string {
  const list = buildListUrl(resource, { ...withPanel(view, null), selectedIds: chosen })
  const more = new URLSearchParams(params)
  return `${list}${list.includes('?') ? '&' : '?'}${more}`
}
