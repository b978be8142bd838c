import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { getRecordColumns } from '../list/columns.ts'
import { authorizeWrite } from '../authorizeWrite.ts'
import { requireInheritedWriteAccess } from '../storeScope.ts'
import type { ScopedResource } from '../storeScope.ts'
import { fillPositions } from '../positions.ts'
import { toLabeledRecord, lockRecord } from '../loadRecord.ts'
import { toUniqueErrors } from '../uniqueErrors.ts'
import {
  filterChangedSecrets,
  requireSecretPermissions,
  splitSecrets,
  buildSealedColumns,
} from '../secrets.ts'
import { estimateImpact, requireValid, applyAndReload } from '../resourceHooks.ts'
import type { ResourceModule, ImpactSummary } from '../resourceHooks.ts'
import { requireUnique } from '../uniqueValues.ts'
import { checkValues } from '../values.ts'
import type { FieldValues } from '../values.ts'

/** A change of a record. With a version, the record must still have it; the values are checked. */
export type RecordChange = {
  id: number
  version: number | null
  values: unknown
  /** The reason, if one was required, for the audit log. */
  reason?: string | null
}

export type UpdatedRecord = {
  before: AnyRecord
  after: AnyRecord
  names: string[]
  values: FieldValues
  /** The impact on other records; null if there is none. */
  impact: ImpactSummary | null
}

/**
 * Updates one record, with its audit row and hooks. Unchanged values write nothing: no version, no
 * audit row.
 */
export async function updateRecord(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  { id, version, values: body, reason = null }: RecordChange,
): Promise<UpdatedRecord> {
  const { trx, now, caller, audit } = context
  requireInheritedWriteAccess(resource)
  const { values: normalized, errors } = checkValues(resource, body, 'present')
  const { plain, secrets: enteredSecrets } = splitSecrets(resource, normalized)
  const unknown = Object.keys(errors).some((name) => !Object.hasOwn(resource.fields, name))
  if (unknown) throw validationFailed(errors)
  const [positioned = {}] =
    Object.keys(errors).length > 0 ? [plain] : await fillPositions(trx, resource, [plain], id)
  const before = await lockRecord(trx, resource, id, version)
  rejectInvalidChanges(errors, plain, before)
  resource.hooks.assertEditable?.(before)
  const values = Object.fromEntries(
    Object.entries(positioned).filter(([name, value]) => !isSameFieldValue(before[name], value)),
  )
  const secrets = filterChangedSecrets(enteredSecrets, before)
  const names = Object.keys({ ...values, ...secrets })
  if (names.length === 0) return { before, after: before, names, values, impact: null }

  requireSecretPermissions(resource, secrets, caller)
  rejectImmutableFields(resource, names)
  await authorizeWrite(resource, context, { before, values })
  await requireValid(resource, context, { ...values, ...secrets }, before)
  if (resource.api.unique.flat().some((name) => name in values))
    await requireUnique(trx, resource, { ...before, ...values }, id)
  const getImpact = await estimateImpact(resource, context, names, id)
  const set = { ...values, ...resource.hooks.deriveValues?.(values) }
  const row = await withRecordTables(trx)
    .updateTable(resource.name)
    .set({
      ...set,
      ...buildSealedColumns(resource, context, id, secrets),
      version: before.version + 1,
      updatedAt: now,
      updatedBy: caller.email,
    })
    .where('id', '=', id)
    .returning(getRecordColumns(resource))
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw validationFailed(toUniqueErrors(resource, error))
    })
  const savedRecord = await toLabeledRecord(trx, resource, row)
  await audit({
    event: `${resource.name}.updated`,
    target: toAuditTarget(resource, savedRecord),
    before: pickFields(before, Object.keys({ ...set, ...secrets })),
    after: {
      ...pickFields(savedRecord, Object.keys({ ...set, ...secrets })),
      ...(reason === null ? {} : { reason }),
    },
  })
  const [after = savedRecord] = await applyAndReload(resource, context, [savedRecord], [before])
  return { before, after, names, values, impact: (await getImpact?.()) ?? null }
}

/**
 * Rejects invalid changes. A value that the record already has doesn't block other changes, even if
 * today's rules reject it.
 */
function rejectInvalidChanges(
  errors: ValidationErrors,
  values: FieldValues,
  before: AnyRecord,
): void {
  const blocking = Object.entries(errors).filter(
    ([name]) => !(name in values) || !isSameFieldValue(before[name] ?? null, values[name]),
  )
  if (blocking.length > 0) throw validationFailed(Object.fromEntries(blocking))
}

const pickFields = (record: AnyRecord, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]))

function rejectImmutableFields({ fields }: ScopedResource, names: readonly string[]): void {
  const immutable = names.filter((name) => fields[name]?.immutable)
  const errors = immutable.map((name) => [
    name,
    platformMessages.immutable(fields[name]?.label ?? name),
  ])
  if (immutable.length > 0) throw validationFailed(Object.fromEntries(errors))
}
