import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServerDatabase } from '#server/platform/database/database.ts'
import { withVerifiedTls } from '#server/platform/database/databaseUrl.ts'
import { startupMessages } from '#server/platform/messages.ts'
import { findFreePort } from '#tests/support/servers/consoleProcess.ts'
import { startPostgres } from '#tests/support/servers/postgres.ts'
import { certificate, expiredCertificate, key } from '#tests/support/sso/certificates.ts'
import { hasPostgres } from '../support/databases.ts'

type Server = Awaited<ReturnType<typeof startPostgres>> & { address: string }

/** Starts a server on a port of 127.0.0.1, which is the name in the certificates. */
async function startServer(serverCertificate: string | null): Promise<Server> {
  const port = await findFreePort()
  const server = await startPostgres(
    {
      listen_addresses: '127.0.0.1',
      port: String(port),
      ssl: serverCertificate === null ? 'off' : 'on',
    },
    serverCertificate === null ? {} : { 'server.crt': serverCertificate, 'server.key': key },
  )
  return { ...server, address: `postgres://postgres@127.0.0.1:${port}/postgres` }
}

const demand = (url: string) => withVerifiedTls(url) ?? expect.fail('It demands TLS.')

describe.skipIf(!hasPostgres)('TLS to PostgreSQL', () => {
  let encrypted: Server
  let expired: Server
  let plain: Server
  let folder: string
  let trusted: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'authority-'))
    const authority = join(folder, 'authority.crt')
    await writeFile(authority, certificate)
    trusted = `?sslrootcert=${encodeURIComponent(authority)}`
    encrypted = await startServer(certificate)
    expired = await startServer(expiredCertificate)
    plain = await startServer(null)
  })
  afterAll(async () => {
    for (const server of [encrypted, expired, plain]) await server.stop()
    await rm(folder, { recursive: true })
  })

  test('calls, background work, and the job queue connect with TLS', async () => {
    const database = await openServerDatabase(demand(encrypted.address + trusted), () => {})
    const usesTls = sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    try {
      for (const db of [database.db, database.backgroundDb])
        expect((await usesTls.execute(db)).rows).toEqual([{ ssl: true }])
      expect(database.jobQueue.connectionString).toContain('sslmode=verify-full')
    } finally {
      await database.close()
    }
  })

  test.each([
    ['a certificate of an unknown authority', () => encrypted.address],
    ['an expired certificate', () => expired.address + trusted],
    ['a server without TLS', () => plain.address],
  ])('the start ends with a sentence for %s', async (_name, getAddress) => {
    await expect(openServerDatabase(demand(getAddress()), () => {})).rejects.toThrow(
      startupMessages.databaseNotTrusted,
    )
  })
})
