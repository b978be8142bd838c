import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** Starts an S3 server that checks signatures and has one bucket. */
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
    /** The value for STORAGE_URL, with the server's keys. */
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
