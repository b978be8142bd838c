import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { answered } from '../list/columns.ts'
import { admit } from '../admitted.ts'
import { refuseLimited } from '../inScope.ts'
import type { Scoped } from '../inScope.ts'
import { withPositions } from '../position.ts'
import { labelled, lockRecord } from '../read.ts'
import { refusedFields } from '../refusedFields.ts'
import { changedSecrets, demandSecrets, partSecrets, sealedColumns } from '../secrets.ts'
import { reachOf, refuseWrong, settled } from '../settled.ts'
import type { Kept, Untold } from '../settled.ts'
import { requireUnique } from '../taken.ts'
import { checkValues } from '../values.ts'
import type { Values } from '../values.ts'

/** What becomes of a record: it must have this version, where one is named, and these values are checked. */
export type RecordChange = {
  id: number
  version: number | null
  values: unknown
  /** Why, where that was asked: it stands in the audit log. */
  reason?: string | null
}

export type Changed = {
  before: AnyRecord
  after: AnyRecord
  names: string[]
  values: Values
  /** What it reaches besides; null where that is nothing but the record. */
  reach: Untold | null
}

/** Changes one record with its audit row and all that follows. Values that are what they were change nothing: no version, no audit row. */
export async function changeRecord(
  resource: Scoped<Kept>,
  work: Work,
  { id, version, values: given, reason = null }: RecordChange,
): Promise<Changed> {
  const { trx, now, caller, audit } = work
  refuseLimited(resource)
  const { values: tidied, errors } = checkValues(resource, given, 'present')
  const { plain, secrets: told } = partSecrets(resource, tidied)
  const unknown = Object.keys(errors).some((name) => !Object.hasOwn(resource.fields, name))
  if (unknown) throw invalid(errors)
  const [read = {}] =
    Object.keys(errors).length > 0 ? [plain] : await withPositions(trx, resource, [plain], id)
  const before = await lockRecord(trx, resource, id, version)
  refuseChanged(errors, plain, before)
  resource.consequence?.refuse?.(before)
  const values = Object.fromEntries(
    Object.entries(read).filter(([name, value]) => !sameValue(before[name], value)),
  )
  const secrets = changedSecrets(told, before)
  const names = Object.keys({ ...values, ...secrets })
  if (names.length === 0) return { before, after: before, names, values, reach: null }

  demandSecrets(resource, secrets, caller)
  refuseFixed(resource, names)
  await admit(resource, work, { before, values })
  await refuseWrong(resource, work, { ...values, ...secrets }, before)
  if (resource.unique.flat().some((name) => name in values))
    await requireUnique(trx, resource, { ...before, ...values }, id)
  const reach = await reachOf(resource, work, names, id)
  const set = { ...values, ...resource.consequence?.implied?.(values) }
  const row = await recordTables(trx)
    .updateTable(resource.name)
    .set({
      ...set,
      ...sealedColumns(resource, work, id, secrets),
      version: before.version + 1,
      updatedAt: now,
      updatedBy: caller.email,
    })
    .where('id', '=', id)
    .returning(answered(resource))
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw invalid(refusedFields(resource, error))
    })
  const written = await labelled(trx, resource, row)
  await audit({
    event: `${resource.name}.updated`,
    target: targetOf(resource, written),
    before: pick(before, Object.keys({ ...set, ...secrets })),
    after: {
      ...pick(written, Object.keys({ ...set, ...secrets })),
      ...(reason === null ? {} : { reason }),
    },
  })
  const [after = written] = await settled(resource, work, [written], [before])
  return { before, after, names, values, reach: (await reach?.()) ?? null }
}

/** A value that the record already holds doesn't block a change of others, even if today's rules reject it. */
function refuseChanged(errors: FieldErrors, values: Values, before: AnyRecord): void {
  const wrong = Object.entries(errors).filter(
    ([name]) => !(name in values) || !sameValue(before[name] ?? null, values[name]),
  )
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

const pick = (record: AnyRecord, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]))

function refuseFixed({ fields }: Scoped, names: readonly string[]): void {
  const fixed = names.filter((name) => fields[name]?.fixed)
  const errors = fixed.map((name) => [name, platformMessages.fixed(fields[name]?.label ?? name)])
  if (fixed.length > 0) throw invalid(Object.fromEntries(errors))
}
