import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'
import type { StandIn } from './standIn.ts'

/**
 * Starts the control server of all stand-ins: GET / shows their state, PATCH /NAME with JSON
 * changes one.
 */
export const startControl = (standIns: readonly StandIn[], port = 0) =>
  serveJson('control', (request) => handleControlRequest(request, standIns), port)

async function handleControlRequest(
  { method, url, body }: JsonRequest,
  standIns: readonly StandIn[],
): Promise<Reply> {
  const all = standIns.map(({ name, state }) => [name, state])
  if (url.pathname === '/') return { body: Object.fromEntries(all) }
  const standIn = standIns.find(({ name }) => url.pathname === `/${name}`)
  if (!standIn)
    return {
      status: 404,
      body: { message: `There are ${standIns.map(({ name }) => name).join(', ')}.` },
    }
  if (method !== 'PATCH') return { body: standIn.state }
  const changes = parseObject(body)
  const knownKeys = Object.keys(standIn.state)
  const unknownKeys = changes && Object.keys(changes).filter((key) => !knownKeys.includes(key))
  if (!changes || unknownKeys?.length) {
    const message = `Send JSON such as {"${knownKeys[0]}": ...}; there are ${knownKeys.join(', ')}.`
    return { status: 400, body: { message } }
  }
  Object.assign(standIn.state, changes)
  await standIn.applyChanges?.()
  return { body: standIn.state }
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
