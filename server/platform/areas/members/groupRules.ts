import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parseRule } from '#shared/areas/members/groupRules.ts'
import type { GroupRule } from '#shared/areas/members/groupRules.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { formatMemberNumber } from '#shared/areas/members/memberMoves.ts'
import { maxNamedMembers, buildMoveAudit } from '#shared/areas/members/memberMoves.ts'
import { memberGroupCallMessages } from './messages.ts'

type SqlCondition = RawBuilder<boolean>

const escapeLikePattern = (text: string) =>
  text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)

function buildRuleCondition(rule: GroupRule): SqlCondition {
  if (rule.field === 'active') return sql`members.active = ${rule.value === 'yes'}`
  if (rule.field === 'joined') {
    const compare = sql.raw(rule.op === 'before' ? '<' : '>=')
    // "After" a day means from the next day on.
    const days = sql.raw(rule.op === 'after' ? '1' : '0')
    return sql`members.created_at ${compare} (${rule.value}::date + ${days})::timestamp at time zone 'UTC'`
  }
  const text = escapeLikePattern(rule.value)
  const pattern = {
    is: text,
    contains: `%${text}%`,
    'starts with': `${text}%`,
    'ends with': `%${text}`,
  }[rule.op]
  return sql`lower(members.${sql.ref(rule.field)}) like ${pattern}`
}

/**
 * Builds the condition for members of a rule-based group: all rules hold. No member matches a group
 * without rules.
 */
export function buildGroupRulesCondition(rules: readonly string[]): SqlCondition {
  const parsedRules = rules.flatMap((text) => parseRule(text) ?? [])
  return parsedRules.length === 0 || parsedRules.length < rules.length
    ? sql`false`
    : sql`(${sql.join(parsedRules.map(buildRuleCondition), sql` and `)})`
}

type RuleGroup = { id: number; priority: number; rules: string[] }

/** The ID of an unsaved group: it sorts after all others. */
export const newGroupId = 2_147_483_647

/** Finds the rule-based groups of a store in the order in which their rules apply. */
async function findRuleGroups(connection: Connection, storeId: number, draft?: RuleGroup) {
  const { rows } = await sql<RuleGroup>`
    select id, priority, rules from member_groups
    where store_id = ${storeId} and type = 'rule' and rules <> '{}'`.execute(connection)
  return (draft ? [...rows.filter(({ id }) => id !== draft.id), draft] : rows).toSorted(
    (one, other) => one.priority - other.priority || one.id - other.id,
  )
}

const buildRuleCasesSql = (groups: readonly RuleGroup[]) =>
  sql.join(
    groups.map(({ id, rules }) => sql`when ${buildGroupRulesCondition(rules)} then ${id}::integer`),
    sql` `,
  )

/**
 * Builds the ID of the group whose rules match a member of a store: the rules move the member
 * there, whatever others do. Null if none match.
 */
export async function buildMatchingGroupIdSql(connection: Connection, storeId: number) {
  const groups = await findRuleGroups(connection, storeId)
  return groups.length === 0 ? sql`null::integer` : sql`case ${buildRuleCasesSql(groups)} end`
}

/**
 * Builds the group of each member of a store by the rules; null if no group has rules. Members
 * whose group's rules no longer match go to the default group.
 */
async function buildTargetGroupSql(connection: Connection, storeId: number, draft?: RuleGroup) {
  const groups = await findRuleGroups(connection, storeId, draft)
  const ids = groups.map(({ id }) => id)
  const target = sql`case ${buildRuleCasesSql(groups)}
    when members.group_id = any(${ids}::int[]) then (select id from member_groups
      where store_id = ${storeId} and is_default and type = 'manual' order by id limit 1)
    else members.group_id end`
  return groups.length === 0 ? null : target
}

/**
 * Counts how many members would join and leave a group if the store's rules were applied now, with
 * the group as `draft`.
 */
export async function countRuleMoves(
  connection: Connection,
  storeId: number,
  groupId: number,
  draft?: RuleGroup,
) {
  const target = await buildTargetGroupSql(connection, storeId, draft)
  if (!target) return { joining: 0, leaving: 0 }
  const { rows } = await sql<{ joining: number; leaving: number }>`
    select count(*) filter (where target = ${groupId} and group_id is distinct from ${groupId}) as joining,
      count(*) filter (where target is distinct from ${groupId} and group_id = ${groupId}) as leaving
    from (select group_id, ${target} as target from members where store_id = ${storeId}) as moves`.execute(
    connection,
  )
  return rows[0] ?? { joining: 0, leaving: 0 }
}

type AppliedRuleMoves = {
  id: number | null
  name: string | null
  count: number
  ids: number[]
  origins: (string | null)[]
}
type AuditFunction = (...entries: AuditEntry[]) => Promise<void>

/**
 * Moves members by the rules of their store and logs each move. Returns the groups that gained
 * members.
 */
export async function applyGroupRules(
  trx: Connection,
  storeId: number,
  { now, actor, audit }: { now: string; actor: string; audit: AuditFunction },
): Promise<number[]> {
  const target = await buildTargetGroupSql(trx, storeId)
  if (!target) return []
  const { rows } = await sql<AppliedRuleMoves>`
    with moving as (
      select members.id, was.name as "from", ${target} as target
      from members left join member_groups as was on was.id = members.group_id
      where members.store_id = ${storeId} and members.group_id is distinct from ${target}
      for update of members),
    moved as (
      update members set group_id = moving.target, version = version + 1, updated_at = ${now}, updated_by = ${actor}
      from moving where members.id = moving.id
      returning members.group_id, members.id, moving.from)
    select moved.group_id as id, member_groups.name, count(*) as count,
      (array_agg(moved.id order by moved.id))[1:${maxNamedMembers}] as ids,
      (array_agg(moved.from order by moved.id))[1:${maxNamedMembers}] as origins
    from moved left join member_groups on member_groups.id = moved.group_id group by 1, 2 order by 1`.execute(
    trx,
  )
  for (const { id, name, count, ids, origins } of rows)
    await audit({
      event: 'memberGroups.membersMoved',
      stream: 'jobs',
      target: {
        type: 'memberGroups',
        id: id ?? 0,
        label: name ?? memberGroupCallMessages.noGroup,
        storeId,
      },
      after: buildMoveAudit(
        ids.map((member, index) => ({
          who: formatMemberNumber(member),
          from: origins[index] ?? null,
        })),
        count,
      ),
    })
  return rows.flatMap(({ id }) => id ?? [])
}

/** Applies the rules of all stores, because members join and change all the time. */
export async function applyAllGroupRules(platform: Platform): Promise<void> {
  const { db, log } = platform
  const { rows } = await sql<{ storeId: number }>`
    select distinct store_id from member_groups where type = 'rule' and rules <> '{}' order by 1`.execute(
    db,
  )
  for (const { storeId } of rows)
    await runInTransaction(platform, (trx, moment) => {
      const at = moment.toISOString()
      const audit = createAuditor(trx, {
        asked: { id: 'groups', ip: '' },
        now: at,
        actor: 'platform',
      })
      return applyGroupRules(trx, storeId, { now: at, actor: 'platform', audit })
    }).catch((err: unknown) =>
      log.warn({ err, storeId }, "Rule-based member groups couldn't be updated"),
    )
}
