import { sql } from 'kysely'
import { needsApproval } from '#shared/areas/credits/approval.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import { getApprovalLimits, validateCreditUnit } from '../credits/index.ts'
import { recomputeStoreStats } from '../stores/index.ts'
import { memberGroupCallMessages } from './messages.ts'
import { refreshProgramApproval } from './programApproval.ts'
import { applyGroupRules } from './groupRules.ts'

function validateGroup(changed: FieldValues, before: AnyRecord | undefined): ValidationErrors {
  const values = { ...before, ...changed }
  const errors: ValidationErrors = {}
  const isEmpty = (name: string) => values[name] === null || values[name] === undefined
  if (before && values['storeId'] !== before['storeId'])
    errors['storeId'] = memberGroupCallMessages.stays
  for (const [amount, period] of [
    ['spendLimit', 'spendPeriod'],
    ['creditAmount', 'creditPeriod'],
  ] as const) {
    if (isEmpty(amount)) continue
    if (isEmpty('unit')) errors['unit'] = memberGroupCallMessages.noUnit
    if (isEmpty(period)) errors[period] = memberGroupCallMessages.noPeriod[period]
  }
  return errors
}

export const memberGroupHooks: ResourceHooks = {
  validate: async (values, { connection, before }) => ({
    ...(await validateCreditUnit(connection, { ...before, ...values })),
    ...validateGroup(values, before),
  }),
  /**
   * A program can't give a member more than its operator could issue without approval. Its total
   * may wait for approval.
   */
  async authorize({ trx, caller }, { before, values }) {
    const { creditAmount, unit } = { ...before, ...values }
    if (!values || !creditAmount || !unit) return
    if (before && !('creditAmount' in values) && !('unit' in values)) return
    const { member } = await getApprovalLimits(trx, caller)
    if (needsApproval(Number(creditAmount), String(unit), member))
      throw validationFailed({ creditAmount: memberGroupCallMessages.tooMuch })
  },
  /** Keeps one default group per store, and moves members by the rules. */
  async afterWrite(context, records, before) {
    const { trx, now, caller, audit } = context
    for (const { id, isDefault, storeId } of records)
      if (isDefault === true)
        await sql`update member_groups set is_default = false, version = version + 1, updated_at = ${now},
            updated_by = ${caller.email}
          where store_id = ${storeId} and is_default and id <> ${id}`.execute(trx)
    const storeIds = [...new Set(records.map(({ storeId }) => Number(storeId)))]
    const enteredGroupIds = new Set<number>()
    for (const storeId of storeIds)
      for (const id of await applyGroupRules(trx, storeId, { now, actor: caller.email, audit }))
        enteredGroupIds.add(id)
    await refreshPrograms(context, { records, before, enteredGroupIds })
    await recomputeStoreStats(trx, new Date(now))
  },
}

type GroupChanges = {
  records: AnyRecord[]
  before: AnyRecord[]
  enteredGroupIds: ReadonlySet<number>
}

/** Asks for approval again if a program gives more than before, or to other members. */
async function refreshPrograms(
  context: WriteContext,
  { records, before, enteredGroupIds }: GroupChanges,
): Promise<void> {
  const resets = new Map([...enteredGroupIds].map((id) => [id, false]))
  for (const record of records) {
    const previous = before.find(({ id }) => id === record.id)
    const differs = (name: string) => String(previous?.[name] ?? '') !== String(record[name] ?? '')
    if (!programFields.some(differs)) continue
    const isRaised = Number(record['creditAmount'] ?? 0) > Number(previous?.['creditAmount'] ?? 0)
    resets.set(record.id, isRaised || differs('unit') || differs('creditPeriod'))
  }
  for (const [id, isReset] of [...resets].toSorted(([one], [other]) => one - other))
    await refreshProgramApproval(context, id, isReset)
}

/** The fields that decide which members get how much, and how often. */
const programFields = ['creditAmount', 'unit', 'creditPeriod', 'type', 'rules']

/** Returns a group's values, to copy or to log them. */
export const getMemberGroupValues = (group: AnyRecord): FieldValues =>
  Object.fromEntries(Object.keys(memberGroups.fields).map((name) => [name, group[name]]))
