import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerDatabase } from '#server/platform/database/database.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { dropOldLogs } from '#server/platform/areas/logs/retention.ts'
import { signCheckpoints } from '#server/platform/areas/logs/signCheckpoints.ts'
import { createKey, KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { readSettings } from '#server/platform/settings.ts'
import { startPlatform } from '#server/platform/start.ts'
import type { RunningPlatform } from '#server/platform/start.ts'
import { createDatabase, withProgramRole } from '#tests/support/servers/newDatabase.ts'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import { hasPostgres } from '../support/databases.ts'

/**
 * Runs the statements of server/docs/deploy.md, "Database roles", as the server's administrator.
 * The names get a suffix, because all databases of a server share their roles. Returns the URLs for
 * DATABASE_OWNER_URL and DATABASE_URL.
 */
async function createRoles(): Promise<{ ownerUrl: string; programUrl: string }> {
  const page = readFileSync('server/docs/deploy.md', 'utf8')
  const statements = /^## Database roles$[^]*?```sql\n([^]*?)```/m.exec(page)?.[1] ?? ''
  const suffix = randomUUID().replaceAll('-', '')
  const server = await getPrerequisite('database')
  const client = new Client({ connectionString: server })
  await client.connect()
  for (const statement of statements.split(/;.*\n/).filter(Boolean))
    await client.query(statement.replaceAll(/console(_\w+)?/g, `$&_${suffix}`))
  await client.end()
  const buildUrl = (role: string) =>
    server
      .replace(/^postgres:\/\/[^@]+@/, `postgres://${role}_${suffix}@`)
      .replace('/postgres?', `/console_${suffix}?`)
  return { ownerUrl: buildUrl('console_owner'), programUrl: buildUrl('console_program') }
}

/**
 * server/docs/deploy.md, "Database roles": one role owns the tables, the program uses the other.
 */
describe.runIf(hasPostgres)("A platform whose role doesn't own the tables", () => {
  const folder = mkdtempSync(join(tmpdir(), 'roles-'))
  const log = pino({ level: 'silent' })
  let platform: RunningPlatform
  let program: OpenDatabase
  let token: string

  beforeAll(async () => {
    const { ownerUrl, programUrl } = await createRoles()
    const settings = readSettings({
      DATABASE_URL: programUrl,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: folder,
      PLATFORM_PORT: '0',
      DEMO_DATA: 'small',
    })
    platform = await startPlatform(settings, log)
    program = await openServerDatabase(programUrl, () => {})
    const { email, password } = platform.operator ?? {}
    const answer = await fetch(`${platform.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    token = (await answer.json()).token
  })
  afterAll(async () => {
    await program.close()
    await platform.stop()
    rmSync(folder, { recursive: true })
  })

  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }

  test('migrates and fills its tables as the owner, then uses the other role', async () => {
    const created = await call('POST', '/organisations', { name: 'Fern Trading' })
    expect(created.status).toBe(201)
    const verified = await call('GET', '/logChains/0/verification')
    expect(verified.body).toMatchObject({ fault: null, next: null })
    expect(verified.body.checked).toBeGreaterThan(0)
  })

  test.each([
    'update audit set actor = $$x$$',
    'delete from audit',
    'truncate audit',
    'update log_chain set hash = $$x$$',
    `insert into log_chain (chain, seq, entry_id, hash, time) values (0, 999, 1, 'x', now())`,
    'update log_heads set seq = 0',
    'delete from log_heads',
    'update log_checkpoints set hash = $$x$$',
    'delete from log_checkpoints',
    'update log_anchors set hash = $$x$$',
    'delete from log_anchors',
    'alter table audit disable trigger all',
    'drop trigger chain_audit on audit',
    'alter table log_checkpoints disable trigger all',
    'set session_replication_role = replica',
    'select chain_entry(audit) from audit limit 1',
    'select chain_rest()',
    'drop table audit',
    `create or replace function refuse_change_of_audit() returns trigger language plpgsql as 'begin return new; end'`,
    `insert into kysely_migration values ('999', '')`,
  ])('cannot rewrite the logs: %s', async (statement) => {
    await expect(sql.raw(statement).execute(program.db)).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot rewrite a month of the logs by its table name either', async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent in ('audit'::regclass, 'log_chain'::regclass)`.execute(program.db)
    expect(rows.length).toBeGreaterThan(4)
    for (const { name } of rows) {
      for (const statement of [`delete from ${name}`, `drop table ${name}`, `truncate ${name}`])
        await expect(sql.raw(statement).execute(program.db), statement).rejects.toMatchObject({
          code: '42501',
        })
      await sql`select from ${sql.table(name)} limit 1`.execute(program.db)
    }
  })

  test('cannot drop a month that no anchor covers', async () => {
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    await expect(sql`select drop_log_month(${month})`.execute(program.db)).rejects.toThrow(
      'have no anchor',
    )
    await expect(
      sql`select drop_log_month('x; drop table users')`.execute(program.db),
    ).rejects.toThrow('Not a month')
  })

  test('signs checkpoints and drops months after their retention', async () => {
    const secrets = new KeyRing([createKey()])
    const later = new Date(Date.now() + 90 * 24 * 60 * 60_000)
    // The two functions need only these parts of a platform.
    const parts = { db: program.db, secrets, log, now: () => later } as Parameters<
      typeof signCheckpoints
    >[0]
    await signCheckpoints(parts)
    const { rows: checkpoints } = await sql`select from log_checkpoints`.execute(program.db)
    expect(checkpoints.length).toBeGreaterThan(1)
    await sql`update log_retention set months = 1`.execute(program.db)
    await dropOldLogs(parts)
    const { rows: dropped } = await sql`
      select from audit where event = 'logs.dropped'`.execute(program.db)
    expect(dropped.length).toBeGreaterThan(0)
    const { rows: anchors } = await sql`select from log_anchors`.execute(program.db)
    expect(anchors.length).toBeGreaterThan(0)
  })

  test('fails to start without the owner, and says what is missing', async () => {
    const url = await createDatabase()
    const settings = readSettings({
      DATABASE_URL: withProgramRole(url),
      DATA_DIR: mkdtempSync(join(folder, 'data-')),
      PLATFORM_PORT: '0',
      DEMO_DATA: 'none',
    })
    await expect(startPlatform(settings, log)).rejects.toThrow(
      "The database role in DATABASE_URL doesn't own the tables",
    )
  })
})
