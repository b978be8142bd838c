import { sql } from 'kysely'
import type { AnyRecord, RecordOf } from '#shared/engine/resource.ts'
import type { MemberOverview } from '#shared/areas/members/memberOverview.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { findNextExpiry } from '#server/platform/areas/credits/index.ts'

type OverviewRow = {
  store: MemberOverview['store']
  group: (Omit<NonNullable<MemberOverview['group']>, 'moved'> & { type: string }) | null
  suspendedAt: string | null
  suspendedBy: string
  suspendedReason: string
  statusChangedAt: string | null
  statusChangedBy: string
  statusReason: string | null
  movedAt: string | null
  movedBy: string
  byRules: boolean
  balances: { unit: string; balance: number; expires: boolean }[]
  waitingCredits: MemberOverview['waitingCredits']
}

/** Loads a member with the facts that the head of its page shows. */
async function loadMemberOverview(
  connection: Connection,
  record: AnyRecord,
): Promise<MemberOverview> {
  const { id } = record as RecordOf<typeof members>
  const { rows } = await sql<OverviewRow>`
    select suspended_at, suspended_by, suspended_reason, status_changed_at, status_changed_by,
      status_reason, moved_at, moved_by, by_rules,
      (select jsonb_build_object('id', id, 'name', name, 'status', status) from stores
        where stores.id = members.store_id) as store,
      (select jsonb_build_object('id', id, 'name', name, 'type', type, 'rules', to_jsonb(rules))
        from member_groups where member_groups.id = members.group_id) as group,
      coalesce((select jsonb_agg(jsonb_build_object('unit', unit, 'balance', balance,
          'expires', next_expiry is not null) order by unit)
        from credit_balances where member_id = members.id), '[]') as balances,
      coalesce((select jsonb_agg(jsonb_build_object('unit', unit, 'count', count, 'amount', amount)
          order by unit)
        from (select unit, count(*), sum(case type when 'debit' then -amount else amount end) as amount
          from credit_requests where member_id = members.id and state = 'waiting'
          group by unit) as waiting), '[]') as waiting_credits
    from members left join lateral (
      select moved_at, moved_by, by_rules, member_group_changes.group_id as moved_to
      from member_group_changes where member_id = members.id
      order by moved_at desc, id desc limit 1) as last on moved_to = members.group_id
    where members.id = ${id}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error(`Member ${id} is gone`)
  const { group, store, balances, waitingCredits, suspendedAt, statusChangedAt, movedAt } = row
  return {
    member: record,
    store,
    group: group && {
      id: group.id,
      name: group.name,
      rules: group.type === 'rule' ? group.rules : [],
      moved: movedAt === null ? null : { at: movedAt, by: row.movedBy, byRules: row.byRules },
    },
    suspension:
      suspendedAt === null
        ? null
        : { at: suspendedAt, by: row.suspendedBy, reason: row.suspendedReason },
    statusChange:
      statusChangedAt === null
        ? null
        : { at: statusChangedAt, by: row.statusChangedBy, reason: row.statusReason },
    balances: await Promise.all(
      balances.map(async ({ unit, balance, expires }) => ({
        unit,
        balance,
        expiring: expires ? await findNextExpiry(connection, { memberId: id, unit }) : null,
      })),
    ),
    waitingCredits,
  }
}

export const overviewCall: Call = {
  kind: 'read',
  permission: `${members.permission}:read`,
  method: 'get',
  path: '/members/:id/overview',
  summary:
    'Get a member with their store, group, suspension, credit balances, credits that expire next, and credits that wait for approval',
  success: {
    status: 200,
    schema: objectSchema({
      member: buildRecordSchemas(members).record,
      store: nullableSchema(
        objectSchema({ id: integerSchema, name: stringSchema, status: stringSchema }),
      ),
      group: nullableSchema(
        objectSchema({
          id: integerSchema,
          name: stringSchema,
          rules: arraySchema(stringSchema),
          moved: nullableSchema(
            objectSchema({ at: instantSchema, by: stringSchema, byRules: { type: 'boolean' } }),
          ),
        }),
      ),
      suspension: nullableSchema(
        objectSchema({ at: instantSchema, by: stringSchema, reason: stringSchema }),
      ),
      statusChange: nullableSchema(
        objectSchema({
          at: instantSchema,
          by: stringSchema,
          reason: nullableSchema(stringSchema),
        }),
      ),
      balances: arraySchema(
        objectSchema({
          unit: stringSchema,
          balance: integerSchema,
          expiring: nullableSchema(objectSchema({ amount: integerSchema, at: instantSchema })),
        }),
      ),
      waitingCredits: arraySchema(
        objectSchema({ unit: stringSchema, count: integerSchema, amount: integerSchema }),
      ),
    }),
  },
  async handler(request, { db }, caller) {
    const id = parseRecordId(members, request)
    const record = await loadRecord(db, limitToCaller(caller, members), id)
    return { status: 200, body: await loadMemberOverview(db, record) }
  },
}
