import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'
import type { MockProvider } from './mockProvider.ts'

/**
 * Starts the control server of all mock providers: GET / shows their state, PATCH /NAME with JSON
 * changes one.
 */
export const startControl = (mockProviders: readonly MockProvider[], port = 0) =>
  serveJson('control', (request) => handleControlRequest(request, mockProviders), port)

async function handleControlRequest(
  { method, url, body }: JsonRequest,
  mockProviders: readonly MockProvider[],
): Promise<Reply> {
  const all = mockProviders.map(({ name, state }) => [name, state])
  if (url.pathname === '/') return { body: Object.fromEntries(all) }
  const mockProvider = mockProviders.find(({ name }) => url.pathname === `/${name}`)
  if (!mockProvider)
    return {
      status: 404,
      body: { message: `There are ${mockProviders.map(({ name }) => name).join(', ')}.` },
    }
  if (method !== 'PATCH') return { body: mockProvider.state }
  const changes = parseObject(body)
  const knownKeys = Object.keys(mockProvider.state)
  const unknownKeys = changes && Object.keys(changes).filter((key) => !knownKeys.includes(key))
  if (!changes || unknownKeys?.length) {
    const message = `Send JSON such as {"${knownKeys[0]}": ...}; there are ${knownKeys.join(', ')}.`
    return { status: 400, body: { message } }
  }
  Object.assign(mockProvider.state, changes)
  await mockProvider.applyChanges?.()
  return { body: mockProvider.state }
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
