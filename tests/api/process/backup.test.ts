import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { signCheckpoints } from '#server/platform/areas/logs/signCheckpoints.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { loadOrCreateKeys } from '#server/platform/core/secrets/keyFile.ts'
import { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import { readSettings } from '#server/platform/settings.ts'
import { startPlatform } from '#server/platform/start.ts'
import { withProgramRole, createDatabase } from '#tests/support/servers/newDatabase.ts'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import { hasPostgres } from '../support/databases.ts'

const page = readFileSync('server/docs/deploy.md', 'utf8')
const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads a block of commands exactly as the page shows it. */
function readCommands(name: string): string {
  const start = page.indexOf(`\`\`\`sh name=${name}\n`)
  if (start < 0) throw new Error(`The page has no commands named ${name}`)
  const from = page.indexOf('\n', start) + 1
  return page.slice(from, page.indexOf('```', from))
}

async function runCommands(name: string, env: Record<string, string>): Promise<void> {
  const path = [hasPostgres ? await getPrerequisite('postgres') : '', process.env['PATH']]
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', readCommands(name)], {
    env: { ...env, PATH: path.filter(Boolean).join(':') },
  })
}

type Running = { url: string; token: string; stop: () => Promise<void> }

async function start(env: Record<string, string>, password?: string) {
  const settings = readSettings({ PLATFORM_PORT: '0', DEMO_DATA: 'small', ...env })
  const platform = await startPlatform(settings, log)
  const signIn = {
    email: platform.operator?.email,
    password: platform.operator?.password ?? password,
  }
  const answer = await fetch(`${platform.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  const { token } = await answer.json()
  return { ...platform, token, password: String(signIn.password) }
}

async function call({ url, token }: Running, method: string, path: string, body?: object) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text }
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Adds each kind of content that a backup must include: a record, an uploaded file, and a secret.
 */
async function addContent(platform: Running) {
  expect((await call(platform, 'POST', '/organisations', { name: 'Kept Trading' })).status).toBe(
    201,
  )
  const form = new FormData()
  form.set('file', new Blob([picture], { type: 'image/png' }), 'dot.png')
  const uploaded = await fetch(`${platform.url}/files?for=stores.logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.token}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  expect(uploaded.status, await uploaded.clone().text()).toBe(201)
  const { id } = await uploaded.json()
  const smtp = await call(platform, 'POST', '/smtpSettings', {
    name: 'Backup relay',
    scope: 'stores',
    preset: 'other',
    host: 'mail.example.com',
    port: 587,
    security: 'starttls',
    auth: 'login',
    username: 'shop',
    password: 'a secret that the backup holds',
    fromAddress: 'shop@example.com',
    verifyCertificate: true,
    paused: false,
  })
  expect(smtp.status, smtp.text).toBe(201)
  return { fileId: Number(id) }
}

/** Returns a digest of every table but `tokens`, which changes on every sign-in. */
async function digestTables(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`.execute(db)
  const digests: Record<string, string> = {}
  for (const { name } of rows.filter(({ name }) => name !== 'tokens')) {
    const table = sql.table(name)
    const digest = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as digest
      from ${table} as row`.execute(db)
    digests[name] = digest.rows[0]?.digest ?? ''
  }
  return digests
}

async function expectRestored(
  platform: Running & { password: string },
  fileId: number,
  chains: readonly number[],
) {
  expect(platform.token).toEqual(expect.any(String))
  const names = await call(platform, 'GET', '/organisations?search=Kept')
  expect(names.text).toContain('Kept Trading')
  const file = await fetch(`${platform.url}/files/${fileId}`, {
    headers: { authorization: `Bearer ${platform.token}` },
  })
  expect(file.status).toBe(200)
  expect((await file.bytes()).length).toBeGreaterThan(50)
  for (const chain of chains) {
    const verification = await call(platform, 'GET', `/logChains/${chain}/verification`)
    expect(JSON.parse(verification.text)).toMatchObject({ fault: null, next: null })
  }
}

