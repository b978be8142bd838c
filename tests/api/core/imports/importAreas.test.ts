import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { members } from '#shared/areas/members/members.ts'
import { creditsMessages } from '#server/platform/areas/credits/messages.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore } from '#tests/api/support/stores.ts'

const joinLines = (...rows: string[]) => rows.join('\n')

describe.each(chooseDatabases('PostgreSQL'))('Area imports on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let imports: Awaited<ReturnType<typeof createImporter>>
  let member: AnyRecord
  let other: AnyRecord
  const loadList = async (path: string): Promise<AnyRecord[]> =>
    (await imports.call('GET', path)).body.data

  beforeAll(async () => {
    imports = await createImporter(platform())
    const stores = await loadList('/stores?limit=100')
    const points = stores.find(
      (store) => store['type'] === 'points' && Number(store['members']) > 1,
    )
    const inStore = `filter[storeId][eq]=${points?.id}`
    const ruleGroups = await loadList(`/memberGroups?${inStore}&filter[type][eq]=rule&limit=100`)
    const ruleGroupIds = new Set<unknown>(ruleGroups.map(({ id }) => id))
    const storeMembers = await loadList(`/members?${inStore}&limit=100`)
    // Rules decide who is in their groups, so an import can't move those members.
    ;[member, other] = storeMembers.filter(({ groupId }) => !ruleGroupIds.has(groupId)) as [
      AnyRecord,
      AnyRecord,
    ]
    expect(other).toBeDefined()
  })
  const getStoreName = () => String(member.labels?.['storeId'])

  test('credits: a check reports totals before and after, rejects used references, and an undo reverses the entries', async () => {
    const content = joinLines(
      'Store;Member;Type;Amount;Unit;Reason;Reference',
      `${getStoreName()};${String(member['email'])};Issue;40;Points;Prize;P-1`,
      `${getStoreName()};${String(other['email'])};Issue;20000;Points;Large prize;P-2`,
      `${getStoreName()};${String(other['email'])};Issue;5;Points;Twice;P-1`,
      `${getStoreName()};nobody@example.com;Issue;5;Points;Nobody;P-3`,
    )
    const loadBalance = async () => {
      const { rows } = await sql<{ sum: number }>`select coalesce(sum(balance), 0)::int as sum
        from credit_balances where store_id = ${member['storeId']} and unit = 'points'`.execute(
        platform().platform.db,
      )
      return Number(rows[0]?.sum)
    }
    // The demo data may have reversed entries of this member too.
    const countReversals = async () => {
      const entries = await loadList(`/creditEntries?filter[memberId][eq]=${member.id}&limit=100`)
      return entries.filter(({ type }) => type === 'reverse').length
    }
    const [before, reversalsBefore] = [await loadBalance(), await countReversals()]
    const preview = await imports.checkFile('creditRequests', content)
    expect(preview.counts).toMatchObject({ create: 2, refused: 2 })
    expect(preview.totals).toEqual([{ unit: 'points', before, after: before + 20_040 }])
    const job = await imports.runImport('creditRequests', preview.id)
    expect(job.rows).toMatchObject({ done: 2 })
    // A second operator must approve amounts above the limit.
    expect(await loadBalance()).toBe(before + 40)
    const secondPreview = await imports.checkFile('creditRequests', content)
    expect(secondPreview.counts).toMatchObject({ create: 0, refused: 4 })

    const undoJob = await imports.undoImport(job.id)
    expect(undoJob.rows).toMatchObject({ done: 2, refused: 0, failed: 0 })
    expect(await loadBalance()).toBe(before)
    const [largeRequest] = await loadList('/creditRequests?filter[reference][eq]=P-2')
    expect(largeRequest).toMatchObject({ state: 'withdrawn', askerId: platform().operator.id })
    expect(await countReversals()).toBe(reversalsBefore + 1)
  })

  test('credits: undoing an import of entries that a second operator approved needs a second approval', async () => {
    const second = await createImporter(platform(), await platform().addAccount(allPermissions))
    const content = joinLines(
      'Store;Member;Type;Amount;Unit;Reason;Reference',
      `${getStoreName()};${String(other['email'])};Issue;20000;Points;Larger prize;P-9`,
    )
    const job = await imports.runImport(
      'creditRequests',
      (await imports.checkFile('creditRequests', content)).id,
    )
    const approve = async (reason: string) => {
      const [request] = await loadList(
        `/creditRequests?filter[state][eq]=waiting&filter[reason][contains]=${encodeURIComponent(reason)}`,
      )
      const body = { decision: 'approve' }
      const url = `/creditRequests/${request?.id}/decision`
      return (await second.call('POST', url, { body, ifMatch: request?.version ?? 0 })).body
    }
    const { entryId } = await approve('Larger prize')
    expect((await imports.undoImport(job.id)).rows).toMatchObject({ done: 0, unchanged: 1 })
    const loadReversals = async () =>
      await loadList(`/creditEntries?filter[type][eq]=reverse&limit=100`)
    const isReversal = ({ reverses }: AnyRecord) => reverses === entryId
    expect((await loadReversals()).some(isReversal)).toBe(false)
    expect(await approve(creditsMessages.importUndone)).toMatchObject({ state: 'posted' })
    expect((await loadReversals()).some(isReversal)).toBe(true)
  })

  test("credits: a file without units uses each store's unit, and equal reasons are listed once", async () => {
    const kinds = [
      { type: 'points' },
      { type: 'gift', defaultCurrency: 'EUR' },
      { type: 'gift', defaultCurrency: 'JPY' },
    ]
    const codes: string[] = []
    for (const storeValues of kinds) {
      const { id, code } = await createStore(imports.call, storeValues)
      codes.push(code)
      await insertRows(platform(), members, [
        { storeId: id, groupId: null, active: true, name: 'Mia', email: 'mia@example.com' },
      ])
    }
    const [points, euro, yen] = codes
    const preview = await imports.checkFile(
      'creditRequests',
      joinLines(
        'E-mail,Store,Amount,Reason',
        `mia@example.com,${points},40,Thanks`,
        `mia@example.com,${euro},12.50,Thanks`,
        `mia@example.com,${yen},1250,Thanks`,
        `mia@example.com,${points},40,Thanks`,
        `mia@example.com,${euro},much,Thanks`,
        `mia@example.com,${euro},much,`,
        `mia@example.com,${points},much,Thanks`,
      ),
    )
    expect(preview.mapping).toEqual({ memberId: 0, storeId: 1, amount: 2, reason: 3 })
    expect(preview.counts, JSON.stringify(preview.problems)).toMatchObject({
      create: 4,
      refused: 3,
    })
    expect(preview.totals).toEqual([
      { unit: 'EUR', before: 0, after: 1250 },
      { unit: 'JPY', before: 0, after: 1250 },
      { unit: 'points', before: 0, after: 80 },
    ])
    expect(preview.reasons).toEqual([
      { reason: 'Amount in EUR must be an amount like 12.50', rows: 2, line: 6 },
      { reason: 'Reason is a required field', rows: 1, line: 7 },
      { reason: 'Amount in points must be a whole number', rows: 1, line: 8 },
    ])
    expect((await imports.runImport('creditRequests', preview.id)).rows).toMatchObject({ done: 4 })
  })

  test('rejects an amount that could be read in two ways', async () => {
    const { id, code } = await createStore(imports.call, { type: 'gift', defaultCurrency: 'EUR' })
    await insertRows(platform(), members, [
      { storeId: id, groupId: null, active: true, name: 'Mia', email: 'mia@example.com' },
    ])
    const checkAmounts = (delimiter: string, amounts: string[]) =>
      imports.checkFile(
        'creditRequests',
        joinLines(
          ['Member', 'Store', 'Amount', 'Reason'].join(delimiter),
          ...amounts.map((amount) => ['mia@example.com', code, amount, 'Thanks'].join(delimiter)),
        ),
      )
    const rejected = ['0,500', ',500', '00,500', '12,345', '12.345', '1.234,56', '1 234,50', '12€']
    const preview = await checkAmounts(';', [...rejected, '1,234.50', '12345', '1,234,567.00'])
    expect(preview.counts).toMatchObject({ create: 3, refused: rejected.length })
    expect(preview.totals).toEqual([
      { unit: 'EUR', before: 0, after: 123_450 + 1_234_500 + 123_456_700 },
    ])
    expect(preview.reasons).toEqual([
      {
        reason:
          'Amount in EUR must be an amount like 1234.50. Use commas only between thousands and a period before decimals.',
        rows: 6,
        line: 2,
      },
      {
        reason:
          'Amount in EUR: "12,345" could mean two different amounts. Enter amounts like 1234.50, or separate the file\'s columns with commas.',
        rows: 1,
        line: 5,
      },
      {
        reason:
          'Amount in EUR: "12.345" could mean two different amounts. Enter amounts like 1234.50, or separate the file\'s columns with commas.',
        rows: 1,
        line: 6,
      },
    ])
    const grouped = await checkAmounts(',', ['"12,345"', '"0,500"'])
    expect(grouped.totals).toEqual([{ unit: 'EUR', before: 0, after: 1_234_500 }])
    expect(grouped.counts).toMatchObject({ create: 1, refused: 1 })
  })

  test('rejects sizes with a decimal comma and says how to write them', async () => {
    const content = await readFile('tests/cases/decimal-comma.csv', 'utf8')
    const preview = await imports.checkFile('sizes', content)
    expect(preview.counts).toMatchObject({ create: 0, refused: 3 })
    expect(preview.reasons).toEqual([
      {
        reason: 'Chest must be a number like 1234.5, with a period before decimals.',
        rows: 3,
        line: 2,
      },
    ])
    const grouped =
      'Name;Code;Group;Chest;Position\nOne;PT1;Adult;1.000;1\nTwo;PT2;Adult;96.5;1.000\n'
    expect((await imports.checkFile('sizes', grouped)).reasons).toEqual([
      { reason: 'Chest must have at most 2 decimal places', rows: 1, line: 2 },
      { reason: 'Position must be a whole number', rows: 1, line: 3 },
    ])
  })

  test('rejects a reference that only the ledger contains', async () => {
    await platform()
      .platform.db.transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`update credit_entries set reference = 'LEDGER-1' where id = (select min(id)
          from credit_entries where store_id = ${member['storeId']})`.execute(trx)
      })
    const preview = await imports.checkFile(
      'creditRequests',
      joinLines(
        'Store,Member,Type,Amount,Unit,Reason,Reference',
        `${getStoreName()},${String(member['email'])},Issue,5,Points,Again,LEDGER-1`,
      ),
    )
    expect(preview.problems[0].reasons.join()).toContain('already in the ledger')
  })

  test('members: an import moves members into manual groups of their store, and an undo moves them back', async () => {
    const createGroup = async (name: string, more: object) => {
      const { status, body } = await imports.call('POST', '/memberGroups', {
        body: { name, storeId: member['storeId'], priority: 100, ...more },
      })
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }
    const manualGroup = await createGroup('By hand', {
      type: 'manual',
      rules: [],
      isDefault: false,
    })
    await createGroup('By rule', { type: 'rule', rules: ['name contains Zzyzx'], isDefault: false })
    const getEmail = (memberRecord: AnyRecord) => String(memberRecord['email'])
    const mapping = { email: 0, groupId: 1 }
    const opened = await imports.openFile(
      'members',
      joinLines(
        'Email;Group',
        `${getEmail(member)};By hand`,
        `${getEmail(other)};By rule`,
        'nobody@example.com;By hand',
      ),
      { storeId: Number(member['storeId']) },
    )
    expect(opened.body.mapping).toEqual(mapping)
    const membersPreview = await imports.checkFile(
      'members',
      joinLines(
        'Email;Group',
        `${getEmail(member)};By hand`,
        `${getEmail(other)};By rule`,
        'nobody@example.com;By hand',
      ),
      { storeId: Number(member['storeId']) },
    )
    expect(membersPreview.counts).toMatchObject({ change: 1, refused: 2 })
    const job = await imports.runImport('members', membersPreview.id)
    const loadGroupId = async () =>
      (await imports.call('GET', `/members/${member.id}`)).body.groupId
    expect(await loadGroupId()).toBe(manualGroup.id)
    expect((await imports.call('GET', `/memberGroups/${manualGroup.id}`)).body.members).toBe(1)
    expect((await imports.undoImport(job.id)).rows).toMatchObject({ done: 1 })
    expect(await loadGroupId()).toBe(member['groupId'])
    expect((await imports.call('GET', `/memberGroups/${manualGroup.id}`)).body.members).toBe(0)
  })

  test('users: an import invites new users and updates existing ones, and an undo revokes the invitations', async () => {
    const [group] = await loadList('/userGroups?limit=25')
    const content = joinLines(
      'First name,Last name,Email,Groups,All stores',
      `Ida,Import,Ida@Example.com,${String(group?.['name'])},Yes`,
      `Wrong,Group,wrong@example.com,No such group,Yes`,
    )
    const preview = await imports.checkFile('users', content)
    expect(preview.counts).toMatchObject({ create: 1, refused: 1 })
    const job = await imports.runImport('users', preview.id)
    const [ida] = await loadList('/users?search=ida@example.com')
    expect(ida).toMatchObject({ status: 'invited', email: 'ida@example.com', allStores: true })
    expect((await imports.checkFile('users', content)).counts).toMatchObject({ unchanged: 1 })
    expect((await imports.undoImport(job.id)).rows).toMatchObject({ done: 1 })
    expect(await loadList('/users?search=ida@example.com')).toEqual([])
  })

  test("users: an import can't grant permissions that its operator doesn't have", async () => {
    const limitedImports = await createImporter(platform(), await platform().addAccount(['users']))
    const [group] = await loadList('/userGroups?filter[name][contains]=Super')
    const preview = await limitedImports.checkFile(
      'users',
      joinLines(
        'First name,Last name,Email,Groups,All stores',
        `Ida,More,more@example.com,${String(group?.['name'])},Yes`,
      ),
    )
    expect(preview.counts).toMatchObject({ create: 0, refused: 1 })
  })

  test('stores: an import creates and updates stores by code, and an undo deletes the created ones and updates counts', async () => {
    const [first] = await loadList('/stores?limit=1')
    const [organisation] = await loadList('/organisations?limit=1')
    const preview = await imports.checkFile(
      'stores',
      joinLines(
        'Name,Code,Organization,Subdomain,Tags',
        `New One,new-one,${String(organisation?.['name'])},new-one,"a, b"`,
        `${String(first?.['name'])},${String(first?.['code'])},,${String(first?.['subdomain'])},"x"`,
      ),
    )
    expect(preview.counts, JSON.stringify(preview.problems)).toMatchObject({ create: 1, change: 1 })
    const job = await imports.runImport('stores', preview.id)
    expect(job.rows).toMatchObject({ done: 2 })
    const [created] = await loadList('/stores?search=new-one')
    expect(created).toMatchObject({
      organisationId: organisation?.id,
      tags: ['a', 'b'],
      status: 'draft',
    })
    const loadStoreCount = async () =>
      (await imports.call('GET', `/organisations/${organisation?.id}`)).body.stores
    const storesBefore = await loadStoreCount()
    expect((await imports.undoImport(job.id)).rows).toMatchObject({
      done: 2,
      refused: 0,
      failed: 0,
    })
    expect(await loadList('/stores?search=new-one')).toEqual([])
    expect(await loadStoreCount()).toBe(
      storesBefore - 1 + (first?.['organisationId'] === organisation?.id ? 1 : 0),
    )
  })

  test('attribute values: an import within an attribute needs no attribute column', async () => {
    const [value] = await loadList('/subAttributes?limit=25')
    const place = { attributeId: Number(value?.['attributeId']) }
    const preview = await imports.checkFile(
      'subAttributes',
      joinLines(
        'Label,Code',
        'Brand new,brand_new',
        `${String(value?.['label'])},${String(value?.['code'])}`,
      ),
      place,
    )
    expect(preview.counts).toMatchObject({ create: 1, unchanged: 1 })
    await imports.runImport('subAttributes', preview.id)
    expect((await loadList('/subAttributes?search=brand_new'))[0]).toMatchObject(place)
    const missingAttribute = await imports.openFile(
      'subAttributes',
      joinLines('Label,Code', 'a,b'),
      {
        attributeId: 999_999,
      },
    )
    expect(missingAttribute.status).toBe(422)
  })

  test('a limited account imports only into its stores', async () => {
    const account = await platform().addAccount(
      ['dashboardRead', 'storesRead'],
      [Number(member['storeId'])],
    )
    const limitedImports = await createImporter(platform(), account)
    const [otherMember] = (await loadList('/members?limit=100')).filter(
      ({ storeId }) => storeId !== member['storeId'],
    )
    const preview = await limitedImports.checkFile(
      'members',
      joinLines(
        'Store,Email,Group',
        `${String(otherMember?.labels?.['storeId'])},${String(otherMember?.['email'])},`,
      ),
    )
    expect(preview.counts).toMatchObject({ refused: 1, change: 0 })
    const foreignImport = await limitedImports.openFile(
      'members',
      joinLines('Email,Group', 'a@example.com,'),
      {
        storeId: Number(otherMember?.['storeId']),
      },
    )
    expect(foreignImport.status).toBe(422)
  })
})
