import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'
import type { StandIn } from './standIn.ts'

/**
 * Starts the control server of all stand-ins: GET / shows their state, PATCH /NAME with JSON
 * changes one.
 */
export const startControl = (standIns: readonly StandIn[], port = 0) =>
  serveJson('control', (asked) => answer(asked, standIns), port)

function answer({ method, url, body }: Asked, standIns: readonly StandIn[]): Reply {
  const all = standIns.map(({ name, state }) => [name, state])
  if (url.pathname === '/') return { body: Object.fromEntries(all) }
  const chosen = standIns.find(({ name }) => url.pathname === `/${name}`)
  if (!chosen)
    return {
      status: 404,
      body: { message: `There are ${standIns.map(({ name }) => name).join(', ')}.` },
    }
  if (method !== 'PATCH') return { body: chosen.state }
  const given = readObject(body)
  const known = Object.keys(chosen.state)
  const unknown = given && Object.keys(given).filter((key) => !known.includes(key))
  if (!given || unknown?.length) {
    const message = `Send JSON such as {"${known[0]}": ...}; there are ${known.join(', ')}.`
    return { status: 400, body: { message } }
  }
  Object.assign(chosen.state, given)
  chosen.changed?.()
  return { body: chosen.state }
}

function readObject(body: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null ? { ...read } : null
  } catch {
    return null
  }
}
