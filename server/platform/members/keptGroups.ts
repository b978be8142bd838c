import { sql } from 'kysely'
import { needsSecond } from '#shared/credits/approval.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { limitsFor } from '../credits/limits.ts'
import { wrongUnit } from '../credits/storeUnit.ts'
import { invalid } from '../http/refusal.ts'
import type { Consequence, Kept } from '../records/settled.ts'
import type { Values } from '../records/values.ts'
import { settleStores } from '../stores/settleStores.ts'
import { groupMessages } from './messages.ts'
import { applyRules } from './rules.ts'

function wrong(changed: Values, before: AnyRecord | undefined): FieldErrors {
  const values = { ...before, ...changed }
  const errors: FieldErrors = {}
  const isEmpty = (name: string) => values[name] === null || values[name] === undefined
  if (before && values['storeId'] !== before['storeId']) errors['storeId'] = groupMessages.stays
  const { spendLimit, creditAmount } = memberGroups.fields
  for (const [amount, period, { label }] of [
    ['spendLimit', 'spendPeriod', spendLimit],
    ['creditAmount', 'creditPeriod', creditAmount],
  ] as const) {
    if (isEmpty(amount)) continue
    if (isEmpty('unit')) errors['unit'] = groupMessages.noUnit
    if (isEmpty(period)) errors[period] = groupMessages.noPeriod(label)
  }
  return errors
}

const consequence: Consequence = {
  wrong: async (values, { connection, before }) => ({
    ...(await wrongUnit(connection, { ...before, ...values })),
    ...wrong(values, before),
  }),
  /** A programme gives what its operator could issue alone. */
  async admit({ trx, caller }, { before, values }) {
    const { creditAmount, unit } = { ...before, ...values }
    if (!values || !creditAmount || !unit) return
    if (before && !('creditAmount' in values) && !('unit' in values)) return
    const alone = await limitsFor(trx, caller)
    if (needsSecond(Number(creditAmount), String(unit), alone))
      throw invalid({ creditAmount: groupMessages.tooMuch })
  },
  /** One group of a store is the default one; members are where the rules say. */
  async settle({ trx, now, caller, audit }, records) {
    for (const { id, isDefault, storeId } of records)
      if (isDefault === true)
        await sql`update member_groups set is_default = false, version = version + 1, updated_at = ${now},
            updated_by = ${caller.email}
          where store_id = ${storeId} and is_default and id <> ${id}`.execute(trx)
    const storeIds = [...new Set(records.map(({ storeId }) => Number(storeId)))]
    for (const storeId of storeIds)
      await applyRules(trx, storeId, { now, actor: caller.email, audit })
    await settleStores(trx, new Date(now))
  },
}

/** What a group is made of, for whoever makes it again or writes it down. */
export const valuesOfGroup = (group: AnyRecord): Values =>
  Object.fromEntries(Object.keys(memberGroups.fields).map((name) => [name, group[name]]))

export const keptGroups: Kept = { ...memberGroups, consequence, dependents: [] }
