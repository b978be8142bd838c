import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { sendMemberInvitations } from '#server/platform/areas/members/sendMemberInvitations.ts'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'
import { loadNewestEntries, createStore, loadStore } from '#tests/api/support/stores.ts'

const joinLines = (...rows: string[]) => rows.join('\n')

describe.each(chooseDatabases('PGlite'))('Members on $name', (database) => {
  const platform = usePlatform(database)
  let imports: Awaited<ReturnType<typeof createImporter>>
  beforeAll(async () => {
    imports = await createImporter(platform())
  })
  const db = () => platform().platform.db
  const createMember = (storeId: number | null, email: string, more: object = {}) =>
    imports.call('POST', '/members', {
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
  const loadMembers = async (storeId: number): Promise<AnyRecord[]> =>
    (await imports.call('GET', `/members?filter[storeId][eq]=${storeId}&limit=100&sort=email`)).body
      .data
  const createGroup = async (storeId: number, name: string, isDefault: boolean) =>
    (
      await imports.call('POST', '/memberGroups', {
        body: { name, storeId, type: 'manual', priority: 100, isDefault, rules: [] },
      })
    ).body
  const loadFailedChecks = async (storeId: number): Promise<string[]> =>
    (await imports.call('GET', `/stores/${storeId}/readiness`)).body.checks.flatMap(
      ({ key, ok }: { key: string; ok: boolean }) => (ok ? [] : [key]),
    )
  const loadEmails = async (email: string) =>
    (
      await sql<{ id: number; subject: string; contentSealed: string }>`
        select id, subject, content_sealed from mails where recipient = ${email}`.execute(db())
    ).rows

  test('a new member joins the default group, and the store counts it at once', async () => {
    const { id: storeId } = await createStore(imports.call)
    const group = await createGroup(storeId, 'Everyone', true)
    expect(await loadFailedChecks(storeId)).toContain('members')
    const { status, body } = await createMember(storeId, 'Ann@Example.com')
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ email: 'ann@example.com', groupId: group.id, invitedAt: null })
    expect(await loadStore(imports.call, storeId)).toMatchObject({ members: 1 })
    expect(await loadFailedChecks(storeId)).not.toContain('members')
    expect((await loadNewestEntries(imports.call, 1))[0]).toMatchObject({
      event: 'members.created',
    })
  })

  test("a member needs a store, can't change it, and has a unique email address in it", async () => {
    const { id: storeId } = await createStore(imports.call)
    const { body: withoutStore } = await createMember(null, 'ann@example.com')
    expect(withoutStore.fields).toEqual({ storeId: 'Store is a required field' })
    const { body: member } = await createMember(storeId, 'ann@example.com')
    const { body: again } = await createMember(storeId, 'ANN@example.com')
    expect(Object.keys(again.fields)).toEqual(['email'])
    const { id: other } = await createStore(imports.call)
    const storeChange = await imports.call('PATCH', `/members/${member.id}`, {
      body: { storeId: other },
      ifMatch: member.version,
    })
    expect(storeChange.status).toBe(422)
  })

  test('an import reports the errors of each row, and its counts add up', async () => {
    const { id: storeId } = await createStore(imports.call)
    await createGroup(storeId, 'Staff', false)
    await createMember(storeId, 'same@example.com', { name: 'Same' })
    await createMember(storeId, 'old@example.com', { name: 'Old' })
    const checkedImport = await imports.checkFile(
      'members',
      joinLines(
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
    const reasons = checkedImport.problems.map(({ line, reasons: all }: AnyRecord) => [line, all])
    expect(reasons).toEqual([
      [5, ['"anna.example" isn\'t an email address.']],
      [6, ['Name is a required field']],
      [7, ['Row 2 has the same email.']],
      [8, ['Name must be at most 80 characters']],
      [9, ['Group: we found nothing named "No such group"']],
    ])
    const { counts } = checkedImport
    expect(counts).toEqual({ create: 1, change: 1, unchanged: 1, refused: 5, waiting: 0 })
    await imports.runImport('members', checkedImport.id)
    const { results, lines: all } = await imports.loadImport('members', checkedImport.id)
    expect(results).toEqual({
      created: 1,
      updated: 1,
      unchanged: 1,
      rejected: 5,
      failed: 0,
      left: 0,
    })
    expect(Object.values<number>(results).reduce((sum, one) => sum + one)).toBe(all)
    expect((await loadMembers(storeId)).map(({ name }) => name).toSorted()).toEqual([
      'Mia Berg',
      'New',
      'Same',
    ])
  })

  test('an import only creates or only updates members if the operator chooses so', async () => {
    const { id: storeId } = await createStore(imports.call)
    await createMember(storeId, 'old@example.com', { name: 'Old' })
    const content = joinLines('Name,Email', 'Changed,old@example.com', 'New,new@example.com', 'X,x')
    const checkWithMode = async (mode: string) => {
      const { body } = await imports.openFile('members', content, { storeId })
      const path = `/members/imports/${body.id}`
      const check = { mapping: body.mapping, mode }
      await imports.finishJob(await imports.call('POST', `${path}/check`, { body: check }))
      return imports.loadImport('members', body.id)
    }
    const createCheck = await checkWithMode('create')
    expect(createCheck).toMatchObject({
      mode: 'create',
      counts: { create: 1, change: 0, refused: 2 },
    })
    expect(createCheck.problems[0].reasons).toEqual(['Another member has this email.'])
    const changeCheck = await checkWithMode('change')
    expect(changeCheck).toMatchObject({
      mode: 'change',
      counts: { create: 0, change: 1, refused: 2 },
    })
    expect(changeCheck.problems.map(({ reasons }: AnyRecord) => reasons)).toEqual([
      ['No member has this email.'],
      ['"x" isn\'t an email address.'],
    ])
    expect((await checkWithMode('both')).counts).toMatchObject({ create: 1, change: 1, refused: 1 })
  })

  test('a file without names updates members, and an error names the column that new members need', async () => {
    const { id: storeId } = await createStore(imports.call)
    await createGroup(storeId, 'Staff', false)
    await createMember(storeId, 'old@example.com')
    const content = joinLines('Email,Group', 'old@example.com,Staff', 'new@example.com,Staff')
    const { counts, problems } = await imports.checkFile('members', content, { storeId })
    expect(counts).toMatchObject({ change: 1, refused: 1 })
    expect(problems[0].reasons).toEqual([
      'No member has this email. To create one, choose a column for name.',
    ])
  })

  test('invitations are sent once, when the store is active, to new members of an import only', async () => {
    const { id: storeId } = await createStore(imports.call, { name: 'Acme Rewards' })
    await createMember(storeId, 'before@acme.example')
    const { body } = await imports.openFile(
      'members',
      joinLines('Name,Email', 'Before,before@acme.example', 'Mia Berg,mia@acme.example'),
      { storeId },
    )
    const check = { mapping: body.mapping, forNew: { invite: true } }
    const path = `/members/imports/${body.id}`
    await imports.finishJob(await imports.call('POST', `${path}/check`, { body: check }))
    expect(await imports.loadImport('members', body.id)).toMatchObject({ forNew: { invite: true } })
    await imports.runImport('members', body.id)
    await sendMemberInvitations(platform().platform)
    expect(await loadEmails('mia@acme.example')).toEqual([])

    await sql`update stores set status = 'active' where id = ${storeId}`.execute(db())
    await sendMemberInvitations(platform().platform)
    await sendMemberInvitations(platform().platform)
    const [mail, ...more] = await loadEmails('mia@acme.example')
    expect(more).toEqual([])
    expect(mail?.subject).toBe("You're invited to Acme Rewards")
    const text = mail && openEmailContent(platform().platform, mail)?.text
    expect(text).toMatch(/^Hello Mia Berg,\n\nYou can now order at Acme Rewards:\n\nhttps:\/\//)
    expect(await loadEmails('before@acme.example')).toEqual([])
    const [, mia] = await loadMembers(storeId)
    expect(mia?.['invitedAt']).not.toBeNull()
  })

  test("every import quotes a value that isn't an email address", async () => {
    const { id: storeId, code } = await createStore(imports.call, { type: 'points' })
    await createMember(storeId, 'ann@example.com')
    const findReasons = async (resource: string, ...rows: string[]) =>
      (await imports.checkFile(resource, joinLines(...rows))).problems.flatMap(
        ({ reasons }: AnyRecord) => reasons,
      )
    const message = '"anna.example" isn\'t an email address.'
    expect(
      await findReasons('users', 'First name,Last name,Email', 'Anna,Berg,anna.example'),
    ).toEqual([message])
    expect(await findReasons('stores', 'Code,Support email', `${code},anna.example`)).toEqual([
      message,
    ])
    expect(
      await findReasons(
        'creditRequests',
        'Store,E-mail,Amount,Reason',
        `${code},anna.example,5,Thanks`,
        `${code},anna@,5,Thanks`,
        `${code},nobody@example.com,5,Thanks`,
      ),
    ).toEqual([
      message,
      '"anna@" isn\'t an email address.',
      'Member: we found nothing named "nobody@example.com"',
    ])
  })
})
