import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { toApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { listRecords, loadUses } from '#shared/engine/recordCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  updateStoreStatus,
  scheduleStoreDeletion,
  cancelStoreDeletion,
} from '#shared/areas/stores/status/storeStatusCalls.ts'
import { duplicateStore } from '#shared/areas/stores/storeDuplicateCalls.ts'
import { checkStoreValueAvailability } from '#shared/areas/stores/storeAvailability.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import {
  loadStoreDomain,
  verifyStoreDomain,
} from '#shared/areas/stores/domains/storeDomainCalls.ts'
import { loadStoreFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import { loadStoreReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { parseLogEntries } from '#shared/areas/stores/storeLogsCalls.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createZoneResolver } from '#tests/api/support/dns.ts'
import { createStore } from '#tests/api/support/stores.ts'

/** Creates an API client that calls the platform directly. */
const createApi = (call: Caller): Api => ({
  async send({ method, path, search, body, ifMatch, idempotencyKey }) {
    const answer = await call(method, search ? `${path}?${search.toString()}` : path, {
      ...(body === undefined ? {} : { body }),
      ...(ifMatch === undefined ? {} : { ifMatch }),
      ...(idempotencyKey === undefined ? {} : { key: idempotencyKey }),
    })
    if (answer.status >= 400) throw toApiError(answer.status, answer.body)
    return answer
  },
})

describe.each(chooseDatabases('PostgreSQL'))("The console's store calls on $name", (database) => {
  const platform = usePlatform(database, { dns: createZoneResolver(new Map()) })
  let call: Caller
  let api: Api
  beforeAll(async () => {
    call = await openSession(platform())
    api = createApi(call)
  })
  const key = () => randomUUID()

  test("parse the platform's responses", async () => {
    const { id, code } = await createStore(call, { domain: `${randomUUID()}.example.org` })
    const field = 'code'
    expect(await checkStoreValueAvailability(api, { field, value: code })).toMatchObject({
      available: false,
    })
    expect(await checkStoreValueAvailability(api, { field, value: code, except: id })).toEqual({
      available: true,
      message: null,
    })
    expect((await loadStoreReadiness(api, id)).checks.length).toBeGreaterThan(5)
    expect((await loadStoreDomain(api, id)).records).toHaveLength(2)
    expect((await verifyStoreDomain(api, id, key())).records).toHaveLength(2)
    expect((await loadStoreFigures(api, id)).ordersByDay.now).toHaveLength(30)
    expect(await loadUses(api, stores, id)).toEqual([])
    const log = {
      ...nestResource(logEntries, { field: 'storeId', id, path: '' }),
      listParams: { grouped: '1' },
    }
    const search = new URLSearchParams('filter[stream][eq]=audit&limit=1')
    const { records, page } = await listRecords(api, log, parseListQuery(log, search).query)
    expect(parseLogEntries(records)).toMatchObject([
      { event: 'stores.created', stream: 'audit', targetId: id },
    ])
    expect(page.total).toBe(1)
  })

  test('activate a store, schedule and cancel its deletion, and duplicate it', async () => {
    const store = await createStore(call)
    const activeStore = await updateStoreStatus(api, store, { change: 'activate' }, key())
    expect(activeStore).toMatchObject({ status: 'active', version: 2 })
    const heldStore = await scheduleStoreDeletion(api, activeStore, { code: store.code }, key())
    expect(heldStore).toMatchObject({ status: 'archived', deleteAfter: expect.any(String) })
    expect(await cancelStoreDeletion(api, heldStore, key())).toMatchObject({
      deleteAfter: null,
      version: 4,
    })
    const code = randomUUID()
    const body = {
      values: { name: 'Copy', code, subdomain: code },
      sections: ['general'],
    } as const
    expect(await duplicateStore(api, store.id, body, key())).toMatchObject({ code, version: 1 })
  })

  test("fail with the platform's error code", async () => {
    const store = await createStore(call)
    const body = { change: 'suspend', reason: 'Unpaid' } as const
    await expect(updateStoreStatus(api, store, body, key())).rejects.toMatchObject({
      status: 409,
      problem: { code: 'wrong_state' },
    })
  })
})
