import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import { sendAdminInvitations } from '#server/platform/areas/stores/firstAdmin.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { newStore, storeNow } from '#tests/api/support/stores.ts'

describe.each(usually('PGlite'))('The first admin of a store on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const withAdmin = (email: string, name = 'Ana María Petrov') =>
    newStore(call, { name: 'Acme Rewards', adminName: name, adminEmail: email })
  const accountOf = async (email: string) =>
    (await call('GET', `/users?search=${encodeURIComponent(email)}`)).body.data[0]
  const adminOf = async (id: number) => (await call('GET', `/stores/${id}/admin`)).body.account
  const mailsTo = async (email: string) =>
    (
      await sql<{ id: number; subject: string; contentSealed: string }>`
        select id, subject, content_sealed from mails where recipient = ${email}`.execute(db())
    ).rows
  const activate = async (id: number) => {
    const { version } = await storeNow(call, id)
    const body = { change: 'activate' }
    return call('POST', `/stores/${id}/status`, { body, ifMatch: version })
  }

  test('has an account that is not invited yet, and gets the invitation when the store is activated', async () => {
    const { id } = await withAdmin('Ana@Acme.example')
    const account = await accountOf('ana@acme.example')
    expect(account).toMatchObject({
      status: 'planned',
      kind: 'store_admin',
      firstName: 'Ana María',
      lastName: 'Petrov',
      storeIds: [id],
    })
    expect(await mailsTo('ana@acme.example')).toEqual([])
    expect((await activate(id)).status).toBe(200)
    await sendAdminInvitations(platform().platform)
    const [mail, ...more] = await mailsTo('ana@acme.example')
    expect([mail?.subject, more]).toEqual(["You're the first admin of Acme Rewards", []])
    const text = (mail && openEmailContent(platform().platform, mail)?.text) ?? ''
    expect(text).toMatch(/^Hello Ana María Petrov,\n\nSet your password to manage Acme Rewards:\n/)
    expect(await adminOf(id)).toMatchObject({ id: account.id, status: 'invited' })
    const token = /invitation=([\w-]+)/.exec(text)?.[1] ?? ''
    const accepted = await call('POST', '/invitations/accept', {
      body: { token, password: 'a long pass phrase 7' },
    })
    expect([accepted.status, accepted.body.fields]).toEqual([200, undefined])
    expect(await adminOf(id)).toMatchObject({ status: 'active' })
  })

  test('is invited before that, once, when the operator chooses so', async () => {
    const { id } = await withAdmin('now@acme.example')
    const invite = () => call('POST', `/stores/${id}/admin/invitation`, {})
    const { status, body } = await invite()
    expect([status, body.account.status]).toEqual([200, 'invited'])
    expect((await invite()).status).toBe(409)
    await activate(id)
    expect(await mailsTo('now@acme.example')).toHaveLength(1)
  })

  test('is invited by the next look when many stores are activated in another way', async () => {
    const { id } = await withAdmin('bulk@acme.example')
    await sendAdminInvitations(platform().platform)
    expect(await adminOf(id)).toMatchObject({ status: 'planned' })
    await sql`update stores set status = 'active' where id = ${id}`.execute(db())
    await sendAdminInvitations(platform().platform)
    expect(await adminOf(id)).toMatchObject({ status: 'invited' })
  })

  test('changes with the store: a planned account goes, and an existing store admin gets the store', async () => {
    const first = await withAdmin('known@acme.example')
    const second = await withAdmin('typo@acme.example', 'Cher')
    expect(await accountOf('typo@acme.example')).toMatchObject({ lastName: 'Admin' })
    const body = { adminEmail: 'known@acme.example' }
    const { version } = await storeNow(call, second.id)
    await call('PATCH', `/stores/${second.id}`, { body, ifMatch: version })
    expect(await accountOf('typo@acme.example')).toBeUndefined()
    expect((await accountOf('known@acme.example')).storeIds).toEqual([first.id, second.id])
  })

  test('who is an operator already, or nobody, gets no invitation', async () => {
    const { email } = platform().operator
    const { id } = await withAdmin(email)
    const none = await newStore(call)
    for (const store of [id, none.id]) {
      expect(await adminOf(store)).toBeNull()
      expect((await call('POST', `/stores/${store}/admin/invitation`, {})).status).toBe(409)
      expect((await activate(store)).status).toBe(200)
    }
    expect(await mailsTo(email)).toEqual([])
  })
})
