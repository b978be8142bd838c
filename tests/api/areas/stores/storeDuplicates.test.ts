import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { expandPermissions } from '#tests/api/support/permissions.ts'
import { insertMembers, loadNewestEntries, createStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('Duplicating stores on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  const template = {
    type: 'retail',
    plan: 'enterprise',
    tags: ['first', 'second'],
    supportEmail: 'help@example.com',
    notes: 'Ships from the north.',
    domain: null,
    defaultLocale: 'en-GB',
    locales: ['de-DE'],
    defaultCurrency: 'EUR',
    currencies: ['CHF'],
    timeZone: 'Europe/Berlin',
    country: 'DE',
    primaryColour: '#112233',
    textColour: '#ffffff',
    access: 'sign_in',
    allowedEmailDomains: ['example.com'],
    adminName: 'First Admin',
    adminEmail: 'admin@example.com',
  }
  const buildOwnValues = () => {
    const code = randomUUID()
    return { name: `Store ${code}`, code, subdomain: code }
  }
  const duplicate = (id: number, body: unknown, key?: string) =>
    call('POST', `/stores/${id}/duplicate`, { body, ...(key ? { key } : {}) })

  test('copies only the chosen sections into a new draft', async () => {
    const store = await createStore(call, { ...template, domain: `${randomUUID()}.example.com` })
    await call('POST', `/stores/${store.id}/status`, {
      body: { change: 'activate' },
      ifMatch: 1,
    })
    const values = buildOwnValues()
    const { status, body } = await duplicate(store.id, { values, sections: ['locale', 'access'] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...values,
      version: 1,
      status: 'draft',
      locales: ['de-DE'],
      defaultCurrency: 'EUR',
      country: 'DE',
      access: 'sign_in',
      allowedEmailDomains: ['example.com'],
      type: 'mixed',
      plan: 'growth',
      tags: [],
      domain: null,
      domainVerifiedAt: null,
      primaryColour: null,
      adminName: null,
      adminEmail: null,
    })
    expect(
      (await loadNewestEntries(call, 2)).map((entry: { event: string }) => entry.event),
    ).toEqual(['stores.duplicated', 'stores.created'])
  })

  test('copies all values if all sections are chosen, and given values override copied ones', async () => {
    const store = await createStore(call, template)
    const values = { ...buildOwnValues(), plan: 'starter', tags: [] }
    const sections = ['general', 'locale', 'brand', 'access', 'admin']
    const { body } = await duplicate(store.id, { values, sections })
    expect(body).toMatchObject({ ...template, ...values })
  })

  test('copies member groups without their members', async () => {
    const store = await createStore(call)
    await insertMembers(platform(), store.id, 2)
    const { body } = await duplicate(store.id, { values: buildOwnValues(), sections: ['groups'] })
    const { data } = (await call('GET', `/memberGroups?filter[storeId][eq]=${body.id}`)).body
    expect(data).toMatchObject([{ name: 'Everyone', isDefault: true, members: 0, version: 1 }])
    expect(body.members).toBe(0)
    const checks = (await call('GET', `/stores/${body.id}/readiness`)).body.checks
    expect(checks).toContainEqual({ key: 'defaultGroup', ok: true, detail: null })
    expect(await loadNewestEntries(call, 1)).toMatchObject([
      {
        event: 'memberGroups.created',
        targetType: 'memberGroups',
        targetId: data[0].id,
        label: 'Everyone',
        changes: { name: { after: 'Everyone' }, storeId: { after: body.id } },
      },
    ])
    expect(
      (await call('GET', `/logEntries?filter[storeId][eq]=${body.id}`)).body.data[0],
    ).toMatchObject({
      event: 'memberGroups.created',
    })
    const copyWithoutGroups = await duplicate(store.id, { values: buildOwnValues(), sections: [] })
    const groups = await call(
      'GET',
      `/memberGroups?filter[storeId][eq]=${copyWithoutGroups.body.id}`,
    )
    expect(groups.body.data).toEqual([])
  })

  test("creates no store if the operator can't create one of the member groups, and names that group", async () => {
    const store = await createStore(call, { type: 'points' })
    const id = await insertMembers(platform(), store.id, 1)
    const { db } = platform().platform
    await sql`update member_groups set unit = 'points', credit_amount = 50000, credit_period = 'month'
      where id = ${id}`.execute(db)
    const values = buildOwnValues()
    const countCopies = async () =>
      (await call('GET', `/stores?search=${values.code}`)).body.page.total
    const sections = ['general', 'groups']
    expect(await duplicate(store.id, { values, sections })).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringMatching(/Everyone.*without approval.*leave the member groups out/),
      },
    })
    await sql`update member_groups set credit_amount = 500 where id = ${id}`.execute(db)
    expect(
      await duplicate(store.id, { values: { ...values, type: 'gift' }, sections }),
    ).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Choose USD, this store's unit") },
    })

    const account = await platform().addAccount(expandPermissions([stores.permission]))
    const limited = await openSession(platform(), account)
    const copy = (copiedSections: string[]) =>
      limited('POST', `/stores/${store.id}/duplicate`, {
        body: { values, sections: copiedSections },
      })
    expect(await copy(sections)).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        detail: expect.stringContaining(`${memberGroups.permission}:write`),
      },
    })
    expect(await countCopies()).toBe(0)
    expect((await copy(['general'])).status).toBe(201)
  })

  test("rejects values that aren't valid, as creation does", async () => {
    const { id, code } = await createStore(call)
    const answer = await duplicate(id, { values: { ...buildOwnValues(), code }, sections: [] })
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { code: 'Code is already used' } },
    })
    expect(await duplicate(id, { values: {}, sections: ['general'] })).toMatchObject({
      status: 422,
      body: { fields: { name: 'Name is a required field', code: 'Code is a required field' } },
    })
    expect(
      await duplicate(id, { values: { ...buildOwnValues(), status: 'active' }, sections: [] }),
    ).toMatchObject({
      status: 422,
      body: { fields: { status: "There's no field named status" } },
    })
    expect((await duplicate(2 ** 30, { values: buildOwnValues(), sections: [] })).status).toBe(404)
  })

  test.each([{}, { values: {} }, { values: 1, sections: [] }, { values: {}, sections: ['all'] }])(
    '%o is a bad request',
    async (body) => {
      const { id } = await createStore(call)
      expect((await duplicate(id, body)).status).toBe(400)
    },
  )

  test('ten equal concurrent requests create one store', async () => {
    const { id } = await createStore(call)
    const [key, body] = [
      randomUUID(),
      { values: buildOwnValues(), sections: ['general', 'groups'] },
    ]
    const answers = await Promise.all(Array.from({ length: 10 }, () => duplicate(id, body, key)))
    for (const answer of answers)
      expect([answer.status, answer.body]).toEqual([201, answers[0]?.body])
    const matches = await call('GET', `/stores?search=${body.values.code}`)
    expect(matches.body.page.total).toBe(1)
  })
})
