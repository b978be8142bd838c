import { request } from 'undici'
import { inject } from 'vitest'
import type { Need } from './needs.ts'

/** Waits until the run has what the test needs, and answers where it is; fails with a sentence where it cannot be had. */
export async function need(name: Need): Promise<string> {
  // Something may have to be installed first; and on a busy machine a connection that idled may be closed just when it is used.
  const answer = await request(`${inject('needs')}/${name}`, { headersTimeout: 0, reset: true })
  const said = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(said)
  return said
}
