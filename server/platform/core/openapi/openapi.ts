import { STATUS_CODES } from 'node:http'
import { problemType } from '#shared/engine/problem.ts'
import type { Call } from '../http/call.ts'
import { getCallLimit } from '../http/callLimits.ts'
import { schemas } from '../http/schemas.ts'
import type { Parameter } from '../http/schema.ts'
import { openapiMessages } from './messages.ts'

/** GET /openapi.json: these calls, and itself. */
export function openapiCall(calls: readonly Call[]): Call {
  const call: Call = {
    kind: 'open',
    method: 'get',
    path: '/openapi.json',
    summary: 'Get this API description',
    success: { status: 200, schema: schemas.openapi },
    answer: async () => ({ status: 200, body: description }),
  }
  const description = describe([...calls, call])
  return call
}

function describe(calls: readonly Call[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: openapiMessages.title, version: '1' },
    paths,
    components: {
      schemas: { Problem: schemas.problem },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

function operationOf(call: Call) {
  const { summary, body, success } = call
  return {
    operationId: `${call.method} ${call.path}`,
    summary,
    security:
      call.kind === 'open' ? [] : [{ token: call.needs === 'signedIn' ? [] : [call.needs] }],
    parameters: parametersOf(call),
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    ...(call.kind === 'upload' ? { requestBody: { required: true, content: form } } : {}),
    responses: {
      [success.status]: {
        description: STATUS_CODES[success.status],
        ...(success.schema ? { content: json(success.schema) } : {}),
        ...(success.types ? { content: contents(success.types) } : {}),
      },
      ...Object.fromEntries(refusalsOf(call).map((status) => [status, refusal(status)])),
    },
  }
}

const binary = { type: 'string', format: 'binary' }
const form = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: binary }, required: ['file'] },
  },
}
const contents = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: binary }]))

const refusal = (status: number) => ({
  description: STATUS_CODES[status],
  content: { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } },
})

function refusalsOf(call: Call): number[] {
  const always = call.kind === 'open' ? [400, 500] : [400, 401, 403, 500]
  const ofId = call.path.includes(':id') ? [404] : []
  const ofLimit = getCallLimit(call) ? [429] : []
  return [...new Set([...always, ...ofId, ...ofLimit, ...(call.refusals ?? [])])].sort(
    (a, b) => a - b,
  )
}

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })

const header = (name: string, required: boolean, description: string) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

function parametersOf(call: Call): unknown[] {
  const { ifMatch } = call
  return [
    ...[...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => inPath(name)),
    ...(call.query ?? []).map((parameter: Parameter) => ({ ...parameter, in: 'query' })),
    ...(ifMatch
      ? [header('If-Match', ifMatch === 'required', 'Record version that the change is based on')]
      : []),
    ...(['write', 'asking', 'upload'].includes(call.kind)
      ? [
          header(
            'Idempotency-Key',
            false,
            'Unique key that prevents the same request from being processed twice within 24 hours',
          ),
        ]
      : []),
  ]
}
