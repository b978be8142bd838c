import { Agent, request } from 'undici'
import { operator, startConsole, startReferencePlatform } from './consoleProcess.ts'
import type { HostileRequest } from '../attacks/hostileBodies.ts'
import { watchHealth } from './watchHealth.ts'

export type Visitor = 'signed out' | 'made-up cookie' | 'signed in'

/** Starts a platform, a console, and a process that polls the console's health. */
export async function startWatchedConsole() {
  const platform = await startReferencePlatform()
  const console = await startConsole(platform.url)
  const watch = await watchHealth(console)
  const agent = new Agent({ connections: 8, headersTimeout: 60_000 })
  const cookies = { 'signed out': '', 'made-up cookie': 'apiToken=made-up; userId=1; storeId=1' }
  const session = await signIn()

  async function signIn(): Promise<string> {
    const { headers, body } = await request(`${console.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operator),
    })
    await body.dump()
    return [headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
  }

  /** Signs out with a made-up cookie of 15 kB. */
  async function signOut(token: string) {
    const cookie = `apiToken=${token.padEnd(3400, 'x')}; other=${'y'.repeat(11_500)}`
    const { body } = await request(`${console.url}/api/auth/logout`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      dispatcher: agent,
    })
    await body.dump()
  }

  /** Sends a request and returns the status, or the error code if the connection ends. */
  async function send({ path, type, body }: Omit<HostileRequest, 'kind'>, who: Visitor) {
    const cookie = who === 'signed in' ? session : cookies[who]
    const headers = {
      'content-type': type,
      'sec-fetch-site': 'same-origin',
      'idempotency-key': `k${Math.random()}`,
      ...(cookie && { cookie }),
    }
    try {
      const answer = await request(console.url + path, {
        method: 'POST',
        headers,
        body,
        dispatcher: agent,
      })
      await answer.body.dump()
      return answer.statusCode
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error)
    }
  }

  return {
    url: console.url,
    send,
    signOut,
    isAlive: console.isAlive,
    getOutput: console.getOutput,
    health: watch.health,
    peakMemory: watch.peakMemory,
    async stop() {
      watch.stop()
      await agent.destroy()
      await console.stop()
      await platform.stop()
    },
  }
}
