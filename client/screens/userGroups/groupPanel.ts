import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/resources/userGroups.ts'
import type { PanelProps, PanelWork } from '#client/list/definePanels.ts'

/** The list without its panel. */
export const listOf = ({ view }: Pick<PanelProps, 'view'>) =>
  listAddress(userGroups, withPanel(view, null))

/** What every panel of a group is called, and leads to. */
export const over = (props: Pick<PanelProps, 'view'>, group: AnyRecord) => ({
  title: labelOf(userGroups, group),
  kind: userGroups.title.one,
  close: listOf(props),
  row: group.id,
})

/** All groups, as far as a choice of them goes. */
export const others = async ({ api, signal }: Pick<PanelWork, 'api' | 'signal'>, id: number) => {
  const sort = { field: 'name', descending: false }
  const query = { search: '', filters: [], sort, limit: 100, after: null }
  const { records } = await listRecords(api, userGroups, query, signal)
  return records.filter((record) => record.id !== id)
}
