import { request } from 'undici'
import { inject } from 'vitest'
import type { Prerequisite } from './prerequisites.ts'

/** Waits until the run has a prerequisite, and returns its path or URL. Throws if that fails. */
export async function getPrerequisite(name: Prerequisite): Promise<string> {
  // No timeout, because installing takes time. No reused connection, because the server may close
  // an idle one just when it's used.
  const answer = await request(`${inject('prerequisitesUrl')}/${name}`, {
    headersTimeout: 0,
    reset: true,
  })
  const body = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(body)
  return body
}