/** Opens a sealed value with the keys of a data folder. */
async function openSecret(db: Kysely<Database>, dataDir: string): Promise<string> {
  const { rows } = await sql<{ id: number; sealed: string }>`
    select id, password_sealed as sealed from smtp_settings where name = 'Backup relay'`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The email setting is missing')
  const place = { table: 'smtpSettings', column: 'password', id: row.id }
  return new KeyRing(loadOrCreateKeys(dataDir).keys).open(place, row.sealed)
}

// Each test starts two platforms, which is slow on a busy machine.
describe('The commands of server/docs/deploy.md', { timeout: 180_000 }, () => {
  test.runIf(hasPostgres)('restore a platform on PostgreSQL after everything is lost', async () => {
    const dataDir = join(folder, 'server')
    const ownerUrl = await createDatabase()
    const env = { DATABASE_URL: withProgramRole(ownerUrl), DATABASE_OWNER_URL: ownerUrl }
    const before = await start({ ...env, DATA_DIR: dataDir })
    const { fileId } = await addContent(before)
    const owner = await openServerDatabase(ownerUrl, () => {})
    const secrets = new KeyRing(loadOrCreateKeys(dataDir).keys)
    // Signing needs only these parts of a platform.
    await signCheckpoints({ db: owner.db, secrets, log, now: () => new Date() } as Parameters<
      typeof signCheckpoints
    >[0])
    const commands = { BACKUP: join(folder, 'of-server'), DATABASE_OWNER_URL: ownerUrl }
    await runCommands('backup-postgresql', { ...commands, DATA_DIR: dataDir })
    await before.stop()
    const digests = await digestTables(owner.db)
    const secret = await openSecret(owner.db, dataDir)
    await owner.close()

    const keys = readFileSync(join(dataDir, 'secret-keys'))
    rmSync(dataDir, { recursive: true })
    const emptyUrl = await createDatabase()
    const restored = { ...commands, DATABASE_OWNER_URL: emptyUrl, DATA_DIR: dataDir }
    await runCommands('restore-postgresql', restored)
    writeFileSync(join(dataDir, 'secret-keys'), keys, { mode: 0o600 })
    const again = await openServerDatabase(emptyUrl, () => {})
    expect(await digestTables(again.db)).toEqual(digests)
    expect(await openSecret(again.db, dataDir)).toBe(secret)
    await again.close()

    const after = await start(
      {
        DATABASE_URL: withProgramRole(emptyUrl),
        DATABASE_OWNER_URL: emptyUrl,
        DATA_DIR: dataDir,
      },
      before.password,
    )
    await expectRestored(after, fileId, [0])
    await after.stop()
  })

  test('restore a platform on the embedded database after its folder is lost', async () => {
    const dataDir = join(folder, 'embedded')
    cpSync(await getPrerequisite('dataFolder'), dataDir, { recursive: true })
    const env = { DATA_DIR: dataDir, DEMO_DATA: 'none' }
    const before = await start(env)
    const { fileId } = await addContent(before)
    await before.stop()
    const commands = { BACKUP: join(folder, 'of-embedded'), DATA_DIR: dataDir }
    await runCommands('backup-embedded', commands)
    const first = await openEmbeddedDatabase({ folder: join(dataDir, 'database') })
    const digests = await digestTables(first.db)
    await first.close()

    rmSync(dataDir, { recursive: true })
    await runCommands('restore-embedded', commands)
    expect(existsSync(join(dataDir, 'secret-keys'))).toBe(true)
    const again = await openEmbeddedDatabase({ folder: join(dataDir, 'database') })
    expect(await digestTables(again.db)).toEqual(digests)
    await again.close()
    const after = await start(env, before.password)
    await expectRestored(after, fileId, [0])
    await after.stop()
  })
})
