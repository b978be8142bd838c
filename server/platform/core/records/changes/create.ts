import { sql } from 'kysely'
import { array, type, unknown } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { limits } from '#shared/limits.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change, Work } from '#server/platform/core/http/call.ts'
import { badRequest, invalid, Refusal } from '#server/platform/core/platform/refusal.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { answered } from '../list/columns.ts'
import { admit } from '../admitted.ts'
import type { Scoped } from '../inScope.ts'
import { withPositions } from '../position.ts'
import { refusedFields } from '../refusedFields.ts'
import { changedSecrets, demandSecrets, keepSecrets, partSecrets, statesOf } from '../secrets.ts'
import { settled, wrongIn } from '../settled.ts'
import type { Kept } from '../settled.ts'
import { requireUnique, takenIn } from '../taken.ts'
import { numberCodes } from '../numberCodes.ts'
import { checkValues } from '../values.ts'
import type { Values } from '../values.ts'
import { recordMessages } from '../messages.ts'

/** POST /x */
export async function createRecord(resource: Scoped<Kept>, change: Change): Promise<Answer> {
  const record = await makeRecord(resource, change, change.asked.body)
  return { status: 201, body: record, version: record.version }
}

async function makeRecord(resource: Scoped<Kept>, work: Work, given: unknown): Promise<AnyRecord> {
  const [record] = await makeRecords(resource, work, [given])
  return record as AnyRecord // Of one it makes one.
}

/** The same of many, for whoever makes them in a transaction of theirs; refused at the first that is not right. */
export async function makeRecords(
  resource: Scoped<Kept>,
  work: Work,
  given: readonly unknown[],
): Promise<AnyRecord[]> {
  const filled = await fillRecords(resource, work.trx, given)
  const checked = filled.map((one) => checkValues(resource, one, 'all'))
  const invalidRecord = checked.find((one) => Object.keys(one.errors).length > 0)
  if (invalidRecord) throw invalid(invalidRecord.errors)
  await numberCodes(work.trx, resource, checked)
  const records = checked.map(({ values }) => values)
  await admitAll(resource, work, records)
  const wrong = await wrongIn(resource, work.platform, work.trx, records)
  const errors = wrong.find((one) => Object.keys(one).length > 0)
  if (errors) throw invalid(errors)
  for (const values of records) await requireUnique(work.trx, resource, values)
  return insert(resource, work, records).catch((error: unknown) => {
    throw invalid(refusedFields(resource, error))
  })
}

/** What is no object is left for the check to reject. */
const fillRecords = (resource: Kept, connection: Connection, given: readonly unknown[]) =>
  Promise.all(
    given.map((one) => {
      const { fillNew } = resource.consequence ?? {}
      return fillNew && is(one, type({})) ? fillNew(connection, one) : one
    }),
  )

/** Refuses records to who may not make them, or not with these secrets. */
async function admitAll(resource: Scoped<Kept>, work: Work, records: readonly Values[]) {
  for (const values of records) {
    demandSecrets(resource, givenSecrets(resource, values), work.caller)
    await admit(resource, work, { values })
  }
}

const givenSecrets = (resource: Resource, values: Values) =>
  changedSecrets(partSecrets(resource, values).secrets, {})

const Many = type({ records: array(unknown()) })
type RowErrors = { index: number; fields: FieldErrors }

/** POST /x/many: all of them or none; a refusal names every row that is not right. */
export async function createRecords(resource: Scoped<Kept>, change: Change): Promise<Answer> {
  const checked = await checkedRows(resource, change.asked, change.platform, change.trx)
  if (checked.some(({ errors }) => Object.keys(errors).length > 0))
    refuseRows(await allErrors(change.trx, resource, checked))
  const records = checked.map(({ values }) => values)
  await admitAll(resource, change, records)
  return { status: 201, body: { data: await insertAll(resource, change, records) } }
}

