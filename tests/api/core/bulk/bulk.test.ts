import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getBulkActions } from '#shared/areas/bulkActions.ts'
import { getBulkFields } from '#shared/engine/bulk/bulkActions.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { canRestoreDeletedRecords } from '#shared/engine/undo.ts'
import { resources } from '#shared/areas/index.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import {
  clearTable,
  insertReferences,
  buildSampleValue,
  buildSampleValues,
  fullyWritableResources,
} from '#tests/api/support/records.ts'

const listedResources = resources.filter(({ api: { single } }) => !single)

test.each(listedResources)('$name has a bulk action, or its definition says why not', (one) => {
  expect(getBulkActions(one).length > 0).toBe(one.api.noBulkReason === undefined)
})

/** Kinds of fields whose other valid values depend on other records or fields. */
const dependentKinds = ['reference', 'references', 'list', 'instant', 'date']

/** Returns a field that several records can share, and a different valid value for it. */
function findChange(resource: Resource, record: AnyRecord): [string, unknown] {
  for (const [name, field] of Object.entries(getBulkFields(resource))) {
    if (dependentKinds.includes(field.kind)) continue
    if (field.kind === 'toggle') return [name, !record[name]]
    const other = field.options?.find(({ value }) => value !== record[name])?.value
    if (!field.options && field.kind !== 'colour') return [name, buildSampleValue(field)]
    if (other !== undefined) return [name, other]
  }
  throw new Error(`${resource.name} has no field to change`)
}

const changeableResources = fullyWritableResources.filter(
  (one) =>
    getBulkActions(one).some(({ name }) => name === 'change') &&
    Object.values(getBulkFields(one)).some(({ kind }) => !dependentKinds.includes(kind)),
)

describe.each(chooseDatabases('PGlite'))('Bulk changes on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  describe.each(changeableResources)('$name', (resource) => {
    const path = `/${resource.name}`
    const create = async () =>
      (await call('POST', path, { body: buildSampleValues(resource) })).body
    const loadRecord = async ({ id }: AnyRecord) => await call('GET', `${path}/${id}`)
    const plan = (body: object) => call('POST', `${path}/bulk/plan`, { body })
    const start = (id: number) => call('POST', `${path}/bulk`, { body: { plan: id } })
    const finishJob = async (id: number) => {
      await runProductJob(platform(), id)
      return (await call('GET', `/jobs/${id}`)).body
    }
    const undo = async (id: number) => finishJob((await call('POST', `/jobs/${id}/undo`)).body.id)
    let records: AnyRecord[]
    beforeAll(() => insertReferences(platform(), resource))
    beforeEach(async () => {
      await clearTable(platform(), resource)
      const created = [await create(), await create(), await create()]
      // Creating one record may change another.
      records = []
      for (const one of created) records.push((await loadRecord(one)).body)
    })

    test('a bulk change of all matches does what its plan showed and can be undone', async () => {
      const [first] = records as [AnyRecord]
      const [field, value] = findChange(resource, first)
      const planResponse = await plan({ action: 'change', values: { [field]: value }, query: '' })
      expect(planResponse).toMatchObject({ status: 200 })
      const { counts, first: plannedRecords } = planResponse.body
      expect(counts.total).toBe(3)
      expect(counts.changes + counts.unchanged).toBe(3)
      const plannedRecord = plannedRecords.find(({ id }: AnyRecord) => id === first.id)
      expect(plannedRecord.before[field]).toEqual(first[field])
      expect((await loadRecord(first)).body).toEqual(first)

      const started = await start(planResponse.body.id)
      expect(started.status).toBe(202)
      const job = await finishJob(started.body.id)
      expect(job).toMatchObject({ rows: { done: counts.changes, refused: 0, failed: 0 } })
      expect((await loadRecord(first)).body[field]).toEqual(plannedRecord.after[field])
      expect(await start(planResponse.body.id)).toMatchObject({ status: 409 })

      expect(await undo(job.id)).toMatchObject({ rows: { done: counts.changes, failed: 0 } })
      for (const one of records) expect((await loadRecord(one)).body[field]).toEqual(one[field])
    })

    test('a record changed after the plan is rejected on its own and not overwritten', async () => {
      const [changed, other] = records as [AnyRecord, AnyRecord]
      const [field, value] = findChange(resource, other)
      const ids = [changed.id, other.id]
      const { body } = await plan({ action: 'change', values: { [field]: value }, ids })
      const updated = await call('PATCH', `${path}/${changed.id}`, {
        body: { [resource.relations.label]: 'Since' },
        ifMatch: changed.version,
      })
      expect(updated.status).toBe(200)
      const job = await finishJob((await start(body.id)).body.id)
      expect(job.rows).toMatchObject({ refused: 1, done: 1, failed: 0 })
      expect((await loadRecord(changed)).body).toEqual(updated.body)
      const { data } = (await call('GET', `/jobs/${job.id}/rows?outcome=refused`)).body
      expect(data[0].sentence).toMatch(
        /^.+ changed this record in the meantime. Its version is now \d\.$/,
      )
    })

    test('a bulk deletion can be undone', async () => {
      const ids = records.slice(0, 2).map(({ id }) => id)
      const { body } = await plan({ action: 'delete', ids })
      expect(body.counts).toEqual({ changes: 2, unchanged: 0, refused: 0, total: 2 })
      const job = await finishJob((await start(body.id)).body.id)
      expect(job.rows).toMatchObject({ done: 2, refused: 0, failed: 0 })
      for (const [at, one] of records.entries())
        expect((await loadRecord(one)).status).toBe(at < 2 ? 404 : 200)
      if (!canRestoreDeletedRecords(resource)) return
      expect((await undo(job.id)).rows).toMatchObject({ done: 2, failed: 0 })
      expect((await call('GET', path)).body.page.total).toBe(3)
    })

    test('rejects an invalid plan with a sentence and saves nothing', async () => {
      const [{ id }] = records as [AnyRecord]
      const rejected: [object, number][] = [
        [{}, 400],
        [{ action: 'change', values: {} }, 400],
        [{ action: 'explode', ids: [id] }, 400],
        [{ action: 'change', values: {}, ids: [id] }, 422],
        [{ action: 'change', values: { other: 1 }, ids: [id] }, 422],
        [{ action: 'delete', ids: [2_000_000_000] }, 422],
        [{ action: 'delete', query: 'sort=name' }, 400],
        [{ action: 'delete', query: 'filter[none][eq]=1' }, 400],
        [{ action: 'delete', ids: [id], query: '' }, 400],
      ]
      for (const [body, status] of rejected)
        expect([body, (await plan(body)).status]).toEqual([body, status])
      expect(await start(2_000_000_000)).toMatchObject({ status: 404 })
      expect(await call('POST', `${path}/bulk`, { body: {} })).toMatchObject({ status: 400 })
    })
  })
})
