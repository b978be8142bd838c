import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'
import { buildMemberExportUrl } from '#shared/areas/members/memberActions.ts'
import { timelineKinds } from '#shared/areas/members/memberTimeline.ts'
import { openEmailContent } from '#server/platform/areas/email/emailQueue.ts'
import { personalTables } from '#server/platform/areas/members/page/personalTables.ts'
import { purgeExpiredData } from '#server/platform/core/platform/retention.ts'
import { getPersonalColumns } from '#server/platform/core/records/personalData.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Column = { table: string; name: string; type: string }

/** The logs never change, so that their hashes stay valid, and neither does the ledger. */
const unchangedTables = /^(audit|log_|credit_entries)/

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)

/** Columns of tables with a member that have no personal data, or that never change. */
const otherColumns = new Set(
  `actor body_type card_brand card_last4 created_by currency decided_by from_name gateway group_name
  hash issue issued_by key mode moved_by order_number raw_code recorded_by retryable search_text started_by state
  status status_changed_by suspended_by type unit updated_by`.split(/\s+/),
)
const otherColumnsByTable: Record<string, string[]> = {
  orders: ['number'],
  payment_attempts: ['reason', 'reference'],
  payment_charges: ['reference'],
  payment_refunds: ['reference'],
  disputes: ['reason', 'reference'],
  // The ledger never changes.
  credit_entries: ['reason', 'reference'],
  // Erasures write it.
  erased_credit_entries: ['reason', 'reference'],
}

