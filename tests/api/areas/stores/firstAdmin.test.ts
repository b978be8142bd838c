import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import { invitePlannedFirstAdmins } from '#server/platform/areas/stores/firstAdmin.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore, loadStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('The first admin of a store on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const createStoreWithAdmin = (email: string, name = 'Ana María Petrov') =>
    createStore(call, { name: 'Acme Rewards', adminName: name, adminEmail: email })
  const findAccount = async (email: string) =>
    (await call('GET', `/users?search=${encodeURIComponent(email)}`)).body.data[0]
  const loadAdmin = async (id: number) => (await call('GET', `/stores/${id}/admin`)).body.account
  const loadEmails = async (email: string) =>
    (
      await sql<{ id: number; subject: string; contentSealed: string }>`
        select id, subject, content_sealed from mails where recipient = ${email}`.execute(db())
    ).rows
  const activate = async (id: number) => {
    const { version } = await loadStore(call, id)
    const body = { change: 'activate' }
    return call('POST', `/stores/${id}/status`, { body, ifMatch: version })
  }

  test('has a planned account and is invited when the store is activated', async () => {
    const { id } = await createStoreWithAdmin('Ana@Acme.example')
    const account = await findAccount('ana@acme.example')
    expect(account).toMatchObject({
      status: 'planned',
      kind: 'store_admin',
      firstName: 'Ana María',
      lastName: 'Petrov',
      storeIds: [id],
    })
    expect(await loadEmails('ana@acme.example')).toEqual([])
    expect((await activate(id)).status).toBe(200)
    await invitePlannedFirstAdmins(platform().platform)
    const [mail, ...more] = await loadEmails('ana@acme.example')
    expect([mail?.subject, more]).toEqual(["You're the first admin of Acme Rewards", []])
    const text = (mail && openEmailContent(platform().platform, mail)?.text) ?? ''
    expect(text).toMatch(/^Hello Ana María Petrov,\n\nSet your password to manage Acme Rewards:\n/)
    expect(await loadAdmin(id)).toMatchObject({ id: account.id, status: 'invited' })
    const token = /invitation=([\w-]+)/.exec(text)?.[1] ?? ''
    const response = await call('POST', '/invitations/accept', {
      body: { token, password: 'a long pass phrase 7' },
    })
    expect([response.status, response.body.fields]).toEqual([200, undefined])
    expect(await loadAdmin(id)).toMatchObject({ status: 'active' })
  })

  test('can be invited before the activation, but only once', async () => {
    const { id } = await createStoreWithAdmin('now@acme.example')
    const invite = () => call('POST', `/stores/${id}/admin/invitation`, {})
    const { status, body } = await invite()
    expect([status, body.account.status]).toEqual([200, 'invited'])
    expect((await invite()).status).toBe(409)
    await activate(id)
    expect(await loadEmails('now@acme.example')).toHaveLength(1)
  })

  test('is invited by the next scheduled run if the store was activated in another way', async () => {
    const { id } = await createStoreWithAdmin('bulk@acme.example')
    await invitePlannedFirstAdmins(platform().platform)
    expect(await loadAdmin(id)).toMatchObject({ status: 'planned' })
    await sql`update stores set status = 'active' where id = ${id}`.execute(db())
    await invitePlannedFirstAdmins(platform().platform)
    expect(await loadAdmin(id)).toMatchObject({ status: 'invited' })
  })

  test('changes with the store: a planned account is deleted, and an existing store admin gets the store', async () => {
    const first = await createStoreWithAdmin('known@acme.example')
    const second = await createStoreWithAdmin('typo@acme.example', 'Cher')
    expect(await findAccount('typo@acme.example')).toMatchObject({ lastName: 'Admin' })
    const body = { adminEmail: 'known@acme.example' }
    const { version } = await loadStore(call, second.id)
    await call('PATCH', `/stores/${second.id}`, { body, ifMatch: version })
    expect(await findAccount('typo@acme.example')).toBeUndefined()
    expect((await findAccount('known@acme.example')).storeIds).toEqual([first.id, second.id])
  })

  test("gets no invitation if the address is an operator's or missing", async () => {
    const { email } = platform().operator
    const { id } = await createStoreWithAdmin(email)
    const storeWithoutAdmin = await createStore(call)
    for (const store of [id, storeWithoutAdmin.id]) {
      expect(await loadAdmin(store)).toBeNull()
      expect((await call('POST', `/stores/${store}/admin/invitation`, {})).status).toBe(409)
      expect((await activate(store)).status).toBe(200)
    }
    expect(await loadEmails(email)).toEqual([])
  })
})
