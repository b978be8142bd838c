import { sql } from 'kysely'
import { needsSecond } from '#shared/areas/credits/approval.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { limitsFor } from '../credits/limits.ts'
import { wrongUnit } from '../credits/storeUnit.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import { settleStores } from '../stores/settleStores.ts'
import { groupMessages } from './messages.ts'
import { forecastGroups } from './programNotes.ts'
import { refreshProgramApproval } from './programApproval.ts'
import { applyRules } from './rules.ts'

function wrong(changed: Values, before: AnyRecord | undefined): FieldErrors {
  const values = { ...before, ...changed }
  const errors: FieldErrors = {}
  const isEmpty = (name: string) => values[name] === null || values[name] === undefined
  if (before && values['storeId'] !== before['storeId']) errors['storeId'] = groupMessages.stays
  for (const [amount, period] of [
    ['spendLimit', 'spendPeriod'],
    ['creditAmount', 'creditPeriod'],
  ] as const) {
    if (isEmpty(amount)) continue
    if (isEmpty('unit')) errors['unit'] = groupMessages.noUnit
    if (isEmpty(period)) errors[period] = groupMessages.noPeriod[period]
  }
  return errors
}

const consequence: Consequence = {
  wrong: async (values, { connection, before }) => ({
    ...(await wrongUnit(connection, { ...before, ...values })),
    ...wrong(values, before),
  }),
  /** A program gives each member no more than its operator could issue alone; all of it together may wait for approval. */
  async admit({ trx, caller }, { before, values }) {
    const { creditAmount, unit } = { ...before, ...values }
    if (!values || !creditAmount || !unit) return
    if (before && !('creditAmount' in values) && !('unit' in values)) return
    const { member } = await limitsFor(trx, caller)
    if (needsSecond(Number(creditAmount), String(unit), member))
      throw invalid({ creditAmount: groupMessages.tooMuch })
  },
  forecast: forecastGroups,
  /** One group of a store is the default one; members are where the rules say. */
  async settle(work, records, before) {
    const { trx, now, caller, audit } = work
    for (const { id, isDefault, storeId } of records)
      if (isDefault === true)
        await sql`update member_groups set is_default = false, version = version + 1, updated_at = ${now},
            updated_by = ${caller.email}
          where store_id = ${storeId} and is_default and id <> ${id}`.execute(trx)
    const storeIds = [...new Set(records.map(({ storeId }) => Number(storeId)))]
    const entered = new Set<number>()
    for (const storeId of storeIds)
      for (const id of await applyRules(trx, storeId, { now, actor: caller.email, audit }))
        entered.add(id)
    await refreshPrograms(work, { records, before, entered })
    await settleStores(trx, new Date(now))
  },
}

type Changed = { records: AnyRecord[]; before: AnyRecord[]; entered: ReadonlySet<number> }

/** Asks for approval again where a program gives more, or to others, than before. */
async function refreshPrograms(work: Work, { records, before, entered }: Changed): Promise<void> {
  const resets = new Map([...entered].map((id) => [id, false]))
  for (const record of records) {
    const old = before.find(({ id }) => id === record.id)
    const differs = (name: string) => String(old?.[name] ?? '') !== String(record[name] ?? '')
    if (!programFields.some(differs)) continue
    const isRaised = Number(record['creditAmount'] ?? 0) > Number(old?.['creditAmount'] ?? 0)
    resets.set(record.id, isRaised || differs('unit') || differs('creditPeriod'))
  }
  for (const [id, isReset] of [...resets].toSorted(([one], [other]) => one - other))
    await refreshProgramApproval(work, id, isReset)
}

/** What decides who gets how much, and how often. */
const programFields = ['creditAmount', 'unit', 'creditPeriod', 'type', 'rules']

/** What a group is made of, for whoever makes it again or writes it down. */
export const valuesOfGroup = (group: AnyRecord): Values =>
  Object.fromEntries(Object.keys(memberGroups.fields).map((name) => [name, group[name]]))

export const keptGroups: Kept = { ...memberGroups, consequence, dependents: [] }
