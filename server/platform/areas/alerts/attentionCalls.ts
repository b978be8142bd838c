import { sql } from 'kysely'
import { attentionFields, dismissedIntegrationDays } from '#shared/areas/alerts/attentionCalls.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { users } from '#shared/areas/users/users.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { object, propertiesOf, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { demandStores, rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf, versionFrom } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { alertMessages } from './messages.ts'

const { state, days, ownerId, reason } = attentionFields
const dayMs = 86_400_000
const write = {
  kind: 'write',
  needs: `${attentionItems.permission}:write`,
  ifMatch: 'optional',
  success: { status: 200, schema: recordSchemas(attentionItems).record },
  refusals: [409, 413, 415, 422],
} as const

/** What is done about what needs attention (shared/areas/alerts/attentionCalls.ts). */
export const attentionCalls: readonly Call[] = [
  {
    ...write,
    method: 'post',
    path: '/attentionItems/:id/state',
    summary: 'Snooze, dismiss, or reopen an alert. Fixed alerts disappear automatically.',
    body: object(propertiesOf({ state, days, reason }), ['state']),
    answer: changeState,
  },
  {
    ...write,
    method: 'put',
    path: '/attentionItems/:id/owner',
    summary: 'Assign an alert to a user',
    body: object(propertiesOf({ ownerId })),
    answer: assign,
  },
]

async function held({ trx, caller, asked }: Change) {
  const id = recordIdOf(attentionItems, asked)
  const item = await lockRecord(trx, scopedTo(caller, attentionItems), id, versionFrom(asked))
  // The item that it may read tells of its own stores alone.
  const { rows } = await sql<{ storeIds: number[] }>`
    select store_ids from attention_items where id = ${id}`.execute(trx)
  demandStores(attentionItems, rows[0]?.storeIds ?? [], caller)
  return item
}

async function done(change: Change, id: number): Promise<Answer> {
  const body = await readRecord(change.trx, scopedTo(change.caller, attentionItems), id)
  return { status: 200, body, version: body.version }
}

async function changeState(change: Change): Promise<Answer> {
  const { trx, caller, now, audit, asked } = change
  const item = await held(change)
  const values = readValues({ fields: { state, days, reason } }, asked.body, 'all')
  const to = String(values['state'])
  const why = to === 'resolved' ? values['reason'] : null
  if (to === 'resolved' && why === null)
    throw invalid({ reason: messages.validation.required(reason.label) })
  const hiddenDays = countHiddenDays(to, item, Number(values['days'] ?? 1))
  const until = hiddenDays && new Date(Date.parse(now) + hiddenDays * dayMs).toISOString()
  await sql`update attention_items set state = ${to}, snoozed_until = ${until}, reason = ${why},
    version = version + 1, updated_at = ${now}, updated_by = ${caller.email} where id = ${item.id}`.execute(
    trx,
  )
  await audit({
    event: `attentionItems.${to === 'open' ? 'reopened' : to}`,
    target: targetOf(attentionItems, item),
    before: { state: item['state'], reason: item['reason'] },
    after: { state: to, reason: why, ...(until && { snoozedUntil: until }) },
  })
  return done(change, item.id)
}

/** After how many days an alert opens again; null if it stays hidden until it is fixed. */
function countHiddenDays(state: string, { kind }: AnyRecord, snoozeDays: number): number | null {
  if (state === 'snoozed') return snoozeDays
  return state === 'resolved' && kind === 'integration' ? dismissedIntegrationDays : null
}

async function assign(change: Change): Promise<Answer> {
  const { trx, caller, now, audit, asked } = change
  const item = await held(change)
  const { ownerId: owner } = readValues({ fields: { ownerId } }, asked.body, 'all')
  if (owner !== null && owner !== caller.id) {
    const { rows } = await sql`select from ${rowsOf(users, caller.storeIds)}
      where id = ${owner} and status = 'active'`.execute(trx)
    if (rows.length === 0) throw invalid({ ownerId: alertMessages.notActiveUser })
  }
  await sql`update attention_items set owner_id = ${owner}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where id = ${item.id}`.execute(trx)
  const [before, after] = [{ ownerId: item['ownerId'] }, { ownerId: owner }]
  await audit({
    event: 'attentionItems.assigned',
    target: targetOf(attentionItems, item),
    before,
    after,
  })
  return done(change, item.id)
}
