import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { sql } from 'kysely'
import type { RecordOf } from '#shared/engine/resource.ts'
import type { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import type { Untold } from '#server/platform/core/records/settled.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { groupMessages } from './messages.ts'
import { moveWords as say } from './moveWords.ts'
import { heldByRules } from './rules.ts'

type Group = Pick<RecordOf<typeof memberGroups>, 'id' | 'name' | 'storeId'>

export type Movable = {
  id: number
  name: string
  email: string
  version: number
  fromId: number | null
  from: string | null
  /** The group whose rules find it: what is moved out of there is moved back by them. */
  rule: string | null
}

export type MovePlan = {
  moving: Movable[]
  already: Movable[]
  held: Movable[]
  unknown: string[]
}

/** No other text reaches the database, which cannot hold it. */
const isText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

export type Chosen = { emails: string[]; memberIds: number[]; action: 'add' | 'remove' }

/** What would become of those who are named, whom nobody else moves until this transaction ends. */
export async function planMove(
  trx: Connection,
  group: Group,
  { emails: given, memberIds, action }: Chosen,
): Promise<MovePlan> {
  const emails = [...new Set(given.map(normalizeAccountEmail).filter(Boolean))]
  const rule = await heldByRules(trx, group.storeId)
  const { rows: known } = await sql<Movable>`
    select members.id, members.name, lower(members.email) as email, members.version,
      members.group_id as from_id, was.name as "from",
      (select name from member_groups where id = ${rule}) as rule
    from members left join member_groups as was on was.id = members.group_id
    where members.store_id = ${group.storeId}
      and (lower(members.email) = any(${emails.filter(isText)}::text[]) or members.id = any(${memberIds}::int[]))
    order by members.id for update of members`.execute(trx)
  const ids = new Set(known.map(({ id }) => id))
  if (!memberIds.every((id) => ids.has(id))) throw invalid({ memberIds: groupMessages.notHere })
  const found = new Set(known.map(({ email }) => email))
  const unknown = emails.filter((email) => !found.has(email))
  const inIt = known.filter(({ fromId }) => fromId === group.id)
  const others = known.filter(({ fromId }) => fromId !== group.id)
  return action === 'remove'
    ? { moving: inIt, already: [], held: [], unknown }
    : {
        moving: others.filter((one) => one.rule === null),
        held: others.filter((one) => one.rule !== null),
        already: inIt,
        unknown,
      }
}

const byCount = (groups: Map<string, Movable[]>) =>
  [...groups].toSorted(([, one], [, other]) => other.length - one.length)

/** How many are named of each kind, and of addresses that nobody has. */
const [examplesShown, unknownShown] = [5, 20]

/** The same, told before it is done. */
export function reachOfMove(
  { name }: Group,
  plan: MovePlan,
  aboveLimits: { total: number; unit: string } | null,
): Untold {
  const { moving, already, held, unknown } = plan
  const parts: [string, Movable[]][] = [
    ...byCount(Map.groupBy(moving, ({ from }) => say.from(from))),
    ...Map.groupBy(already, () => say.already(name)),
    ...Map.groupBy(held, ({ rule }) => say.held(rule ?? '')),
  ]
  const worse = parts.map(([what, those]) => ({
    what,
    count: those.length,
    examples: those.slice(0, examplesShown).map((one) => one.name),
  }))
  const sentences = [
    ...(unknown.length > 0 ? [say.unknown(unknown.length, unknown.slice(0, unknownShown))] : []),
    ...(aboveLimits ? [groupMessages.needsApproval(aboveLimits)] : []),
  ]
  return {
    reaches: moving.length,
    own: 0,
    worse: [...worse, ...sentences.map((what) => ({ what, count: 0, examples: [] }))],
  }
}
