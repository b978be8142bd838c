import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { sql } from 'kysely'
import type { RecordOf } from '#shared/engine/resource.ts'
import type { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { memberGroupCallMessages } from './messages.ts'
import { moveMessages } from './moveMessages.ts'
import { buildMatchingGroupIdSql } from './groupRules.ts'

type TargetGroup = Pick<RecordOf<typeof memberGroups>, 'id' | 'name' | 'storeId'>

export type MovableMember = {
  id: number
  name: string
  email: string
  version: number
  fromId: number | null
  from: string | null
  /** The group whose rules match the member. They would move the member back into it. */
  rule: string | null
}

type MovePlan = {
  moving: MovableMember[]
  alreadyInGroup: MovableMember[]
  inRuleGroups: MovableMember[]
  unknownEmails: string[]
}

/** Other text can't be stored in the database, so it never reaches it. */
const isStorableText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

type MoveRequest = { emails: string[]; memberIds: number[]; action: 'add' | 'remove' }

/** Plans a move and locks the members until the transaction ends. */
export async function planMemberMove(
  trx: Connection,
  group: TargetGroup,
  { emails: rawEmails, memberIds, action }: MoveRequest,
): Promise<MovePlan> {
  const emails = [...new Set(rawEmails.map(normalizeAccountEmail).filter(Boolean))]
  const rule = await buildMatchingGroupIdSql(trx, group.storeId)
  const { rows: movable } = await sql<MovableMember>`
    select members.id, members.name, lower(members.email) as email, members.version,
      members.group_id as from_id, was.name as "from",
      (select name from member_groups where id = ${rule}) as rule
    from members left join member_groups as was on was.id = members.group_id
    where members.store_id = ${group.storeId}
      and (lower(members.email) = any(${emails.filter(isStorableText)}::text[]) or members.id = any(${memberIds}::int[]))
    order by members.id for update of members`.execute(trx)
  const ids = new Set(movable.map(({ id }) => id))
  if (!memberIds.every((id) => ids.has(id)))
    throw validationFailed({ memberIds: memberGroupCallMessages.notHere })
  const knownEmails = new Set(movable.map(({ email }) => email))
  const unknownEmails = emails.filter((email) => !knownEmails.has(email))
  const inGroup = movable.filter(({ fromId }) => fromId === group.id)
  const others = movable.filter(({ fromId }) => fromId !== group.id)
  return action === 'remove'
    ? { moving: inGroup, alreadyInGroup: [], inRuleGroups: [], unknownEmails }
    : {
        moving: others.filter((one) => one.rule === null),
        inRuleGroups: others.filter((one) => one.rule !== null),
        alreadyInGroup: inGroup,
        unknownEmails,
      }
}

const sortBySize = (groups: Map<string, MovableMember[]>) =>
  [...groups].toSorted(([, one], [, other]) => other.length - one.length)

/** The maximum number of names in each part, and of unknown emails. */
const [maxMoveExamples, maxUnknownEmails] = [5, 20]

/** Returns the impact of a move, shown before it's confirmed. */
export function toMoveImpact(
  { name }: TargetGroup,
  plan: MovePlan,
  aboveLimits: { total: number; unit: string } | null,
): ImpactSummary {
  const { moving, alreadyInGroup, inRuleGroups, unknownEmails } = plan
  const parts: [string, MovableMember[]][] = [
    ...sortBySize(Map.groupBy(moving, ({ from }) => moveMessages.from(from))),
    ...Map.groupBy(alreadyInGroup, () => moveMessages.already(name)),
    ...Map.groupBy(inRuleGroups, ({ rule }) => moveMessages.held(rule ?? '')),
  ]
  const worse = parts.map(([what, group]) => ({
    what,
    count: group.length,
    examples: group.slice(0, maxMoveExamples).map((one) => one.name),
  }))
  const sentences = [
    ...(unknownEmails.length > 0
      ? [moveMessages.unknown(unknownEmails.length, unknownEmails.slice(0, maxUnknownEmails))]
      : []),
    ...(aboveLimits ? [memberGroupCallMessages.needsApproval(aboveLimits)] : []),
  ]
  return {
    reaches: moving.length,
    own: 0,
    worse: [...worse, ...sentences.map((what) => ({ what, count: 0, examples: [] }))],
  }
}
