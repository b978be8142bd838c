import { listRecords } from '#shared/engine/recordCalls.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { members as memberList } from '#shared/resources/members.ts'
import { storeMembersMessages } from '#shared/stores/storeMembersMessages.ts'
import { orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { MemberTable } from './MemberTable.tsx'
import { pageAfter } from './pageAfter.ts'
import { defineTab } from './storeTab.tsx'
import type { TabLoad } from './storeTab.tsx'

/** The parameters of the tab's address; each table has its own. */
export const memberParams = { search: 'search', after: 'after' } as const
export const groupParams = { search: 'groupSearch', after: 'groupAfter' } as const
export type TableParams = { search: string; after: string }

type Found = RecordPage | PageFailure
type Data = { members: Found; groups: Found; asked: Record<string, string> }

/** Who orders in this store, read only. */
export const members = defineTab<Data>({
  async load(load) {
    const [found, groups] = await Promise.all([
      rowsOf(load, memberList, memberParams),
      rowsOf(load, memberGroups, groupParams),
    ])
    return { members: found, groups, asked: askedIn(load.params) }
  },
  render: ({ store, data }) => (
    <>
      <MemberTable
        resource={memberList}
        columns={['name', 'email', 'groupId', 'active']}
        found={data.members}
        none={storeMembersMessages.none}
        params={memberParams}
        storeId={store.id}
        asked={data.asked}
      />
      <MemberTable
        resource={memberGroups}
        columns={['name', 'type', 'members', 'isDefault']}
        found={data.groups}
        none={storeMembersMessages.noGroups}
        params={groupParams}
        storeId={store.id}
        asked={data.asked}
      />
    </>
  ),
})

/** One page of the store's own records of a kind. */
function rowsOf({ api, id, params, signal }: TabLoad, resource: Resource, names: TableParams) {
  const found = pageAfter(params.get(names.after) ?? '', (after) =>
    listRecords(
      api,
      resource,
      {
        search: params.get(names.search)?.trim() ?? '',
        filters: [{ field: 'storeId', op: 'eq', value: String(id) }],
        sort: { field: resource.sort, descending: false },
        limit: 25,
        after: after || null,
      },
      signal,
    ),
  )
  return orFailure(found, resource.title.many)
}

const askedIn = (params: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...Object.values(memberParams), ...Object.values(groupParams)].flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
