import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** A server on this machine that speaks S3, checks signatures, and has one bucket. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  const { port }: AddressInfo = await server.run()
  const place = `127.0.0.1:${port}/files/tests`
  return {
    /** As STORAGE_URL names it; the keys are those that this server has. */
    url: `http://S3RVER:S3RVER@${place}`,
    wrongKeys: `http://S3RVER:wrong@${place}`,
    noBucket: `http://S3RVER:S3RVER@127.0.0.1:${port}/none`,
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
