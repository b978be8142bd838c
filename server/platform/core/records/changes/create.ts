import { sql } from 'kysely'
import { array, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { ApiRequest } from '#server/platform/core/http/apiRequest.ts'
import type { CallResult, RequestContext, WriteContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  HttpError,
} from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getRecordColumns } from '../list/columns.ts'
import { authorizeWrite } from '../authorizeWrite.ts'
import type { ScopedResource } from '../storeScope.ts'
import { fillPositions } from '../positions.ts'
import { toUniqueErrors } from '../uniqueErrors.ts'
import {
  filterChangedSecrets,
  requireSecretPermissions,
  saveSecrets,
  splitSecrets,
  toSecretStates,
} from '../secrets.ts'
import { applyAndReload, validateRecords } from '../resourceHooks.ts'
import type { ResourceModule } from '../resourceHooks.ts'
import { requireUnique, findTakenValues } from '../uniqueValues.ts'
import { addCodeNumbers } from '../codeNumbers.ts'
import { checkValues } from '../values.ts'
import type { FieldValues } from '../values.ts'
import { recordMessages } from '../messages.ts'

/** POST /x */
export async function handleCreate(
  resource: ScopedResource<ResourceModule>,
  change: RequestContext,
): Promise<CallResult> {
  const record = await createRecord(resource, change, change.request.body)
  return { status: 201, body: record, version: record.version }
}

async function createRecord(
  resource: ScopedResource<ResourceModule>,
  work: WriteContext,
  given: unknown,
): Promise<AnyRecord> {
  const [record] = await createRecords(resource, work, [given])
  return record as AnyRecord // One input creates one record.
}

/** Creates records in the caller's transaction. Rejects all of them at the first invalid one. */
export async function createRecords(
  resource: ScopedResource<ResourceModule>,
  work: WriteContext,
  given: readonly unknown[],
): Promise<AnyRecord[]> {
  const filled = await fillDefaults(resource, work.trx, given)
  const checked = filled.map((one) => checkValues(resource, one, 'all'))
  const invalidRecord = checked.find((one) => Object.keys(one.errors).length > 0)
  if (invalidRecord) throw validationFailed(invalidRecord.errors)
  await addCodeNumbers(work.trx, resource, checked)
  const records = checked.map(({ values }) => values)
  await authorizeCreates(resource, work, records)
  const wrong = await validateRecords(resource, work.platform, work.trx, records)
  const errors = wrong.find((one) => Object.keys(one).length > 0)
  if (errors) throw validationFailed(errors)
  for (const values of records) await requireUnique(work.trx, resource, values)
  return insertRecords(resource, work, records).catch((error: unknown) => {
    throw validationFailed(toUniqueErrors(resource, error))
  })
}

/** Other values are left for the check to reject. */
const fillDefaults = (
  resource: ResourceModule,
  connection: Connection,
  given: readonly unknown[],
) =>
  Promise.all(
    given.map((one) => {
      const { fillDefaults: fillNew } = resource.hooks ?? {}
      return fillNew && is(one, type({})) ? fillNew(connection, one) : one
    }),
  )

/** Rejects records that the caller can't create, or not with these secrets. */
async function authorizeCreates(
  resource: ScopedResource<ResourceModule>,
  work: WriteContext,
  records: readonly FieldValues[],
) {
  for (const values of records) {
    requireSecretPermissions(resource, getNewSecrets(resource, values), work.caller)
    await authorizeWrite(resource, work, { values })
  }
}

const getNewSecrets = (resource: Resource, values: FieldValues) =>
  filterChangedSecrets(splitSecrets(resource, values).secrets, {})

const ManyRecordsBody = type({ records: array(unknown()) })
type RowErrors = { index: number; fields: ValidationErrors }

/** POST /x/many: creates all records or none. The rejection names every invalid row. */
export async function handleCreateMany(
  resource: ScopedResource<ResourceModule>,
  change: RequestContext,
): Promise<CallResult> {
  const checked = await checkRows(resource, change.request, change.platform, change.trx)
  if (checked.some(({ errors }) => Object.keys(errors).length > 0))
    rejectInvalidRows(await collectErrors(change.trx, resource, checked))
  const records = checked.map(({ values }) => values)
  await authorizeCreates(resource, change, records)
  return { status: 201, body: { data: await insertAllRecords(resource, change, records) } }
}

