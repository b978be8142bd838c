import { sql } from 'kysely'
import { members } from '#shared/resources/members.ts'
import type { Consequence, Kept } from '../records/settled.ts'
import { groupMessages } from './messages.ts'
import { refreshProgramApprovals } from './programApproval.ts'

/** Who is in which group follows from a file alone; of groups by rule it does not. */
const consequence: Consequence = {
  async wrong({ groupId }, { connection, before }) {
    if (groupId === undefined) return {}
    const ids = [groupId, before?.['groupId']].filter((id) => typeof id === 'number')
    const { rows } = await sql`select id from member_groups
      where id = any(${ids}::int[]) and type = 'rule' limit 1`.execute(connection)
    return rows.length > 0 ? { groupId: groupMessages.byRule } : {}
  },
  // Who came into which group is marked, and counted when the transaction settles its marks.
  async settle(work, records, before) {
    const was = new Map(before.map(({ id, groupId }) => [id, groupId]))
    const entered = records.flatMap(({ id, groupId }) =>
      typeof groupId === 'number' && groupId !== was.get(id) ? groupId : [],
    )
    await refreshProgramApprovals(work, entered)
  },
}

export const keptMembers: Kept = { ...members, consequence, dependents: [] }