/** POST /x/many/check: what is not right with these records, and nothing is created. */
export async function checkRecords(
  resource: Scoped<Kept>,
  asked: Asked,
  platform: Platform,
): Promise<Answer> {
  const checked = await checkedRows(resource, asked, platform, platform.db)
  return { status: 200, body: { rows: rowsOf(await allErrors(platform.db, resource, checked)) } }
}

async function checkedRows(
  resource: Scoped<Kept>,
  { body }: Asked,
  platform: Platform,
  connection: Connection,
) {
  if (!is(body, Many)) throw badRequest(recordMessages.recordsBody)
  const { createMany } = limits
  if (body.records.length === 0 || body.records.length > createMany)
    throw badRequest(recordMessages.manyRecords(createMany))
  const filled = await fillRecords(resource, connection, body.records)
  const checked = filled.map((record) => checkValues(resource, record, 'all'))
  await numberCodes(connection, resource, checked)
  const records = checked.map(({ values }) => values)
  const told = { errors: checked.map(({ errors }) => errors) }
  const wrong = await wrongIn(resource, platform, connection, records, told)
  return checked.map(({ values, errors }, at) => ({ values, errors: { ...wrong[at], ...errors } }))
}

/** All that is wrong, what is taken too, so that nobody is told of it only the next time. */
async function allErrors(
  connection: Connection,
  resource: Resource,
  checked: Awaited<ReturnType<typeof checkedRows>>,
): Promise<FieldErrors[]> {
  const taken = await takenIn(connection, resource, checked)
  return checked.map(({ errors }, at) => ({ ...taken[at], ...errors }))
}

async function insertAll(resource: Scoped<Kept>, change: Change, records: Values[]) {
  try {
    return await savepoint(change, () => insert(resource, change, records))
  } catch (error) {
    refusedFields(resource, error)
  }
  const made: AnyRecord[] = []
  const errors: FieldErrors[] = []
  for (const values of records) {
    try {
      made.push(...(await savepoint(change, () => insert(resource, change, [values]))))
      errors.push({})
    } catch (error) {
      errors.push(refusedFields(resource, error))
    }
  }
  refuseRows(errors)
  return made // What was taken was deleted in between.
}

async function savepoint<T>({ trx }: Change, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_insert`.execute(trx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint before_insert`.execute(trx)
    throw error
  }
}

const rowsOf = (errors: FieldErrors[]): RowErrors[] =>
  errors
    .map((fields, index) => ({ index, fields }))
    .filter(({ fields }) => Object.keys(fields).length > 0)

function refuseRows(errors: FieldErrors[]): void {
  const rows = rowsOf(errors)
  if (rows.length > 0)
    throw new Refusal(422, 'invalid', recordMessages.nothingCreated(rows.length, errors.length), {
      rows,
    })
}

async function insert(
  resource: Scoped<Kept>,
  change: Work,
  records: Values[],
): Promise<AnyRecord[]> {
  const { trx, now, caller, audit } = change
  const stamp = {
    createdAt: now,
    createdBy: caller.email,
    updatedAt: now,
    updatedBy: caller.email,
  }
  const parted = records.map((values) => partSecrets(resource, values))
  const secrets = parted.map((part) => changedSecrets(part.secrets, {}))
  const placed = await withPositions(
    trx,
    resource,
    parted.map(({ plain }) => plain),
  )
  const rows = await recordTables(trx)
    .insertInto(resource.name)
    .values(placed.map((values) => ({ ...values, ...stamp })))
    .returning(answered(resource))
    .execute()
  const made = rows as AnyRecord[] // The columns are those of `answered`.
  await keepSecrets(resource, change, made, secrets)
  await audit(
    ...made.map((record, index) => ({
      event: `${resource.name}.created`,
      target: targetOf(resource, record),
      after: { ...placed[index], ...statesOf(secrets[index] ?? {}, now) },
    })),
  )
  return settled(resource, change, made)
}
