import { sql } from 'kysely'
import { creditCheckNames, creditCheckStates } from '#shared/areas/members/creditCheck.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { storeUnitSql } from '#server/platform/areas/credits/index.ts'
import { toProgramReference } from '../programApproval.ts'
import { buildCheckSchema } from './checkSchema.ts'
import { checkCredits } from './creditCheck.ts'
import type { CreditFacts } from './creditCheck.ts'

async function loadCreditFacts(
  connection: Connection,
  memberId: number,
  now: string,
): Promise<CreditFacts> {
  const { rows } = await sql<Omit<CreditFacts, 'program'> & { program: ProgramRow | null }>`
    select members.name, members.active,
      (select jsonb_build_object('id', id, 'name', name) from member_groups
        where id = members.group_id) as group,
      (select jsonb_build_object('id', id, 'amount', credit_amount, 'unit', unit, 'own', ${storeUnitSql},
          'period', credit_period, 'isWaiting', program_waiting is not null)
        from member_groups where id = members.group_id
          and credit_amount is not null and credit_period is not null and unit is not null) as program,
      (select jsonb_build_object('count', count(*), 'amount', sum(amount), 'unit', unit)
        from credit_requests where member_id = members.id and state = 'waiting' and type = 'issue'
        group by unit order by sum(amount) desc limit 1) as requests,
      (select jsonb_build_object('count', count(*), 'amount', sum(amount), 'unit', currency)
        from payment_refunds where member_id = members.id and state = 'waiting' and as_credits
        group by currency order by sum(amount) desc limit 1) as refunds,
      ${spentOnCanceledOrdersSql} as orders,
      ${selectTakenCredits('expire', now)} as expired,
      ${selectTakenCredits('reverse', now)} as reversed,
      ${selectTakenCredits('adjust', now)} as adjusted,
      ${selectTakenCredits('redeem', now)} as redeemed
    from members join stores on stores.id = members.store_id
    where members.id = ${memberId}`.execute(connection)
  const [facts] = rows
  if (!facts) throw new Error(`Member ${memberId} is gone`)
  const { program } = facts
  if (!program) return { ...facts, program: null }
  const issuedAt = await loadIssueTime(connection, memberId, toProgramReference(program, now))
  return { ...facts, program: { ...program, issuedAt } }
}

/** Entries name the order that they are about with or without its number sign. */
const toOrderNumber = (column: string) => sql`ltrim(${sql.ref(column)}, '#')`

/** Selects what the member spent on canceled orders, unless an entry returned it. */
const spentOnCanceledOrdersSql = sql`
  (select jsonb_build_object('count', count(*), 'amount', -sum(spent.amount), 'unit', spent.unit,
      'order', min(orders.number))
    from orders join credit_entries as spent on spent.member_id = members.id
      and ${toOrderNumber('spent.reference')} = ${toOrderNumber('orders.number')}
    where orders.member_id = members.id and orders.status = 'cancelled' and spent.type = 'redeem'
      and not exists (
        select from credit_entries as returned
        where returned.member_id = members.id and returned.amount > 0
          and (returned.reverses = spent.id
            or ${toOrderNumber('returned.reference')} = ${toOrderNumber('orders.number')}))
    group by spent.unit order by sum(spent.amount) limit 1)`

type ProgramRow = Omit<NonNullable<CreditFacts['program']>, 'issuedAt'> & { id: number }

/** Selects what entries of a type took from the member in the last 12 months. */
const selectTakenCredits = (type: 'expire' | 'reverse' | 'adjust' | 'redeem', now: string) => sql`
  (select jsonb_build_object('amount', -sum(amount), 'unit', unit, 'at', max(entered_at))
    from credit_entries where member_id = members.id and type = ${type} and amount < 0
      and entered_at > ${now}::timestamptz - interval '12 months'
    group by unit order by sum(amount) limit 1)`

async function loadIssueTime(
  connection: Connection,
  memberId: number,
  reference: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(entered_at) as at from credit_entries
    where member_id = ${memberId} and reference = ${reference}`.execute(connection)
  return rows[0]?.at ?? null
}

export const creditCheckCall: Call = {
  kind: 'read',
  permission: `${members.permission}:read`,
  method: 'get',
  path: '/members/:id/creditCheck',
  summary:
    'Check whether credits of a member are missing: the credit program, waiting requests and refunds, canceled orders, and entries that took credits',
  success: {
    status: 200,
    schema: buildCheckSchema(creditCheckNames, creditCheckStates, 'groupId'),
  },
  async handler(request, { db, now }, caller) {
    const id = parseRecordId(members, request)
    await loadRecord(db, limitToCaller(caller, members), id)
    const facts = await loadCreditFacts(db, id, now().toISOString())
    return { status: 200, body: checkCredits(facts) }
  },
}
