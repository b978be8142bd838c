import { sql } from 'kysely'
import type { Completion } from '#shared/areas/training/trainingCalls.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'

type CompletionRow = {
  id: number
  name: string
  members: number
  completed: number
  overdue: number
}

/** The maximum number of stores in the response. The sums include all stores. */
const maxCompletionStores = 100

/**
 * GET /trainingCategories/ID/completion: how many active members completed all required content or
 * are overdue, by store.
 */
export async function handleLoadTrainingCategoryCompletion(
  request: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const category = await loadRecord(
    db,
    limitToCaller(caller, trainingCategories),
    parseRecordId(trainingCategories, request),
  )
  const { storeIds, groupIds, dueDays } = category as unknown as {
    storeIds: number[]
    groupIds: number[]
    dueDays: number | null
  }
  const isFor = sql`members.active
    and (${storeIds.length === 0} or members.store_id = any(${storeIds}::int[]))
    and (${groupIds.length === 0} or members.group_id = any(${groupIds}::int[]))`
  const { rows: counted } = await sql<{ required: number }>`
    select count(*)::int as required from training_content
    where category_id = ${category.id} and status = 'published' and required`.execute(db)
  const { rows } = await sql<CompletionRow>`
    with required as (
      select id from training_content
      where category_id = ${category.id} and status = 'published' and required
    ), completed as (
      select member_id from training_completions
      where passed and content_id in (select id from required)
      group by member_id having count(*) = (select count(*) from required)
    )
    select stores.id, stores.name, count(*)::int as members,
      count(completed.member_id)::int as completed,
      count(*) filter (where completed.member_id is null and members.created_at
        < ${now().toISOString()}::timestamptz - make_interval(days => ${dueDays ?? 0}))::int as overdue
    from ${getVisibleRows(members, caller.storeIds)}
    join ${getVisibleRows(stores, caller.storeIds)} on stores.id = members.store_id
    left join completed on completed.member_id = members.id
    where ${isFor}
    group by stores.id, stores.name
    order by count(*) - count(completed.member_id) desc, stores.name, stores.id`.execute(db)
  const isDue = category['required'] === true && dueDays !== null
  const storeRows = rows.map(({ id, name, members: all, completed, overdue }) => ({
    id,
    name,
    members: all,
    completed,
    overdue: isDue ? overdue : 0,
  }))
  const sum = (name: 'members' | 'completed' | 'overdue') =>
    storeRows.reduce((total, row) => total + row[name], 0)
  const body: Completion = {
    required: counted[0]?.required ?? 0,
    members: sum('members'),
    completed: sum('completed'),
    overdue: sum('overdue'),
    stores: storeRows.slice(0, maxCompletionStores),
    more: storeRows.length > maxCompletionStores,
  }
  return { status: 200, body }
}
