import { areas } from '#server/platform/areas/index.ts'
import { getAreaIntegrations } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { expireCredits } from '#server/platform/areas/credits/expireCredits.ts'
import { refreshSmtpStats } from '#server/platform/areas/email/hooks.ts'
import { applyAllGroupRules } from '#server/platform/areas/members/groupRules.ts'
import { refreshSuccessRates } from '#server/platform/areas/payments/setups/refreshSuccessRates.ts'
import { detectIncidents } from '#server/platform/areas/payments/incidents/detectIncidents.ts'
import { seedEmptyDatabase } from '#server/platform/seed/seed.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'
import { refreshStoreStats } from '#server/platform/areas/stores/figures/refreshStoreStats.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { chooseDatabases } from '../support/databases.ts'

/** The rules of the demo data. Each query finds the rows that break one. */
const agreements: Record<string, string> = {
  'SMTP settings count their sent and failed emails': `
    select name, sent24h, failed24h from smtp_settings as one
    where (sent24h, failed24h) <> (
      select count(*) filter (where status = 'sent'), count(*) filter (where status = 'failed') from mails
      where smtp_settings_id = one.id and ended_at > (select max(time) from audit) - interval '24 hours')`,
  'an email names the SMTP settings of its store': `
    select mails.id from mails join stores on stores.id = store_id
    where mails.smtp_settings_id is distinct from coalesce(stores.smtp_settings_id,
      (select id from smtp_settings where scope = 'platform'))`,
  'SMTP settings with a rejected sign-in have credentials': `
    select name from smtp_settings where problem like '%sign-in%'
      and (auth = 'none' or username is null or password_sealed is null)`,
  'degraded SMTP settings have sent nothing since': `
    select name from smtp_settings where state = 'degraded' and sent24h > 0`,
  'a payment setup counts its stores': `
    select name from payment_setups where stores <> cardinality(store_ids)`,
  'a payment setup with orders has a success rate': `
    select name from payment_setups as one where state in ('active', 'degraded') and success is null
      and exists (select from orders where store_id = any(one.store_ids)
        and status in ('paid', 'fulfilled') and placed_at > (select max(time) from audit) - interval '23 hours')`,
  'a payment setup supports the currency of its stores': `
    select setup.name from payment_setups as setup join stores on stores.id = any(store_ids)
    where setup.currencies <> '{}' and default_currency <> all(setup.currencies)`,
  'a payment setup whose provider rejects every payment has no success': `
    select name, success from payment_setups where problem like '%every payment%' and success > 0`,
  'every failed email is in the log of its store': `
    select mails.id from mails where status = 'failed' and not exists (
      select from audit where audit.store_id = mails.store_id and time = ended_at
        and event in ('mail.refused', 'mail.signInRefused'))`,
  'an incident counts its failures': `
    select cause from incidents where failures <> (
      select sum(failures) from incident_stores where incident_id = incidents.id)`,
  'a gift card shortage counts its failed cards, and the balance is below the needed amount': `
    select currency from gift_card_shortages as short where failed <> (
        select count(*) from gift_cards where status = 'failed' and currency = short.currency
          and problem like 'The Runa account%')
      or needed <= (select amount from gift_card_balances as held
        where held.setup_id = short.setup_id and held.currency = short.currency)`,
  'a gift card without funds has a shortage': `
    select id from gift_cards where problem like 'The Runa account%'
      and currency not in (select currency from gift_card_shortages)`,
  'an email is sent after it is created': `
    select id from mails where ended_at < time`,
  'a payment fails after its order and recovers after that': `
    select attempt.id from payment_attempts as attempt join orders on orders.id = order_id
    where attempted_at < placed_at or recovered_at < attempted_at`,
  'nothing happens in a store before it exists': `
    select 'order', store_id from orders join stores on stores.id = store_id where placed_at < created_at
    union all select 'gift card', store_id from gift_cards join stores on stores.id = store_id where sent_at < created_at
    union all select 'mail', store_id from mails join stores on stores.id = store_id where time < created_at
    union all select 'log', store_id from audit join stores on stores.id = store_id where time < created_at
    union all select 'check', store_id from integrations join stores on stores.id = store_id where checked_at < created_at
    union all select 'credit', store_id from credit_entries join stores on stores.id = store_id where entered_at < created_at`,
  'members have no orders, credits, or training before they join': `
    select 'order', member_id from orders join members on members.id = member_id where placed_at < created_at
    union all select 'credit', member_id from credit_entries join members on members.id = member_id where entered_at < created_at
    union all select 'request', member_id from credit_requests join members on members.id = member_id
      where credit_requests.created_at < members.created_at
    union all select 'training', member_id from training_completions join members on members.id = member_id
      where completed_at < created_at
    union all select 'training', content_id from training_completions join training_content on training_content.id = content_id
      where completed_at < created_at`,
  'only a suspended or archived store has a reason': `
    select name from stores where (status in ('suspended', 'archived')) <> (status_reason is not null)`,
  'only failed records have a reason': `
    select 'mail', id from mails where (status = 'failed') <> (problem is not null)
    union all select 'gift card', id from gift_cards where (status = 'failed') <> (problem is not null)
    union all select 'integration', store_id from integrations where (state = 'degraded') <> (message is not null)`,
  'only invited accounts have never signed in': `
    select email from users where (status = 'invited') <> (last_sign_in is null)
      and email <> 'operator@example.com'`,
  'only a suspended account has a reason': `
    select email from users where (status = 'suspended') <> (status_reason is not null)`,
  "an account's last sign-in agrees with the logs": `
    select email from users join (
      select actor, max(time) as at from audit where event = 'auth.signedIn' group by actor) as told on actor = email
    where last_sign_in <> told.at`,
  'every change is by an active account with access to that store': `
    select distinct actor from audit left join users on email = actor
    where actor like '%@%' and event <> 'auth.refused'
      and (users.id is null or users.status <> 'active' or not (all_stores or audit.store_id = any(store_ids)))`,
  'a waiting credit request is from an account that may not approve it': `
    select credit_requests.id from credit_requests where state = 'waiting' and (asker_id is null
      or exists (select from attention_items where kind = 'approval' and asker_id = any(account_ids)))`,
  'at most three payment setups in use are in test mode': `
    select name from (
      select name, row_number() over (order by name) as place from payment_setups
      where mode = 'test' and state in ('active', 'degraded') and provider <> 'manual') as test_mode
    where place > 3`,
  'six of seven active stores are ready': `
    select count(*) filter (where readiness < 100) as unready, count(*) as active from stores where status = 'active'
    having count(*) filter (where readiness < 100) > count(*) / 7.0`,
}