describe.each(chooseDatabases('PostgreSQL'))('Erasing a member on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  const loadColumns = async (): Promise<Column[]> =>
    (
      await sql<Column>`
        select table_name as table, column_name as name, data_type as type
        from information_schema.columns join information_schema.tables
          using (table_schema, table_name)
        where table_schema = current_schema() and table_type = 'BASE TABLE'
          and table_name not in (select inhrelid::regclass::text from pg_inherits)
          and data_type in ('text', 'jsonb', 'json', 'ARRAY')`.execute(db())
    ).rows

  /** Returns the columns that contain one of these texts, as they are or as JSON and URLs have them. */
  async function findText(texts: readonly string[]): Promise<string[]> {
    const needles = texts.flatMap((text) => [
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(text),
    ])
    const found: string[] = []
    for (const { table, name } of await loadColumns()) {
      if (unchangedTables.test(table)) continue
      const { rows } =
        await sql`select from ${sql.table(table)}, unnest(${needles}::text[]) as needle
        where position(lower(needle) in lower(${sql.ref(name)}::text)) > 0 limit 1`.execute(db())
      if (rows.length > 0) found.push(`${table}.${name}`)
    }
    return found
  }

  let memberCount = 0
  async function createMember(values: Record<string, unknown> = {}) {
    const { id: storeId } = await createStore(call, { type: 'points' })
    await sql`update stores set status = 'active' where id = ${storeId}`.execute(db())
    const person = { name: 'Xenia "Zed" Quill', email: `xenia.quill${++memberCount}@example.com` }
    const body = { ...person, storeId, groupId: null, active: true, invite: false, ...values }
    const created = await call('POST', '/members', { body })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    return {
      id: Number(created.body.id),
      version: Number(created.body.version),
      storeId: Number(storeId),
      ...person,
    }
  }
  type Member = Awaited<ReturnType<typeof createMember>>

  const erase = (
    { id, version, email }: Pick<Member, 'id' | 'version' | 'email'>,
    { by = call, key }: { by?: Caller; key?: string } = {},
  ) =>
    by('POST', `/members/${id}/erase`, {
      body: { email },
      ifMatch: version,
      ...(key === undefined ? {} : { key }),
    })

  /** Puts the member's name and email wherever the platform keeps them. */
  async function addHistory({ id, storeId, name, email }: Member): Promise<void> {
    const at = platform().platform.now().toISOString()
    const { rows } = await sql<{ id: number }>`
      insert into orders (store_id, member_id, placed_at, amount, currency, status)
      values (${storeId}, ${id}, ${at}, 4500, 'EUR', 'paid') returning id`.execute(db())
    expect(rows).toHaveLength(1)
    const failed = await insertFailedOrder(db(), { storeId, at })
    await sql`update orders set member_id = ${id}, member = 'X••• "••• Q•••' where id = ${failed}`.execute(
      db(),
    )
    await sql`update payment_attempts set member_id = ${id}, closed_reason = ${`${name} paid in cash`}
      where order_id = ${failed}`.execute(db())
    await sql`insert into gift_cards (store_id, sent_at, amount, currency, status, recipient, problem)
      values (${storeId}, ${at}, 100, 'EUR', 'failed', ${email.toUpperCase()}, ${`550 <${email}> unknown`})`.execute(
      db(),
    )
    await sql`insert into mails (store_id, time, kind, recipient, subject, status, ended_at)
      values (${storeId}, ${at}, 'payLink', ${email}, ${`Hello ${name}`}, 'sent', ${at})`.execute(
      db(),
    )
    await sql`insert into preferences (user_id, name, value, updated_at)
      select id, 'xenia', ${JSON.stringify([email, name])}::jsonb, ${at} from users limit 1
      on conflict do nothing`.execute(db())
    const post = async (path: string, body?: object) => {
      const answer = await call('POST', path, { key: `${path}-${id}`, ...(body && { body }) })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    }
    await post(`/members/${id}/invitation`)
    await post('/comments', {
      resource: 'members',
      recordId: id,
      body: `${name} (${email.toUpperCase()}) called`,
    })
    await post('/memberSignIns', { storeId, email, method: 'sso', failure: 'No certificate' })
    const address = new URLSearchParams({ search: email, 'filter[name][eq]': name }).toString()
    await post('/views', { resource: 'members', name: email, address, shared: false })
  }

  test('leaves no name and no email in any column but the logs', async () => {
    const member = await createMember()
    await addHistory(member)
    const texts = [member.name, member.email]
    const before = await findText(texts)
    expect(before).toEqual(
      expect.arrayContaining([
        'members.name',
        'gift_cards.recipient',
        'mails.subject',
        'comments.body',
        'payment_attempts.closed_reason',
        'preferences.value',
        'views.name',
      ]),
    )
    const { status, body } = await erase(member)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      name: 'Erased member',
      email: `erased-${member.id}@erased.invalid`,
      active: false,
      erasedAt: expect.any(String),
    })
    expect(await findText(texts)).toEqual([])
    expect(await findText(['X•••'])).toEqual([])
    const sums = await sql`select sum(amount)::int as sum, count(*)::int as count from orders
      where member_id = ${member.id}`.execute(db())
    expect(sums.rows).toEqual([{ sum: 5750, count: 2 }])
    const mails = await sql`select status, content_sealed from mails
      where recipient = ${body.email} order by status`.execute(db())
    expect(mails.rows).toEqual([
      { status: 'failed', contentSealed: null },
      { status: 'sent', contentSealed: null },
    ])
    const { data } = (await call('GET', `/members/${member.id}/timeline?kind=comments`)).body
    expect(data[0].title).toBe(`Erased member (${body.email}) called`)
  })

  test('erases the log of failed payments that retention deleted', async () => {
    // Other entries are found by a full name, so this is a single word.
    const member = await createMember({ name: 'Xenophon' })
    const { now, retention } = platform().platform
    const orderId = await insertFailedOrder(db(), {
      storeId: member.storeId,
      at: now().toISOString(),
    })
    await sql`update orders set member_id = ${member.id} where id = ${orderId}`.execute(db())
    const { rows } = await sql<{ id: number; version: number }>`
      update payment_attempts set member_id = ${member.id} where order_id = ${orderId}
      returning id, version`.execute(db())
    const [attempt] = rows
    const dismissed = await call('POST', `/paymentAttempts/${attempt?.id}/dismissal`, {
      body: { reason: 'Xenophon' },
      ...(attempt && { ifMatch: attempt.version }),
    })
    expect(dismissed.status, JSON.stringify(dismissed.body)).toBe(200)
    const old = new Date(now().getTime() - 900 * 24 * 60 * 60_000).toISOString()
    await sql`update payment_attempts set attempted_at = ${old}, updated_at = ${old}
      where id = ${attempt?.id}`.execute(db())
    await purgeExpiredData({
      ...platform().platform,
      retention: { ...retention, failedPayments: 740 },
    })
    expect((await call('GET', `/paymentAttempts/${attempt?.id}`)).status).toBe(404)
    const loadReasons = async () => {
      const entries = await sql<{ reason: string }>`
        select changes #>> '{closedReason,after}' as reason from readable_audit
        where event = 'paymentAttempts.dismissed' and target_id = ${attempt?.id}`.execute(db())
      return entries.rows.map(({ reason }) => reason)
    }
    expect(await loadReasons()).toEqual(['Xenophon'])
    expect((await erase(member)).status).toBe(200)
    expect(await loadReasons()).toEqual(['Erased member'])
  })

  test('replaces the name in mentions and alerts that wait to be sent, and leaves the others', async () => {
    const member = await createMember({ name: 'Xenia Mentioned' })
    const other = await createMember({ name: 'Xenia Other' })
    const account = await platform().addAccount(['dashboardRead'])
    const { rows } = await sql<{ email: string }>`
      select email from users where id = ${account.id}`.execute(db())
    const mention = `@${rows[0]?.email}`
    const comment = async (recordId: number, body: string) => {
      const added = await call('POST', '/comments', {
        body: { resource: 'members', recordId, body },
      })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      return Number(added.body.id)
    }
    await comment(member.id, `${mention} Xenia Mentioned called`)
    const deletedId = await comment(member.id, `${mention} Xenia Mentioned called again`)
    expect((await call('DELETE', `/comments/${deletedId}`)).status).toBe(204)
    await comment(other.id, `${mention} Xenia Other, not ${member.email}`)
    await comment(other.id, `${mention} Xenia Other, not Xenia Mentioned`)
    const loadTexts = async () => {
      const mails = await sql<{ id: number; contentSealed: string }>`
        select id, content_sealed from mails where recipient = ${rows[0]?.email} order by id`.execute(
        db(),
      )
      return mails.rows.map((row) => openEmailContent(platform().platform, row)?.text)
    }
    const texts = await loadTexts()
    expect(texts).toHaveLength(4)
    expect((await erase(member)).status).toBe(200)
    const replaced = texts
      .slice(0, 3)
      .map((text) =>
        text
          ?.replaceAll('Xenia Mentioned', 'Erased member')
          .replaceAll(member.email, `erased-${member.id}@erased.invalid`),
      )
    expect(await loadTexts()).toEqual([...replaced, texts[3]])
    expect(replaced[0]).toContain('comment on the member Erased member')
  })

  test('erases what an import keeps, and imports the person again as another member', async () => {
    const importer = await createImporter(platform())
    const member = await createMember()
    const { body: store } = await call('GET', `/stores/${member.storeId}`)
    const file = `Name,Email,Store,Active\nXenia Quill,${member.email},${store.code},Yes\n`
    const runImport = async () => {
      const { id } = await importer.checkFile('members', file)
      expect(await importer.runImport('members', id)).toMatchObject({ status: 'done' })
    }
    await runImport()
    const changed = (await call('GET', `/members/${member.id}`)).body
    expect(changed.name).toBe('Xenia Quill')
    expect((await erase(changed)).status).toBe(200)
    expect(await findText([member.email, 'Xenia Quill'])).toEqual([])
    await runImport()
    const { data } = (await call('GET', `/members?search=${encodeURIComponent(member.email)}`)).body
    expect(data).toMatchObject([{ name: 'Xenia Quill', active: true }])
    expect(data[0].id).not.toBe(member.id)
  })

  test('keeps the log and its hashes, and logs the erasure without the name', async () => {
    const member = await createMember()
    expect((await erase(member)).status).toBe(200)
    const { body } = await call('GET', `/logChains/${member.storeId}/verification`)
    expect(body).toMatchObject({ checked: body.total, fault: null })
    const { rows } = await sql<{ event: string; label: string; changes: object }>`
      select event, label, changes from audit where target_type = 'members'
        and target_id = ${member.id} order by id desc limit 1`.execute(db())
    expect(rows).toEqual([{ event: 'members.erased', label: String(member.id), changes: {} }])
  })

  test('hides the name and the email in logs and ledger, and their searches', async () => {
    const earlier = { name: 'Xenia Early', email: `early.bird${memberCount}@example.com` }
    const created = await createMember(earlier)
    const renamed = { name: 'Xenia Marble', email: `marble.x${memberCount}@example.com` }
    const { body: changed } = await call('PATCH', `/members/${created.id}`, {
      body: renamed,
      ifMatch: created.version,
    })
    const member = { ...created, ...renamed, version: Number(changed.version) }
    await addHistory(member)
    const { id, storeId } = member
    const reason = `Goodwill for ${renamed.name}, not Marbles`
    const credit = await call('POST', '/creditRequests', {
      body: {
        storeId,
        memberId: id,
        unit: 'points',
        type: 'issue',
        amount: 5,
        reason,
        expiresOn: null,
        reference: renamed.email,
      },
    })
    expect(credit.status, JSON.stringify(credit.body)).toBe(201)
    await sql`insert into audit (time, actor, event, request_id, ip, changes, store_id, stream,
        severity, result, cause)
      values (now(), 'platform', 'mail.refused', 'test', '', '{}', ${storeId}, 'integrations',
        'error', 'failed', ${`550 <${earlier.email}> unknown`}),
        (now(), 'platform', 'stores.updated', 'test', '',
          ${JSON.stringify({ notes: { before: '', after: `Call\n${renamed.name}` } })}, ${storeId},
          'audit', 'info', 'ok', null)`.execute(db())

    const ofStore = `filter[storeId][eq]=${storeId}`
    const reads = [
      `/logEntries?limit=100&${ofStore}`,
      `/logEntries/export?${ofStore}`,
      '/audit?limit=100',
      `/members/${id}/history`,
      `/members/${id}/timeline?limit=100`,
      `/members/${id}/export`,
      `/members/${id}/export?format=csv`,
      `/creditEntries?${ofStore}`,
      `/creditEntries/export?${ofStore}`,
    ]
    const texts = [earlier, renamed].flatMap(({ name, email }) => [name, email])
    const read = async (path: string) => {
      const { status, body } = await call('GET', path)
      expect(status, path).toBe(200)
      const text = (typeof body === 'string' ? body : JSON.stringify(body)).toLowerCase()
      return texts.filter((one) => text.includes(one.toLowerCase()))
    }
    const search = async (path: string) => (await call('GET', path)).body.data.length
    const searches = [
      `/logEntries?${ofStore}&search=${renamed.email}`,
      `/logEntries?${ofStore}&search=early`,
      `/logEntries?${ofStore}&filter[label][contains]=xenia%20marble`,
      `/logEntries?${ofStore}&filter[label][contains]=xenia`,
      `/creditEntries?${ofStore}&search=marble`,
    ]
    for (const path of reads) expect(await read(path), path).not.toEqual([])
    for (const path of searches) expect(await search(path), path).toBeGreaterThan(0)

    const counts = async () =>
      (
        await sql`select (select count(*)::int from audit) as entries, (select count(*)::int
        from credit_entries) as credits`.execute(db())
      ).rows
    const before = await counts()
    const erased = await erase(member)
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    for (const path of reads) expect(await read(path), path).toEqual([])
    for (const path of searches) expect(await search(path), path).toBe(0)
    const { data: ledger } = (await call('GET', `/creditEntries?${ofStore}`)).body
    expect(ledger).toMatchObject([
      {
        reason: 'Goodwill for Erased member, not Marbles',
        reference: erased.body.email,
        amount: 5,
      },
    ])
    const { data: log } = (await call('GET', `/logEntries?limit=100&${ofStore}`)).body
    expect(log.find(({ event }: { event: string }) => event === 'members.created')).toMatchObject({
      label: 'Erased member',
      changes: { name: { after: 'Erased member' }, email: { after: erased.body.email } },
    })
    expect(log.find(({ event }: { event: string }) => event === 'mail.refused').cause).toBe(
      `550 <${erased.body.email}> unknown`,
    )
    expect(await counts()).toEqual(
      before.map((row) => ({ ...Object(row), entries: expect.any(Number) })),
    )
    const { rows: stored } = await sql`select from audit
      where target_type = 'members' and target_id = ${id} and label = ${renamed.name}`.execute(db())
    expect(stored).not.toEqual([])
    const { body: chain } = await call('GET', `/logChains/${storeId}/verification`)
    expect(chain).toMatchObject({ checked: chain.total, fault: null })
    // An entry of the ledger can still be reversed.
    const reversal = await call('POST', `/creditEntries/${ledger[0].id}/reversal`, {
      body: { reason: 'A mistake' },
    })
    expect(reversal.status, JSON.stringify(reversal.body)).toBeLessThan(300)
  })

  test('replaces a name that looks like a key or a value of JSON only where it is a text', async () => {
    const member = await createMember({ name: 'Name' })
    expect((await erase(member)).status).toBe(200)
    const { data } = (await call('GET', `/members/${member.id}/history`)).body
    expect(data.at(-1).after).toMatchObject({ name: 'Erased member', active: true })
    const other = await createMember({ name: 'true' })
    expect((await erase(other)).status).toBe(200)
    const { data: entries } = (await call('GET', `/members/${other.id}/history`)).body
    expect(entries.at(-1).after).toMatchObject({ name: 'Erased member', active: true })
  })

  test('leaves what belongs to other members', async () => {
    const member = await createMember({ name: 'Xenia Twin' })
    const { storeId } = member
    const email = `xenia.twin${memberCount}@example.com`
    const twin = await call('POST', '/members', {
      body: { name: 'Xenia Twin', email, storeId, groupId: null, active: true, invite: false },
    })
    expect(twin.status).toBe(201)
    expect((await erase(member)).status).toBe(200)
    const { body } = await call('GET', `/members/${twin.body.id}`)
    expect(body).toMatchObject({ name: 'Xenia Twin', email, active: true })
    const { data } = (await call('GET', `/members/${twin.body.id}/history`)).body
    expect(data[0].after).toMatchObject({ name: 'Xenia Twin', email })
  })

  test('is done once, however often it is sent', async () => {
    const member = await createMember()
    const first = await erase(member, { key: 'erase-once' })
    expect(first.status).toBe(200)
    expect((await erase(member, { key: 'erase-once' })).body).toEqual(first.body)
    const { body: erased } = await call('GET', `/members/${member.id}`)
    for (const { version } of [erased, member]) {
      const again = await erase({ ...member, version })
      expect(again.body).toMatchObject({
        code: 'wrong_state',
        detail: "This member's personal data is already erased. Reload the page.",
      })
    }
    expect((await call('GET', `/members/${member.id}`)).body).toEqual(erased)
  })

  test('needs the email, the latest version, its own permission, and a member of the store', async () => {
    const member = await createMember()
    const wrong = await erase({ ...member, email: 'other@example.com' })
    expect(wrong).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } })
    expect((await erase({ ...member, version: 99 })).status).toBe(409)
    const openAs = async (permissions: string[], storeIds: number[] | null = null) =>
      openSession(platform(), await platform().addAccount(permissions, storeIds))
    const writer = await openAs(['dashboardRead:write', 'dashboardRead:delete'])
    expect((await erase(member, { by: writer })).status).toBe(403)
    const eraser = ['dashboardRead:erase']
    const other = await createMember()
    expect((await erase(member, { by: await openAs(eraser, [other.storeId]) })).status).toBe(404)
    expect((await erase(member, { by: await openAs(eraser, [member.storeId]) })).status).toBe(200)
  })

  test('waits until gift cards are sent', async () => {
    const member = await createMember()
    await sql`insert into gift_cards (store_id, sent_at, amount, currency, status, recipient)
      values (${member.storeId}, now(), 100, 'EUR', 'waiting', ${member.email})`.execute(db())
    expect((await erase(member)).body.code).toBe('wrong_state')
  })

  test('is for good: the member cannot be changed, reactivated, or invited', async () => {
    const member = await createMember()
    const { body: erased } = await erase(member)
    const options = { ifMatch: erased.version }
    const patch = await call('PATCH', `/members/${member.id}`, {
      ...options,
      body: { name: 'Xenia' },
    })
    expect(patch).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } })
    const reactivation = await call('POST', `/members/${member.id}/reactivation`, {
      ...options,
      body: { reason: null },
    })
    expect(reactivation.body.code).toBe('wrong_state')
    expect((await call('POST', `/members/${member.id}/invitation`)).body.code).toBe('wrong_state')
    const { body: check } = await call('GET', `/members/${member.id}/signInCheck`)
    expect(check).toMatchObject({
      cause: 'account',
      answer: "The member's personal data was erased, so the member can't sign in again.",
    })
  })

  test('knows every column that has a name or email of a member', async () => {
    const listed = new Set(
      personalTables.flatMap(({ table, columns }) =>
        Object.keys(columns).map((name) => `${table}.${name}`),
      ),
    )
    const personal = resources.flatMap((resource) =>
      getPersonalColumns(resource).map(
        (name) => `${toSnakeCase(resource.name)}.${toSnakeCase(name)}`,
      ),
    )
    const columns = await loadColumns()
    const { rows } = await sql<{ table: string }>`
      select table_name as table from information_schema.columns
      where table_schema = current_schema() and column_name = 'member_id'`.execute(db())
    const tables = new Set(['members', ...rows.map(({ table }) => table)])
    const ofMembers = columns
      .filter(
        ({ table, name, type }) => tables.has(table) && type !== 'ARRAY' && !otherColumns.has(name),
      )
      .filter(({ table, name }) => !otherColumnsByTable[table]?.includes(name))
      .map(({ table, name }) => `${table}.${name}`)
    const named = columns
      .filter(({ name }) => /(^|_)(member|member_name|member_email|recipient)$/.test(name))
      .map(({ table, name }) => `${table}.${name}`)
    const unlisted = [...personal, ...ofMembers, ...named].filter((one) => !listed.has(one))
    expect(unlisted).toEqual([])
    const existing = new Set(columns.map(({ table, name }) => `${table}.${name}`))
    expect([...listed].filter((one) => !existing.has(one))).toEqual([])
  })

  describe('Export', () => {
    const exportMember = (id: number, format: 'json' | 'csv', by: Caller = call) =>
      by('GET', buildMemberExportUrl(id, format).replace('/api', ''))

    test('has everything about the member, as JSON and as CSV', async () => {
      const member = await createMember({ name: '=Xenia' })
      await addHistory({ ...member, name: '=Xenia' })
      const { body, headers } = await exportMember(member.id, 'json')
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="member-${member.id}.json"`,
      )
      expect(Object.keys(body)).toEqual(['member', 'leftOut', ...Object.keys(timelineKinds)])
      expect(body).toMatchObject({ member: { name: '=Xenia', email: member.email }, leftOut: [] })
      expect(body.orders).toHaveLength(2)
      for (const kind of ['payments', 'giftCards', 'emails', 'signIns', 'changes', 'comments'])
        expect(body[kind], kind).not.toEqual([])
      const { body: csv } = await exportMember(member.id, 'csv')
      const [head, first] = String(csv).split('\r\n')
      expect(head).toBe(
        'kind,time,source,id,recordId,title,status,amount,unit,balance,reason,actor,details',
      )
      expect(first).toMatch(new RegExp(`^member,[^,]+,,${member.id},,'=Xenia,`))
      expect(csv).toContain('\r\norders,')
      expect(csv).toContain('\r\ncomments,')
      expect(String(csv) + JSON.stringify(body)).not.toMatch(/content_?sealed|password|token/i)
      const { rows } = await sql`select stream from audit where event = 'members.exported'
        and target_id = ${member.id}`.execute(db())
      expect(rows).toEqual([{ stream: 'security' }, { stream: 'security' }])
    })

    test('needs the permission to export members of the store, and names what it leaves out', async () => {
      const member = await createMember()
      const other = await createMember()
      const openAs = async (permissions: string[], storeId = member.storeId) =>
        openSession(platform(), await platform().addAccount(permissions, [storeId]))
      const reader = await openAs(['dashboardRead:write'])
      expect((await exportMember(member.id, 'json', reader)).status).toBe(403)
      const stranger = await openAs(['dashboardRead:export'], other.storeId)
      expect((await exportMember(member.id, 'json', stranger)).status).toBe(404)
      const exporter = await openAs(['dashboardRead:export'])
      const { body } = await exportMember(member.id, 'json', exporter)
      expect(body.leftOut).toEqual(['orders', 'payments', 'giftCards', 'emails'])
      expect(body).not.toHaveProperty('orders')
      const { body: csv } = await exportMember(member.id, 'csv', exporter)
      expect(csv).toContain("Left out: your permissions don't include this kind of entry.")
      expect((await call('GET', `/members/${member.id}/export?format=xml`)).status).toBe(400)
    })
  })
})
