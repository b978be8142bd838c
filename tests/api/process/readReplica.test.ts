import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartupError } from '#server/platform/settings.ts'
import { withHealthCheck } from '#server/platform/httpServer.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { isReachableReplica, ReadReplica } from '#server/platform/database/readReplica.ts'
import { fetchToken, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { createUpdateJob, runProductJob } from '#tests/api/support/changingJob.ts'
import { hasPostgres } from '#tests/api/support/databases.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { startPostgres, startReplica } from '#tests/support/servers/postgres.ts'

/** So many that an export takes several pages, and is still under way when the replica ends. */
const manySizes = 20_000

describe.skipIf(!hasPostgres)('A read replica', () => {
  let primary: Awaited<ReturnType<typeof startPostgres>>
  let server: Awaited<ReturnType<typeof startReplica>>
  let platform: TestPlatform
  let replica: ReadReplica
  let client: Client
  let call: Caller
  let otherCall: Caller

  const createReadReplica = (maxLagMs: number) =>
    new ReadReplica(platform.platform.db, {
      url: server.url,
      primaryUrl: primary.url,
      maxLagMs,
      connections: 5,
      statementMs: 60_000,
      log: platform.platform.log,
      intervalMs: 0, // Tests check it themselves.
    })

  beforeAll(async () => {
    primary = await startPostgres({
      wal_level: 'replica',
      max_wal_senders: '5',
      // A commit that asks for it waits until the replica shows it.
      synchronous_standby_names: '*',
    })
    platform = await startTestPlatform({ databaseUrl: primary.url })
    await sql`
      insert into sizes (name, code, "group", measurement_unit, active, created_at, created_by, updated_at, updated_by)
      select 'Size ' || n, 'S' || n, 'adult', 'cm', true, now(), 'test', now(), 'test'
      from generate_series(1, ${manySizes}::integer) as n`.execute(platform.platform.db)
    server = await startReplica(primary, { hot_standby: 'on' })
    client = new Client({ connectionString: primary.url })
    await client.connect()
    replica = createReadReplica(60_000)
    platform.platform.readReplica = replica
    call = await openSession(platform)
    otherCall = await openSession(
      platform,
      await platform.addAccount(['Sizes:read', 'Sizes:write']),
    )
    await catchUp()
  })
  afterAll(async () => {
    await replica.close()
    await client.end()
    await server.stop()
    await platform.stop()
    await primary.stop()
  })

  /** Resolves when the replica shows everything, and the platform knows. */
  async function catchUp() {
    await client.query('set synchronous_commit = remote_apply')
    await client.query(
      'create table if not exists waiting (id integer); insert into waiting values (1)',
    )
    await replica.check()
  }

  /** Keeps the replica as it is while `work` runs. */
  async function whilePaused(work: () => Promise<void>) {
    const admin = new Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('select pg_wal_replay_pause()')
    // The pause begins when the replica has finished what it's doing.
    for (let state = ''; state !== 'paused';)
      state = (await admin.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state
    try {
      await work()
    } finally {
      await admin.query('select pg_wal_replay_resume()')
      await admin.end()
    }
  }

  const createSize = (asCaller: Caller, name: string) =>
    asCaller('POST', '/sizes', {
      body: { name, code: name, group: 'adult', measurementUnit: 'cm', active: true },
    })
  const countFound = async (asCaller: Caller, name: string) => {
    const { status, body } = await asCaller('GET', `/sizes?search=${name}`)
    expect(status).toBe(200)
    return body.data.length
  }

  test('answers the lists, searches, exports, and dashboards of who has not written', async () => {
    await whilePaused(async () => {
      expect((await createSize(otherCall, 'Xanthic')).status).toBe(201)
      const before = replica.getState().reads.replica
      expect(await countFound(call, 'Xanthic')).toBe(0)
      expect((await call('GET', '/search?q=xanthic')).body.data).toEqual([])
      expect((await call('GET', '/sizes/export?search=Xanthic')).body).not.toContain('Xanthic')
      expect((await call('GET', '/dashboard')).status).toBe(200)
      expect(replica.getState().reads.replica).toBe(before + 4)
    })
    await catchUp()
    expect(await countFound(call, 'Xanthic')).toBe(1)
  })

  test('is left out for an account that has just written, until it has those writes', async () => {
    await whilePaused(async () => {
      expect((await createSize(call, 'Yellow')).status).toBe(201)
      await replica.check()
      expect(await countFound(call, 'Yellow')).toBe(1)
      expect(await countFound(otherCall, 'Yellow')).toBe(0)
      // Another process knows of the write, too.
      const elsewhere = createReadReplica(60_000)
      await elsewhere.check()
      const { id } = platform.operator
      expect(await elsewhere.choose(id)).toBe(platform.platform.db)
      await elsewhere.close()
    })
    await catchUp()
    const before = replica.getState().reads.replica
    expect(await countFound(call, 'Yellow')).toBe(1)
    expect(replica.getState().reads.replica).toBe(before + 1)
  })

  test('is left out for an account whose job has just written', async () => {
    const [size] = (await call('GET', '/sizes?search=Yellow')).body.data
    const job = await createUpdateJob(platform, 'sizes', [size], { podSize: 'Changed' })
    await catchUp()
    await whilePaused(async () => {
      await runProductJob(platform, job)
      await replica.check()
      const [changed] = (await call('GET', '/sizes?search=Yellow')).body.data
      const [seenByOther] = (await otherCall('GET', '/sizes?search=Yellow')).body.data
      expect([changed.podSize, seenByOther.podSize]).toEqual(['Changed', null])
    })
    await catchUp()
  })

  test('is left out if it is too late', async () => {
    const late = createReadReplica(0)
    await late.check()
    expect(late.getState().isUsed).toBe(false)
    expect(await late.choose(1_000_000)).toBe(platform.platform.db)
    expect(late.getState().lagMs).toBeGreaterThan(0)
    await late.close()
  })

  test('fails no request when it ends, and is used again when it is back', async () => {
    const token = await fetchToken(platform, platform.operator)
    await catchUp()
    const file = await fetch(`${platform.url}/sizes/export`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const reader = file.body?.getReader()
    if (!reader) throw new Error('The export has no body.')
    let text = ''
    const decoder = new TextDecoder()
    text += decoder.decode((await reader.read()).value, { stream: true })
    const lists = Array.from({ length: 30 }, (_, page) => call('GET', `/sizes?search=Size+${page}`))
    await server.end('SIGQUIT')
    const later = Array.from({ length: 10 }, () => call('GET', '/sizes'))
    const readRest = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        text += decoder.decode(part.value, { stream: true })
    }
    await readRest().catch(() => {
      throw new Error(`The export ended early: ${JSON.stringify(platform.log.at(-1))}`)
    })
    const all = await Promise.all([...lists, ...later])
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(text.trim().split('\n').length).toBeGreaterThan(manySizes)
    await replica.check()
    expect(replica.getState()).toMatchObject({ isUsed: false, lagMs: null })
    expect((await call('GET', '/sizes')).status).toBe(200)

    await server.startAgain()
    await catchUp()
    const before = replica.getState().reads.replica
    expect((await call('GET', '/sizes')).status).toBe(200)
    expect(replica.getState().reads.replica).toBe(before + 1)
  })

  test('shows in health and metrics', async () => {
    await catchUp()
    const health = createServer(withHealthCheck(() => {}, replica)).listen(0, '127.0.0.1')
    await once(health, 'listening')
    const { port } = health.address() as AddressInfo // It listens on a TCP port.
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(await answer.text()).toMatch(
      /^ok\nThe read replica is in use, \d+ ms behind the database in DATABASE_URL\.\n$/,
    )
    health.close()
    const metrics = await createMetrics(replica).metrics()
    expect(metrics).toContain('platform_replica_used 1')
    expect(metrics).toMatch(/platform_replica_lag_seconds 0\.\d+/)
    expect(metrics).toMatch(/platform_replica_reads_total\{to="replica"\} [1-9]/)
  })

  test('must be a replica of the same database, but may be down at the start', async () => {
    expect(await isReachableReplica(server.url, primary.url)).toBe(true)
    await expect(isReachableReplica(primary.url, primary.url)).rejects.toThrow(StartupError)
    const nowhere = 'postgres://postgres@localhost/postgres?host=/nowhere'
    expect(await isReachableReplica(nowhere, primary.url)).toBe(false)
  })
})