/** The rules of each integration: its state, its history, and their times agree. */
const setupAgreements: Record<string, (table: string) => string> = {
  'a setup in use has passed a test': (table) => `
    select name from ${table} as setup where state in ('verified', 'active', 'degraded', 'disabled') and not exists (
      select from integration_history where resource = $resource and record_id = setup.id
        and what = 'test' and outcome = 'passed' and started_at >= setup.created_at)`,
  'the last entry of the history is the last test': (table) => `
    select name, last_test_at from ${table} as setup where last_test_at is distinct from (
      select max(ended_at) from integration_history where resource = $resource and record_id = setup.id)`,
  'only a degraded setup has a problem': (table) => `
    select name from ${table} where (state = 'degraded') <> (problem is not null)
      or (state = 'degraded') <> (last_outcome is not distinct from 'failed')`,
  'no secret is newer than the last test': (table) => `
    select name, secret.key from ${table} as setup, jsonb_each(to_jsonb(setup)) as secret
    where state <> 'draft' and jsonb_typeof(secret.value) = 'object' and secret.value ->> 'changedAt' is not null
      and (secret.value ->> 'changedAt')::timestamptz > last_test_at`,
  'a verified setup may be activated': (table) => `
    select name from ${table} where state = 'verified' and proven_version is distinct from settings_version`,
}

const toQuery = (words: string) => sql.raw(words) as RawBuilder<Record<string, unknown>>

