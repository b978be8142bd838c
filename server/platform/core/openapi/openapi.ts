import { createHash } from 'node:crypto'
import type { Call, CallResult } from '../http/call.ts'
import { extractComponents } from './components.ts'
import { toPathItem } from './operations.ts'
import { callSchemas } from '../records/recordSchemas.ts'
import { openapiMessages } from '../http/openapiMessages.ts'

/** GET /openapi.json: describes these calls and itself. */
export function buildOpenapiCall(calls: readonly Call[]): Call {
  // Built for the first request, since most processes never get one.
  let result: CallResult | undefined
  const call: Call = {
    kind: 'open',
    method: 'get',
    path: '/openapi.json',
    summary: 'Get this API description',
    success: { status: 200, schema: callSchemas.openapi },
    handler: async () => (result ??= createResult(buildDescription([...calls, call]))),
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
