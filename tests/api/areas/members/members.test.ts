import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { sendMemberInvitations } from '#server/platform/areas/members/sendMemberInvitations.ts'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'
import { newestEntries, newStore, storeNow } from '#tests/api/support/stores.ts'

const lines = (...rows: string[]) => rows.join('\n')

describe.each(usually('PGlite'))('Members on $name', (database) => {
  const platform = usePlatform(database)
  let by: Awaited<ReturnType<typeof importer>>
  beforeAll(async () => {
    by = await importer(platform())
  })
  const db = () => platform().platform.db
  const create = (storeId: number | null, email: string, more: object = {}) =>
    by.call('POST', '/members', {
      body: {
        name: 'Ann Lee',
        email,
        storeId,
        groupId: null,
        active: true,
        invite: false,
        ...more,
      },
    })
  const membersOf = async (storeId: number): Promise<AnyRecord[]> =>
    (await by.call('GET', `/members?filter[storeId][eq]=${storeId}&limit=100&sort=email`)).body.data
  const newGroup = async (storeId: number, name: string, isDefault: boolean) =>
    (
      await by.call('POST', '/memberGroups', {
        body: { name, storeId, type: 'manual', priority: 100, isDefault, rules: [] },
      })
    ).body
  const missingOf = async (storeId: number): Promise<string[]> =>
    (await by.call('GET', `/stores/${storeId}/readiness`)).body.checks.flatMap(
      ({ key, ok }: { key: string; ok: boolean }) => (ok ? [] : [key]),
    )
  const mailsTo = async (email: string) =>
    (
      await sql<{ id: number; subject: string; contentSealed: string }>`
        select id, subject, content_sealed from mails where recipient = ${email}`.execute(db())
    ).rows

  test('a new member joins the default group, and the store counts it at once', async () => {
    const { id: storeId } = await newStore(by.call)
    const group = await newGroup(storeId, 'Everyone', true)
    expect(await missingOf(storeId)).toContain('members')
    const { status, body } = await create(storeId, 'Ann@Example.com')
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ email: 'ann@example.com', groupId: group.id, invitedAt: null })
    expect(await storeNow(by.call, storeId)).toMatchObject({ members: 1 })
    expect(await missingOf(storeId)).not.toContain('members')
    expect((await newestEntries(by.call, 1))[0]).toMatchObject({ event: 'members.created' })
  })

  test('a member needs a store, keeps it, and is in it once', async () => {
    const { id: storeId } = await newStore(by.call)
    const { body: lost } = await create(null, 'ann@example.com')
    expect(lost.fields).toEqual({ storeId: 'Store is a required field' })
    const { body: member } = await create(storeId, 'ann@example.com')
    const { body: again } = await create(storeId, 'ANN@example.com')
    expect(Object.keys(again.fields)).toEqual(['email'])
    const { id: other } = await newStore(by.call)
    const moved = await by.call('PATCH', `/members/${member.id}`, {
      body: { storeId: other },
      ifMatch: member.version,
    })
    expect(moved.status).toBe(422)
  })

  test('an import says what is wrong with each row, and its counts add up', async () => {
    const { id: storeId } = await newStore(by.call)
    await newGroup(storeId, 'Staff', false)
    await create(storeId, 'same@example.com', { name: 'Same' })
    await create(storeId, 'old@example.com', { name: 'Old' })
    const found = await by.look(
      'members',
      lines(
        'Name,Email,Group',
        'Mia Berg,mia@example.com,Staff',
        'Same,same@example.com,',
        'New,old@example.com,',
        'Anna,anna.example,',
        ',nameless@example.com,',
        'Mia again,MIA@example.com,',
        `${'x'.repeat(81)},long@example.com,`,
        'Bo,bo@example.com,No such group',
      ),
      { storeId },
    )
    const reasons = found.problems.map(({ line, reasons: all }: AnyRecord) => [line, all])
    expect(reasons).toEqual([
      [5, ['"anna.example" isn\'t an email address.']],
      [6, ['Name is a required field']],
      [7, ['Row 2 has the same email.']],
      [8, ['Name must be at most 80 characters']],
      [9, ['Group: we found nothing named "No such group"']],
    ])
    const { counts } = found
    expect(counts).toEqual({ create: 1, change: 1, unchanged: 1, refused: 5, waiting: 0 })
    await by.run('members', found.id)
    const { results, lines: all } = await by.read('members', found.id)
    expect(results).toEqual({
      created: 1,
      updated: 1,
      unchanged: 1,
      rejected: 5,
      failed: 0,
      left: 0,
    })
    expect(Object.values<number>(results).reduce((sum, one) => sum + one)).toBe(all)
    expect((await membersOf(storeId)).map(({ name }) => name).toSorted()).toEqual([
      'Mia Berg',
      'New',
      'Same',
    ])
  })

  test('an import only creates, or only updates, where the operator chooses so', async () => {
    const { id: storeId } = await newStore(by.call)
    await create(storeId, 'old@example.com', { name: 'Old' })
    const content = lines('Name,Email', 'Changed,old@example.com', 'New,new@example.com', 'X,x')
    const lookIn = async (mode: string) => {
      const { body } = await by.open('members', content, { storeId })
      const path = `/members/imports/${body.id}`
      const check = { mapping: body.mapping, mode }
      await by.finish(await by.call('POST', `${path}/check`, { body: check }))
      return by.read('members', body.id)
    }
    const created = await lookIn('create')
    expect(created).toMatchObject({ mode: 'create', counts: { create: 1, change: 0, refused: 2 } })
    expect(created.problems[0].reasons).toEqual(['Another member has this email.'])
    const changed = await lookIn('change')
    expect(changed).toMatchObject({ mode: 'change', counts: { create: 0, change: 1, refused: 2 } })
    expect(changed.problems.map(({ reasons }: AnyRecord) => reasons)).toEqual([
      ['No member has this email.'],
      ['"x" isn\'t an email address.'],
    ])
    expect((await lookIn('both')).counts).toMatchObject({ create: 1, change: 1, refused: 1 })
  })

  test('a file without names updates members, and says which column creates them', async () => {
    const { id: storeId } = await newStore(by.call)
    await newGroup(storeId, 'Staff', false)
    await create(storeId, 'old@example.com')
    const content = lines('Email,Group', 'old@example.com,Staff', 'new@example.com,Staff')
    const { counts, problems } = await by.look('members', content, { storeId })
    expect(counts).toMatchObject({ change: 1, refused: 1 })
    expect(problems[0].reasons).toEqual([
      'No member has this email. To create one, choose a column for name.',
    ])
  })

  test('invitations are sent once, when the store is active, to new members of an import only', async () => {
    const { id: storeId } = await newStore(by.call, { name: 'Acme Rewards' })
    await create(storeId, 'before@acme.example')
    const { body } = await by.open(
      'members',
      lines('Name,Email', 'Before,before@acme.example', 'Mia Berg,mia@acme.example'),
      { storeId },
    )
    const check = { mapping: body.mapping, forNew: { invite: true } }
    const path = `/members/imports/${body.id}`
    await by.finish(await by.call('POST', `${path}/check`, { body: check }))
    expect(await by.read('members', body.id)).toMatchObject({ forNew: { invite: true } })
    await by.run('members', body.id)
    await sendMemberInvitations(platform().platform)
    expect(await mailsTo('mia@acme.example')).toEqual([])

    await sql`update stores set status = 'active' where id = ${storeId}`.execute(db())
    await sendMemberInvitations(platform().platform)
    await sendMemberInvitations(platform().platform)
    const [mail, ...more] = await mailsTo('mia@acme.example')
    expect(more).toEqual([])
    expect(mail?.subject).toBe("You're invited to Acme Rewards")
    const text = mail && openEmailContent(platform().platform, mail)?.text
    expect(text).toMatch(/^Hello Mia Berg,\n\nYou can now order at Acme Rewards:\n\nhttps:\/\//)
    expect(await mailsTo('before@acme.example')).toEqual([])
    const [, mia] = await membersOf(storeId)
    expect(mia?.['invitedAt']).not.toBeNull()
  })

  test('every import quotes a text that should be an email address', async () => {
    const { id: storeId, code } = await newStore(by.call, { type: 'points' })
    await create(storeId, 'ann@example.com')
    const reasonsOf = async (resource: string, ...rows: string[]) =>
      (await by.look(resource, lines(...rows))).problems.flatMap(
        ({ reasons }: AnyRecord) => reasons,
      )
    const quoted = '"anna.example" isn\'t an email address.'
    expect(
      await reasonsOf('users', 'First name,Last name,Email', 'Anna,Berg,anna.example'),
    ).toEqual([quoted])
    expect(await reasonsOf('stores', 'Code,Support email', `${code},anna.example`)).toEqual([
      quoted,
    ])
    expect(
      await reasonsOf(
        'creditRequests',
        'Store,E-mail,Amount,Reason',
        `${code},anna.example,5,Thanks`,
        `${code},anna@,5,Thanks`,
        `${code},nobody@example.com,5,Thanks`,
      ),
    ).toEqual([
      quoted,
      '"anna@" isn\'t an email address.',
      'Member: we found nothing named "nobody@example.com"',
    ])
  })
})
