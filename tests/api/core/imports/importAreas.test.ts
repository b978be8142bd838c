import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { members } from '#shared/areas/members/members.ts'
import { creditsMessages } from '#server/platform/areas/credits/messages.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'
import { insertRows } from '#tests/api/support/records.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore } from '#tests/api/support/stores.ts'

const lines = (...rows: string[]) => rows.join('\n')

describe.each(usually('PostgreSQL'))('imports of what is not plain on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let by: Awaited<ReturnType<typeof importer>>
  let member: AnyRecord
  let other: AnyRecord
  const listed = async (path: string): Promise<AnyRecord[]> =>
    (await by.call('GET', path)).body.data

  beforeAll(async () => {
    by = await importer(platform())
    const stores = await listed('/stores?limit=100')
    const points = stores.find(
      (store) => store['type'] === 'points' && Number(store['members']) > 1,
    )
    const found = await listed(`/members?filter[storeId][eq]=${points?.id}&limit=25`)
    ;[member, other] = found as [AnyRecord, AnyRecord]
    expect(other).toBeDefined()
  })
  const store = () => String(member.labels?.['storeId'])

  test('credits: a dry run tells what is owed before and after, references count once, undo takes the entries back', async () => {
    const content = lines(
      'Store;Member;Type;Amount;Unit;Reason;Reference',
      `${store()};${String(member['email'])};Issue;40;Points;Prize;P-1`,
      `${store()};${String(other['email'])};Issue;20000;Points;Large prize;P-2`,
      `${store()};${String(other['email'])};Issue;5;Points;Twice;P-1`,
      `${store()};nobody@example.com;Issue;5;Points;Nobody;P-3`,
    )
    const balance = async () => {
      const { rows } = await sql<{ sum: number }>`select coalesce(sum(balance), 0)::int as sum
        from credit_balances where store_id = ${member['storeId']} and unit = 'points'`.execute(
        platform().platform.db,
      )
      return Number(rows[0]?.sum)
    }
    // The demo data may have taken something back from this member, too.
    const takenBack = async () => {
      const entries = await listed(`/creditEntries?filter[memberId][eq]=${member.id}&limit=100`)
      return entries.filter(({ type }) => type === 'reverse').length
    }
    const [before, takenBefore] = [await balance(), await takenBack()]
    const found = await by.look('creditRequests', content)
    expect(found.counts).toMatchObject({ create: 2, refused: 2 })
    expect(found.totals).toEqual([{ unit: 'points', before, after: before + 20_040 }])
    const job = await by.run('creditRequests', found.id)
    expect(job.rows).toMatchObject({ done: 2 })
    // Above the limit a second operator approves.
    expect(await balance()).toBe(before + 40)
    const again = await by.look('creditRequests', content)
    expect(again.counts).toMatchObject({ create: 0, refused: 4 })

    const undone = await by.undo(job.id)
    expect(undone.rows).toMatchObject({ done: 2, refused: 0, failed: 0 })
    expect(await balance()).toBe(before)
    const [large] = await listed('/creditRequests?filter[reference][eq]=P-2')
    expect(large).toMatchObject({ state: 'withdrawn', askerId: platform().operator.id })
    expect(await takenBack()).toBe(takenBefore + 1)
  })

  test('credits: what a second operator entered, a second one takes back when the import is undone', async () => {
    const second = await importer(platform(), await platform().addAccount(everyRight))
    const content = lines(
      'Store;Member;Type;Amount;Unit;Reason;Reference',
      `${store()};${String(other['email'])};Issue;20000;Points;Larger prize;P-9`,
    )
    const job = await by.run('creditRequests', (await by.look('creditRequests', content)).id)
    const approve = async (reason: string) => {
      const [asked] = await listed(
        `/creditRequests?filter[state][eq]=waiting&filter[reason][contains]=${encodeURIComponent(reason)}`,
      )
      const body = { decision: 'approve' }
      const at = `/creditRequests/${asked?.id}/decision`
      return (await second.call('POST', at, { body, ifMatch: asked?.version ?? 0 })).body
    }
    const { entryId } = await approve('Larger prize')
    expect((await by.undo(job.id)).rows).toMatchObject({ done: 0, unchanged: 1 })
    const taken = async () => await listed(`/creditEntries?filter[type][eq]=reverse&limit=100`)
    const isBack = ({ reverses }: AnyRecord) => reverses === entryId
    expect((await taken()).some(isBack)).toBe(false)
    expect(await approve(creditsMessages.importUndone)).toMatchObject({ state: 'posted' })
    expect((await taken()).some(isBack)).toBe(true)
  })

  test('credits: a file without units and references is taken in what each store counts in, and equal reasons are told once', async () => {
    const kinds = [
      { type: 'points' },
      { type: 'gift', defaultCurrency: 'EUR' },
      { type: 'gift', defaultCurrency: 'JPY' },
    ]
    const codes: string[] = []
    for (const kind of kinds) {
      const { id, code } = await newStore(by.call, kind)
      codes.push(code)
      await insertRows(platform(), members, [
        { storeId: id, groupId: null, active: true, name: 'Mia', email: 'mia@example.com' },
      ])
    }
    const [points, euro, yen] = codes
    const found = await by.look(
      'creditRequests',
      lines(
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
    expect(found.mapping).toEqual({ memberId: 0, storeId: 1, amount: 2, reason: 3 })
    expect(found.counts, JSON.stringify(found.problems)).toMatchObject({ create: 4, refused: 3 })
    expect(found.totals).toEqual([
      { unit: 'EUR', before: 0, after: 1250 },
      { unit: 'JPY', before: 0, after: 1250 },
      { unit: 'points', before: 0, after: 80 },
    ])
    expect(found.reasons).toEqual([
      { reason: 'Amount in EUR must be an amount like 12.50', rows: 2, line: 6 },
      { reason: 'Reason is a required field', rows: 1, line: 7 },
      { reason: 'Amount in points must be a whole number', rows: 1, line: 8 },
    ])
    expect((await by.run('creditRequests', found.id)).rows).toMatchObject({ done: 4 })
  })

  test('an amount that other countries read differently is rejected, never taken as another one', async () => {
    const { id, code } = await newStore(by.call, { type: 'gift', defaultCurrency: 'EUR' })
    await insertRows(platform(), members, [
      { storeId: id, groupId: null, active: true, name: 'Mia', email: 'mia@example.com' },
    ])
    const lookAt = (delimiter: string, amounts: string[]) =>
      by.look(
        'creditRequests',
        lines(
          ['Member', 'Store', 'Amount', 'Reason'].join(delimiter),
          ...amounts.map((amount) => ['mia@example.com', code, amount, 'Thanks'].join(delimiter)),
        ),
      )
    const rejected = ['0,500', ',500', '00,500', '12,345', '12.345', '1.234,56', '1 234,50', '12€']
    const found = await lookAt(';', [...rejected, '1,234.50', '12345', '1,234,567.00'])
    expect(found.counts).toMatchObject({ create: 3, refused: rejected.length })
    expect(found.totals).toEqual([
      { unit: 'EUR', before: 0, after: 123_450 + 1_234_500 + 123_456_700 },
    ])
    expect(found.reasons).toEqual([
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
    const grouped = await lookAt(',', ['"12,345"', '"0,500"'])
    expect(grouped.totals).toEqual([{ unit: 'EUR', before: 0, after: 1_234_500 }])
    expect(grouped.counts).toMatchObject({ create: 1, refused: 1 })
  })

  test('measures with a decimal comma are rejected with how to write them', async () => {
    const content = await readFile('tests/cases/decimal-comma.csv', 'utf8')
    const found = await by.look('sizes', content)
    expect(found.counts).toMatchObject({ create: 0, refused: 3 })
    expect(found.reasons).toEqual([
      {
        reason: 'Chest must be a number like 1234.5, with a period before decimals.',
        rows: 3,
        line: 2,
      },
    ])
    const grouped =
      'Name;Code;Group;Chest;Position\nOne;PT1;Adult;1.000;1\nTwo;PT2;Adult;96.5;1.000\n'
    expect((await by.look('sizes', grouped)).reasons).toEqual([
      { reason: 'Chest must have at most 2 decimal places', rows: 1, line: 2 },
      { reason: 'Position must be a whole number', rows: 1, line: 3 },
    ])
  })

  test('a reference that only the ledger knows is refused too', async () => {
    await platform()
      .platform.db.transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`update credit_entries set reference = 'LEDGER-1' where id = (select min(id)
          from credit_entries where store_id = ${member['storeId']})`.execute(trx)
      })
    const found = await by.look(
      'creditRequests',
      lines(
        'Store,Member,Type,Amount,Unit,Reason,Reference',
        `${store()},${String(member['email'])},Issue,5,Points,Again,LEDGER-1`,
      ),
    )
    expect(found.problems[0].reasons.join()).toContain('already in the ledger')
  })

  test('members: they are put into groups of their store, not into those by rule, and back', async () => {
    const make = async (name: string, more: object) => {
      const { status, body } = await by.call('POST', '/memberGroups', {
        body: { name, storeId: member['storeId'], priority: 100, ...more },
      })
      expect(status, JSON.stringify(body)).toBe(201)
      return body
    }
    const manual = await make('By hand', { type: 'manual', rules: [], isDefault: false })
    await make('By rule', { type: 'rule', rules: ['name contains Zzyzx'], isDefault: false })
    const at = (of: AnyRecord) => String(of['email'])
    const mapping = { email: 0, groupId: 1 }
    const opened = await by.open(
      'members',
      lines(
        'Email;Group',
        `${at(member)};By hand`,
        `${at(other)};By rule`,
        'nobody@example.com;By hand',
      ),
      { storeId: Number(member['storeId']) },
    )
    expect(opened.body.mapping).toEqual(mapping)
    const looked = await by.look(
      'members',
      lines(
        'Email;Group',
        `${at(member)};By hand`,
        `${at(other)};By rule`,
        'nobody@example.com;By hand',
      ),
      { storeId: Number(member['storeId']) },
    )
    expect(looked.counts).toMatchObject({ change: 1, refused: 2 })
    const job = await by.run('members', looked.id)
    const groupOf = async () => (await by.call('GET', `/members/${member.id}`)).body.groupId
    expect(await groupOf()).toBe(manual.id)
    expect((await by.call('GET', `/memberGroups/${manual.id}`)).body.members).toBe(1)
    expect((await by.undo(job.id)).rows).toMatchObject({ done: 1 })
    expect(await groupOf()).toBe(member['groupId'])
    expect((await by.call('GET', `/memberGroups/${manual.id}`)).body.members).toBe(0)
  })

  test('users: new ones are invited, those there are changed, and undo revokes the invitations', async () => {
    const [group] = await listed('/userGroups?limit=25')
    const content = lines(
      'First name,Last name,Email,Groups,All stores',
      `Ida,Import,Ida@Example.com,${String(group?.['name'])},Yes`,
      `Wrong,Group,wrong@example.com,No such group,Yes`,
    )
    const found = await by.look('users', content)
    expect(found.counts).toMatchObject({ create: 1, refused: 1 })
    const job = await by.run('users', found.id)
    const [ida] = await listed('/users?search=ida@example.com')
    expect(ida).toMatchObject({ status: 'invited', email: 'ida@example.com', allStores: true })
    expect((await by.look('users', content)).counts).toMatchObject({ unchanged: 1 })
    expect((await by.undo(job.id)).rows).toMatchObject({ done: 1 })
    expect(await listed('/users?search=ida@example.com')).toEqual([])
  })

  test('users: nobody gives by a file what they do not hold', async () => {
    const limited = await importer(platform(), await platform().addAccount(['users']))
    const [group] = await listed('/userGroups?filter[name][contains]=Super')
    const found = await limited.look(
      'users',
      lines(
        'First name,Last name,Email,Groups,All stores',
        `Ida,More,more@example.com,${String(group?.['name'])},Yes`,
      ),
    )
    expect(found.counts).toMatchObject({ create: 0, refused: 1 })
  })

  test('stores: made and changed by their code; one that was made goes by undo, with what counts it', async () => {
    const [first] = await listed('/stores?limit=1')
    const [organisation] = await listed('/organisations?limit=1')
    const found = await by.look(
      'stores',
      lines(
        'Name,Code,Organization,Subdomain,Tags',
        `New One,new-one,${String(organisation?.['name'])},new-one,"a, b"`,
        `${String(first?.['name'])},${String(first?.['code'])},,${String(first?.['subdomain'])},"x"`,
      ),
    )
    expect(found.counts, JSON.stringify(found.problems)).toMatchObject({ create: 1, change: 1 })
    const job = await by.run('stores', found.id)
    expect(job.rows).toMatchObject({ done: 2 })
    const [made] = await listed('/stores?search=new-one')
    expect(made).toMatchObject({
      organisationId: organisation?.id,
      tags: ['a', 'b'],
      status: 'draft',
    })
    const stores = async () =>
      (await by.call('GET', `/organisations/${organisation?.id}`)).body.stores
    const counted = await stores()
    expect((await by.undo(job.id)).rows).toMatchObject({ done: 2, refused: 0, failed: 0 })
    expect(await listed('/stores?search=new-one')).toEqual([])
    expect(await stores()).toBe(
      counted - 1 + (first?.['organisationId'] === organisation?.id ? 1 : 0),
    )
  })

  test('values of an attribute: within it a file names no attribute', async () => {
    const [value] = await listed('/subAttributes?limit=25')
    const place = { attributeId: Number(value?.['attributeId']) }
    const found = await by.look(
      'subAttributes',
      lines(
        'Label,Code',
        'Brand new,brand_new',
        `${String(value?.['label'])},${String(value?.['code'])}`,
      ),
      place,
    )
    expect(found.counts).toMatchObject({ create: 1, unchanged: 1 })
    await by.run('subAttributes', found.id)
    expect((await listed('/subAttributes?search=brand_new'))[0]).toMatchObject(place)
    const gone = await by.open('subAttributes', lines('Label,Code', 'a,b'), {
      attributeId: 999_999,
    })
    expect(gone.status).toBe(422)
  })

  test('who is for some stores imports into those alone', async () => {
    const account = await platform().addAccount(
      ['dashboardRead', 'storesRead'],
      [Number(member['storeId'])],
    )
    const limited = await importer(platform(), account)
    const [elsewhere] = (await listed('/members?limit=100')).filter(
      ({ storeId }) => storeId !== member['storeId'],
    )
    const found = await limited.look(
      'members',
      lines(
        'Store,Email,Group',
        `${String(elsewhere?.labels?.['storeId'])},${String(elsewhere?.['email'])},`,
      ),
    )
    expect(found.counts).toMatchObject({ refused: 1, change: 0 })
    const outside = await limited.open('members', lines('Email,Group', 'a@example.com,'), {
      storeId: Number(elsewhere?.['storeId']),
    })
    expect(outside.status).toBe(422)
  })
})
