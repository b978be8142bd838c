import { sql } from 'kysely'
import { members } from '#shared/resources/members.ts'
import type { Consequence, Kept } from '../records/settled.ts'
import { groupMessages } from './messages.ts'

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
  settle: () => Promise.resolve(),
}

export const keptMembers: Kept = { ...members, consequence, dependents: [] }
