import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { serverName } from '#tests/support/servers/nginx.ts'
import { findFreePort } from '../../programs.mjs'
import { startConsole } from '../measuredProgram.ts'

/** Starts a console behind nginx that can restart at the same address. */
export async function startReplica(host: string, apiBaseUrl: string) {
  const port = String(await findFreePort())
  const settings = {
    HOST: host,
    PORT: port,
    PUBLIC_ORIGIN: `https://${serverName}`,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const start = async () => {
    const console = await startConsole(apiBaseUrl, settings)
    while (!(await isReady(`http://${host}:${port}/readyz`))) await delay(20)
    return console
  }
  let program = await start()
  return {
    address: `${host}:${port}`,
    usage: () => program.usage(),
    stop: () => program.stop(),
    async restart() {
      await program.stop()
      program = await start()
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  const { statusCode, body } = await request(url)
  await body.dump()
  return statusCode === 200
}