describe.each(chooseDatabases('PostgreSQL'))('The demo data on $name', (database) => {
  let platform: TestPlatform | undefined
  const getPlatform = () => {
    if (!platform) throw new Error('The platform is not running')
    return platform.platform
  }
  const find = async (query: RawBuilder<Record<string, unknown>>) =>
    (await query.execute(getPlatform().db)).rows

  beforeAll(async () => {
    const databaseUrl = await database.make()
    platform = await startTestPlatform(databaseUrl === undefined ? {} : { databaseUrl })
    // Stops the clock, so that counts of the last 24 hours don't change during the tests.
    const now = new Date()
    getPlatform().now = () => now
    await seedEmptyDatabase(getPlatform(), platform.operator.email, seedSizes.full)
  }, 120_000)
  afterAll(() => platform?.stop())

  test.each(Object.entries(agreements))('is consistent: %s', async (_name, query) => {
    expect(await find(toQuery(query))).toEqual([])
  })

  describe.each(getAreaIntegrations(areas))('of $resource.name', ({ resource }) => {
    test.each(Object.entries(setupAgreements))('is consistent: %s', async (_name, query) => {
      const table = resource.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const words = query(table).replaceAll('$resource', `'${resource.name}'`)
      expect(await find(toQuery(words))).toEqual([])
    })
  })

  test('no record is older than its parent or was updated before it was created', async () => {
    const references = (await find(
      toQuery(`
      with stamped as (
        select table_name from information_schema.columns where table_schema = 'public'
          and column_name in ('created_at', 'updated_at') group by table_name having count(*) = 2)
      select kid.relname as "from", attname as by, parent.relname as "to"
      from pg_constraint
      join pg_class as kid on kid.oid = conrelid
      join pg_class as parent on parent.oid = confrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and conrelid <> confrelid and conparentid = 0
        and kid.relname in (table stamped) and parent.relname in (table stamped)`),
    )) as { from: string; by: string; to: string }[]
    expect(references.length).toBeGreaterThan(10)
    for (const { from, by, to } of references) {
      const query = `select kid.updated_at from ${from} as kid join ${to} as parent on parent.id = kid.${by}
        where kid.updated_at < parent.created_at or kid.updated_at < kid.created_at limit 3`
      expect(await find(toQuery(query)), `${from}.${by} -> ${to}`).toEqual([])
    }
  })

  test('email addresses use reserved example domains', async () => {
    const columns = (await find(
      toQuery(`
      select c.table_name as "table", c.column_name as name from information_schema.columns as c
      join information_schema.tables as t on t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and t.table_schema = 'public' and c.data_type = 'text'
        -- The search keeps copies of names without their punctuation.
        and c.table_name not like 'search\\_entries%'`),
    )) as { table: string; name: string }[]
    for (const { table, name } of columns) {
      const query = `select distinct "${name}" from "${table}" where "${name}" ~ '^[^@ ]+@[^@ ]+$'
        and "${name}" !~ '@([a-z0-9-]+\\.)*(example|example\\.(com|org|net))$' limit 3`
      expect(await find(toQuery(query)), `${table}.${name}`).toEqual([])
    }
  })

  test('does not change when the chores run', async () => {
    const target = getPlatform()
    const tables = {
      attention: `select title, detail, store_ids from attention_items order by subject`,
      incidents: `select cause, status, failures from incidents order by id`,
      members: `select id, group_id from members order by id`,
      stores: `select id, readiness, missing, failing, members, orders30d from stores order by id`,
      mail: `select name, stores, sent24h, failed24h from smtp_settings order by id`,
      payments: `select name, stores, success from payment_setups order by id`,
      credits: `select count(*) from credit_entries`,
      logs: `select count(*) from audit`,
    }
    const read = async (): Promise<Record<string, object[]>> =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(tables).map(async ([name, query]) => [name, await find(toQuery(query))]),
        ),
      )
    const before = await read()
    const at = target.now().toISOString()
    await applyAllGroupRules(target)
    await expireCredits(target)
    await refreshStoreStats(target)
    await refreshSmtpStats(target.db, at)
    await refreshSuccessRates(target)
    await detectIncidents(target)
    await refreshAlerts(target)
    const after = await read()
    for (const name of Object.keys(tables)) {
      const known = new Set(before[name]?.map((row) => JSON.stringify(row)))
      const changed = after[name]?.filter((row) => !known.has(JSON.stringify(row)))
      expect(changed, name).toEqual([])
    }
  })

  test('has fifteen alerts, each with a link to something to fix', async () => {
    const alerts = (await find(
      toQuery(
        `select subject, kind, title, detail, store_ids, fix from attention_items order by rank desc, id`,
      ),
    )) as { subject: string; kind: string; title: string; storeIds: number[]; fix: string }[]
    expect(alerts.map(({ title }) => title)).toHaveLength(15)
    for (const { subject, fix } of alerts) {
      expect(fix, subject).toMatch(/^\//)
      const [, name, id] = subject.split('/')
      if (subject.startsWith('integration/') && name !== undefined && Number(id) > 0) {
        const { resource } =
          getAreaIntegrations(areas).find((one) => one.resource.name === name) ?? {}
        const { rows } = await sql<AnyRecord>`select * from ${sql.table(String(resource?.name))}
          where id = ${Number(id)}`.execute(getPlatform().db)
        expect(rows[0], subject).toMatchObject({ state: 'degraded' })
      }
    }
  })
})
