import { createHash } from 'node:crypto'
import type { Call, CallResult } from '../http/call.ts'
import { filterApiKeyCalls } from '../http/filterApiKeyCalls.ts'
import { extractComponents } from './components.ts'
import { toPathItem } from './operations.ts'
import { callSchemas } from '../records/recordSchemas.ts'
import { openapiMessages } from '../http/openapiMessages.ts'

/** How many descriptions for API keys a process keeps. Keys with the same permissions share one. */
const maxKeyResults = 20

/**
 * GET /openapi.json: describes these calls and itself. With an API key, only the calls that the key
 * can make now.
 */
export function buildOpenapiCall(calls: readonly Call[]): Call {
  // Built for the first request, since most processes never get one.
  let result: CallResult | undefined
  const keyResults = new Map<string, CallResult>()
  function findKeyResult(permissions: string[]): CallResult {
    const name = permissions.toSorted().join(' ')
    const known = keyResults.get(name)
    if (known) return known
    const built = createResult(buildDescription([...filterApiKeyCalls(calls, permissions), call]))
    const [oldest] = keyResults.keys()
    if (oldest !== undefined && keyResults.size >= maxKeyResults) keyResults.delete(oldest)
    keyResults.set(name, built)
    return built
  }
  const call: Call = {
    kind: 'open',
    method: 'get',
    path: '/openapi.json',
    identifiesApiKeys: true,
    summary: 'Get this API description; with an API key, only the calls that it can make',
    success: { status: 200, schema: callSchemas.openapi },
    handler: async (_request, _platform, key) =>
      key
        ? findKeyResult(key.permissions)
        : (result ??= createResult(buildDescription([...calls, call]))),
  }
  return call
}

function createResult(description: object): CallResult {
  const hash = createHash('sha256').update(JSON.stringify(description)).digest('base64url')
  return { status: 200, body: description, etag: `"${hash}"` }
}

function buildDescription(calls: readonly Call[]) {
  const callsByPath = Object.groupBy(calls, ({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  const { value: paths, components } = extractComponents(
    Object.fromEntries(
      Object.entries(callsByPath).map(([path, own = []]) => [path, toPathItem(own)]),
    ),
  )
  return {
    openapi: '3.1.0',
    info: { title: openapiMessages.title, version: '1' },
    paths,
    components: {
      ...components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: openapiMessages.token },
        session: { type: 'http', scheme: 'bearer', description: openapiMessages.session },
      },
    },
  }
}