/** POST /x/many/check: returns what isn't valid in these records, without creating any. */
export async function handleCheckMany(
  resource: ScopedResource<ResourceModule>,
  asked: ApiRequest,
  platform: Platform,
): Promise<CallResult> {
  const checked = await checkRows(resource, asked, platform, platform.db)
  return {
    status: 200,
    body: { rows: toRowErrors(await collectErrors(platform.db, resource, checked)) },
  }
}

async function checkRows(
  resource: ScopedResource<ResourceModule>,
  { body }: ApiRequest,
  platform: Platform,
  connection: Connection,
) {
  if (!is(body, ManyRecordsBody)) throw badRequest(recordMessages.recordsBody)
  const { createMany } = limits
  if (body.records.length === 0 || body.records.length > createMany)
    throw badRequest(recordMessages.manyRecords(createMany))
  const filled = await fillDefaults(resource, connection, body.records)
  const checked = filled.map((record) => checkValues(resource, record, 'all'))
  await addCodeNumbers(connection, resource, checked)
  const records = checked.map(({ values }) => values)
  const told = { errors: checked.map(({ errors }) => errors) }
  const wrong = await validateRecords(resource, platform, connection, records, told)
  return checked.map(({ values, errors }, at) => ({ values, errors: { ...wrong[at], ...errors } }))
}

/**
 * Returns all errors at once, including taken values, so that fixing some doesn't reveal others.
 */
async function collectErrors(
  connection: Connection,
  resource: Resource,
  checked: Awaited<ReturnType<typeof checkRows>>,
): Promise<ValidationErrors[]> {
  const taken = await findTakenValues(connection, resource, checked)
  return checked.map(({ errors }, at) => ({ ...taken[at], ...errors }))
}

async function insertAllRecords(
  resource: ScopedResource<ResourceModule>,
  change: RequestContext,
  records: FieldValues[],
) {
  try {
    return await runInSavepoint(change, () => insertRecords(resource, change, records))
  } catch (error) {
    toUniqueErrors(resource, error)
  }
  const made: AnyRecord[] = []
  const errors: ValidationErrors[] = []
  for (const values of records) {
    try {
      made.push(...(await runInSavepoint(change, () => insertRecords(resource, change, [values]))))
      errors.push({})
    } catch (error) {
      errors.push(toUniqueErrors(resource, error))
    }
  }
  rejectInvalidRows(errors)
  return made // The record that had the value was deleted in between.
}

async function runInSavepoint<T>({ trx }: RequestContext, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_insert`.execute(trx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint before_insert`.execute(trx)
    throw error
  }
}

const toRowErrors = (errors: ValidationErrors[]): RowErrors[] =>
  errors
    .map((fields, index) => ({ index, fields }))
    .filter(({ fields }) => Object.keys(fields).length > 0)

function rejectInvalidRows(errors: ValidationErrors[]): void {
  const rows = toRowErrors(errors)
  if (rows.length > 0)
    throw new HttpError(422, 'invalid', recordMessages.nothingCreated(rows.length, errors.length), {
      rows,
    })
}

async function insertRecords(
  resource: ScopedResource<ResourceModule>,
  change: WriteContext,
  records: FieldValues[],
): Promise<AnyRecord[]> {
  const { trx, now, caller, audit } = change
  const stamp = {
    createdAt: now,
    createdBy: caller.email,
    updatedAt: now,
    updatedBy: caller.email,
  }
  const parted = records.map((values) => splitSecrets(resource, values))
  const secrets = parted.map((part) => filterChangedSecrets(part.secrets, {}))
  const placed = await fillPositions(
    trx,
    resource,
    parted.map(({ plain }) => plain),
  )
  const rows = await withRecordTables(trx)
    .insertInto(resource.name)
    .values(placed.map((values) => ({ ...values, ...stamp })))
    .returning(getRecordColumns(resource))
    .execute()
  const made = rows as AnyRecord[] // `getRecordColumns` selected the columns.
  await saveSecrets(resource, change, made, secrets)
  await audit(
    ...made.map((record, index) => ({
      event: `${resource.name}.created`,
      target: toAuditTarget(resource, record),
      after: { ...placed[index], ...toSecretStates(secrets[index] ?? {}, now) },
    })),
  )
  return applyAndReload(resource, change, made)
}
