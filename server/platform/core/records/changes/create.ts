import { sql } from 'kysely'
import { array, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
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
import { RecordId } from '../recordId.ts'
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
import { addNumbersToTakenCodes } from '../codeNumbers.ts'
import { checkValues } from '../values.ts'
import type { FieldValues } from '../values.ts'
import { recordMessages } from '../messages.ts'

/** POST /x */
export async function handleCreate(
  resource: ScopedResource<ResourceModule>,
  context: RequestContext,
): Promise<CallResult> {
  const record = await createRecord(resource, context, context.request.body)
  return { status: 201, body: record, version: record.version }
}

async function createRecord(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  body: unknown,
): Promise<AnyRecord> {
  const [record] = await createRecords(resource, context, [body])
  return record as AnyRecord // One input creates one record.
}

/** Creates records in the caller's transaction. Rejects all of them at the first invalid one. */
export async function createRecords(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  bodies: readonly unknown[],
): Promise<AnyRecord[]> {
  const filled = await fillFromFiles(resource, context.trx, bodies)
  const checked = filled.map((one) => checkValues(resource, one, 'all'))
  const invalidRecord = checked.find((one) => Object.keys(one.errors).length > 0)
  if (invalidRecord) throw validationFailed(invalidRecord.errors)
  await addNumbersToTakenCodes(context.trx, resource, checked)
  const records = checked.map(({ values }) => values)
  await authorizeCreates(resource, context, records)
  const validationErrors = await validateRecords(resource, context.platform, context.trx, records)
  const errors = validationErrors.find((one) => Object.keys(one).length > 0)
  if (errors) throw validationFailed(errors)
  for (const values of records) await requireUnique(context.trx, resource, values)
  return insertRecords(resource, context, records).catch((error: unknown) => {
    throw validationFailed(toUniqueErrors(resource, error))
  })
}

/**
 * Fills empty fields of new records with what was read from their uploads. Other values are left
 * for the check to reject.
 */
const fillFromFiles = (
  { fields }: Resource,
  connection: Connection,
  bodies: readonly unknown[],
): Promise<unknown[]> =>
  Promise.all(
    bodies.map(async (body) => {
      if (!is(body, type({}))) return body
      const filled: FieldValues = { ...body }
      for (const [name, { derivedFromFile: source }] of Object.entries(fields)) {
        if (source === undefined || filled[name] || !is(filled[source], RecordId)) continue
        const { rows } = await sql<{ fill: string | null }>`
          select tells -> 'fills' ->> ${name}::text as fill from files
          where id = ${filled[source]}`.execute(connection)
        if (rows[0]?.fill) filled[name] = rows[0].fill
      }
      return filled
    }),
  )

/** Rejects records that the caller can't create, or not with these secrets. */
async function authorizeCreates(
  resource: ScopedResource<ResourceModule>,
  context: WriteContext,
  records: readonly FieldValues[],
) {
  for (const values of records) {
    requireSecretPermissions(resource, getNewSecrets(resource, values), context.caller)
    await authorizeWrite(resource, context, { values })
  }
}

const getNewSecrets = (resource: Resource, values: FieldValues) =>
  filterChangedSecrets(splitSecrets(resource, values).secrets, {})

const ManyRecordsBody = type({ records: array(unknown()) })
type RowErrors = { index: number; fields: ValidationErrors }

/** POST /x/many: creates all records or none. The rejection names every invalid row. */
export async function handleCreateMany(
  resource: ScopedResource<ResourceModule>,
  context: RequestContext,
): Promise<CallResult> {
  const checked = await checkRows(resource, context.request, context.platform, context.trx)
  if (checked.some(({ errors }) => Object.keys(errors).length > 0))
    rejectInvalidRows(await collectErrors(context.trx, resource, checked))
  const records = checked.map(({ values }) => values)
  await authorizeCreates(resource, context, records)
  return { status: 201, body: { data: await insertAllRecords(resource, context, records) } }
}

/** POST /x/many/check: returns what isn't valid in these records, without creating any. */
export async function handleCheckNewRecords(
  resource: ScopedResource<ResourceModule>,
  request: ApiRequest,
  platform: Platform,
): Promise<CallResult> {
  const checked = await checkRows(resource, request, platform, platform.db)
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
  const filled = await fillFromFiles(resource, connection, body.records)
  const checked = filled.map((record) => checkValues(resource, record, 'all'))
  await addNumbersToTakenCodes(connection, resource, checked)
  const records = checked.map(({ values }) => values)
  const options = { errors: checked.map(({ errors }) => errors) }
  const validationErrors = await validateRecords(resource, platform, connection, records, options)
  return checked.map(({ values, errors }, index) => ({
    values,
    errors: { ...validationErrors[index], ...errors },
  }))
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
  return checked.map(({ errors }, index) => ({ ...taken[index], ...errors }))
}

async function insertAllRecords(
  resource: ScopedResource<ResourceModule>,
  context: RequestContext,
  records: FieldValues[],
) {
  try {
    return await runInSavepoint(context, () => insertRecords(resource, context, records))
  } catch (error) {
    toUniqueErrors(resource, error)
  }
  const created: AnyRecord[] = []
  const errors: ValidationErrors[] = []
  for (const values of records) {
    try {
      created.push(
        ...(await runInSavepoint(context, () => insertRecords(resource, context, [values]))),
      )
      errors.push({})
    } catch (error) {
      errors.push(toUniqueErrors(resource, error))
    }
  }
  rejectInvalidRows(errors)
  return created // The record that had the value was deleted in between.
}

async function runInSavepoint<T>({ trx }: RequestContext, run: () => Promise<T>): Promise<T> {
  await sql`savepoint before_insert`.execute(trx)
  try {
    return await run()
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
  context: WriteContext,
  records: FieldValues[],
): Promise<AnyRecord[]> {
  const { trx, now, caller, audit } = context
  const stamp = {
    createdAt: now,
    createdBy: caller.email,
    updatedAt: now,
    updatedBy: caller.email,
  }
  const split = records.map((values) => splitSecrets(resource, values))
  const secrets = split.map((part) => filterChangedSecrets(part.secrets, {}))
  const positioned = await fillPositions(
    trx,
    resource,
    split.map(({ plain }) => plain),
  )
  const rows = await withRecordTables(trx)
    .insertInto(resource.name)
    .values(positioned.map((values) => ({ ...values, ...stamp })))
    .returning(getRecordColumns(resource))
    .execute()
  const created = rows as AnyRecord[] // `getRecordColumns` selected the columns.
  await saveSecrets(resource, context, created, secrets)
  await audit(
    ...created.map((record, index) => ({
      event: `${resource.name}.created`,
      target: toAuditTarget(resource, record),
      after: { ...positioned[index], ...toSecretStates(secrets[index] ?? {}, now) },
    })),
  )
  return applyAndReload(resource, context, created)
}
