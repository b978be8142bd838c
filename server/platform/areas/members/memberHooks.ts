import { sql } from 'kysely'
import { messages } from '#shared/messages.ts'
import { members } from '#shared/areas/members/members.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import { memberGroupCallMessages } from './messages.ts'
import { memberPageCallMessages } from './page/messages.ts'
import { refreshProgramApprovals } from './programApproval.ts'

/** Each member belongs to a store. Members of rule-based groups can't be chosen by hand. */
export const memberHooks: ResourceHooks = {
  async validate(values, { connection, before }) {
    const { groupId, storeId, active } = values
    if (before?.['erasedAt'])
      return Object.fromEntries(
        Object.keys(values).map((name) => [name, memberPageCallMessages.isErased]),
      )
    if (!before && storeId === null)
      return { storeId: messages.validation.required(members.fields.storeId.label) }
    if (active === true && before?.['active'] === false) {
      const { rows } = await sql`select from members
        where id = ${before.id} and suspended_at is not null`.execute(connection)
      if (rows.length > 0) return { active: memberPageCallMessages.isSuspended }
    }
    if (groupId === undefined) return {}
    const ids = [groupId, before?.['groupId']].filter((id) => typeof id === 'number')
    const { rows } = await sql`select id from member_groups
      where id = any(${ids}::int[]) and type = 'rule' limit 1`.execute(connection)
    return rows.length > 0 ? { groupId: memberGroupCallMessages.byRule } : {}
  },
  // Doesn't update member counts: they are recomputed before the transaction commits.
  async afterWrite(context, records, before) {
    const previousGroups = new Map(before.map(({ id, groupId }) => [id, groupId]))
    const enteredGroupIds = records.flatMap(({ id, groupId }) =>
      typeof groupId === 'number' && groupId !== previousGroups.get(id) ? groupId : [],
    )
    const ungrouped = records.filter(
      ({ id, groupId }) => groupId === null && !previousGroups.has(id),
    )
    const defaultGroupIds = await joinDefaultGroups(
      context,
      ungrouped.map(({ id }) => id),
    )
    await refreshProgramApprovals(context, [...enteredGroupIds, ...defaultGroupIds])
  },
}

/** Puts new members without a group into the default group of their store. Returns those groups. */
async function joinDefaultGroups({ trx }: WriteContext, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ groupId: number }>`
    update members set group_id = defaults.id from member_groups as defaults
    where members.id = any(${[...ids]}::int[]) and defaults.store_id = members.store_id
      and defaults.is_default and defaults.type = 'manual'
    returning group_id`.execute(trx)
  return rows.map(({ groupId }) => groupId)
}
