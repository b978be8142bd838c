import { Agent, request } from 'undici'
import { operator, startReferencePlatform } from './consoleProcess.ts'
import type { HostileCall } from '../attacks/hostileCalls.ts'
import { watchHealth } from './watchHealth.ts'

export type PlatformResponse = { status: number; type: string; text: string }

/** Starts a platform and a process that polls its health. */
export async function startWatchedPlatform(env: Record<string, string> = {}) {
  const platform = await startReferencePlatform(env)
  const watch = await watchHealth(platform)
  const agent = new Agent({ connections: 8, headersTimeout: 20_000, bodyTimeout: 20_000 })
  let session: Promise<string> | undefined

  async function signIn(): Promise<string> {
    const { body } = await request(`${platform.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operator),
    })
    const { token } = (await body.json()) as { token: string } // The answer of a sign-in.
    return token
  }

  /** Sends a call and returns its answer, or the error as its text. Reads only a stream's start. */
  async function sendOnce(call: HostileCall, token: string | null): Promise<PlatformResponse> {
    const { method, path, headers, body } = call
    const leaving = new AbortController()
    try {
      const answer = await request(platform.url + path, {
        method: method as 'GET', // One of the methods of the call table.
        headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body }),
        dispatcher: agent,
        signal: leaving.signal,
      })
      const type = String(answer.headers['content-type'] ?? '')
      const isStream = type.startsWith('text/event-stream')
      if (isStream) answer.body.on('error', () => {}).destroy()
      const text = isStream ? '' : await answer.body.text()
      return { status: answer.statusCode, type, text }
    } catch (error) {
      return { status: 0, type: '', text: String(error) }
    }
  }

  return {
    url: platform.url,
    isAlive: platform.isAlive,
    getOutput: platform.getOutput,
    health: watch.health,
    peakMemory: watch.peakMemory,
    /** Sends a call signed out or as the operator. Signs in again if a call ended the session. */
    async send(call: HostileCall, isSignedIn: boolean): Promise<PlatformResponse> {
      if (!isSignedIn || call.headers['authorization'] !== undefined) return sendOnce(call, null)
      const usedSession = (session ??= signIn())
      const answer = await sendOnce(call, await usedSession)
      if (answer.status !== 401) return answer
      if (session === usedSession) session = signIn()
      return sendOnce(call, await session)
    },
    async stop() {
      watch.stop()
      await agent.destroy()
      await platform.stop()
    },
  }
}
