import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'
import { getColumnFilterOps } from '#shared/engine/list/filterColumns.ts'
import { getPersonalColumns } from '#server/platform/core/records/personalData.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder, insertPaidOrder } from '#tests/api/support/orders.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const person = { name: 'Zoë Quillfeather', email: 'zoe.quillfeather@example.com' }

/** Finds the name and the email in an answer, however it's written. */
const findPerson = (body: unknown): string[] => {
  const text = (typeof body === 'string' ? body : JSON.stringify(body)).toLowerCase()
  return ['quillfeather', encodeURIComponent(person.email)].filter((one) => text.includes(one))
}

describe.each(chooseDatabases('PostgreSQL'))('A member, masked, on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let masked: Caller
  let storeId: number
  let memberId: number
  beforeAll(async () => {
    const call = await openSession(platform())
    storeId = Number((await createStore(call, { type: 'points' })).id)
    await sql`update stores set status = 'active' where id = ${storeId}`.execute(db())
    const post = async (path: string, body: object) => {
      const answer = await call('POST', path, { body })
      expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.body
    }
    const member = { ...person, storeId, groupId: null, active: true, invite: false }
    memberId = Number((await post('/members', member)).id)
    const at = platform().platform.now().toISOString()
    await insertPaidOrder(db(), { storeId, at, reference: 'ch_1', memberId })
    const failed = await insertFailedOrder(db(), { storeId, at })
    await sql`update orders set member_id = ${memberId} where id = ${failed}`.execute(db())
    await sql`update payment_attempts set member_id = ${memberId} where order_id = ${failed}`.execute(
      db(),
    )
    await sql`insert into gift_cards (store_id, sent_at, amount, currency, status, recipient)
      values (${storeId}, ${at}, 100, 'EUR', 'sent', ${person.email})`.execute(db())
    await post(`/members/${memberId}/invitation`, {})
    await post('/memberSignIns', { storeId, email: person.email, method: 'sso', failure: 'Late' })
    await post('/creditRequests', {
      storeId,
      memberId,
      unit: 'points',
      type: 'issue',
      amount: 5,
      reason: 'Welcome',
      expiresOn: null,
      reference: null,
    })
    const permissions = allPermissions.filter((one) => !one.startsWith('dashboardRead'))
    masked = await openSession(platform(), await platform().addAccount(permissions))
  })

  const lists = resources.filter(
    ({ permission, api, path }) =>
      permission !== 'dashboardRead' && !api.single && !path.includes('/:'),
  )

  test.each(lists.map(({ name }) => name))('is not named by %s or its export', async (name) => {
    const { status, body } = await masked('GET', `/${name}?limit=100`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(findPerson(body)).toEqual([])
    for (const { id } of body.data.slice(0, 5)) {
      expect(findPerson((await masked('GET', `/${name}/${id}`)).body)).toEqual([])
      expect(findPerson((await masked('GET', `/${name}/${id}/history`)).body)).toEqual([])
      expect(findPerson((await masked('GET', `/${name}/${id}/timeline`)).body)).toEqual([])
    }
    expect(findPerson((await masked('GET', `/${name}/export`)).body)).toEqual([])
  })

  test.each(lists)('is not found in $name by any comparison', async (resource) => {
    const { name } = resource
    const count = async (param: string, text: string) => {
      const query = new URLSearchParams({ [param]: text })
      const { status, body } = await masked('GET', `/${name}?${query}`)
      expect(status, `${name}?${query} ${JSON.stringify(body)}`).toBe(200)
      return body.page.total
    }
    for (const column of getPersonalColumns(resource))
      for (const op of getColumnFilterOps(resource, column).filter((one) => one !== 'empty'))
        for (const [text, other] of [
          [person.name, 'Yvo Nobody'],
          [person.email, 'yvo.nobody@example.com'],
          ['zoe', 'yvo'],
          [`${person.email},yvo.nobody@example.com`, 'yvo.nobody@example.com'],
        ] as const)
          for (const param of [`filter[${column}][${op}]`, `any[1][${column}][${op}]`])
            expect(await count(param, text), `${name} ${param} ${text}`).toBe(
              await count(param, other),
            )
  })

  test('is not named by the log of the store', async () => {
    const filter = `filter[storeId][eq]=${storeId}`
    const { body } = await masked('GET', `/logEntries?limit=100&${filter}`)
    expect(body.data.length).toBeGreaterThan(3)
    expect(findPerson(body)).toEqual([])
    expect(findPerson((await masked('GET', `/logEntries/export?${filter}`)).body)).toEqual([])
    expect(
      findPerson((await masked('GET', `/logEntries/export?${filter}&format=ndjson`)).body),
    ).toEqual([])
    expect((await masked('GET', `/members/${memberId}`)).status).toBe(403)
  })
})
