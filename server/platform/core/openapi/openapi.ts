import { STATUS_CODES } from 'node:http'
import { problemType } from '#shared/engine/problem.ts'
import type { Call } from '../http/call.ts'
import { getCallLimit } from '../http/callLimits.ts'
import { callSchemas } from '../records/recordSchemas.ts'
import type { Parameter } from '../http/schema.ts'
import { openapiMessages } from '../http/openapiMessages.ts'

/** GET /openapi.json: describes these calls and itself. */
export function buildOpenapiCall(calls: readonly Call[]): Call {
  const call: Call = {
    kind: 'open',
    method: 'get',
    path: '/openapi.json',
    summary: 'Get this API description',
    success: { status: 200, schema: callSchemas.openapi },
    handler: async () => ({ status: 200, body: description }),
  }
  const description = buildDescription([...calls, call])
  return call
}

function buildDescription(calls: readonly Call[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method]: toOperation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: openapiMessages.title, version: '1' },
    paths,
    components: {
      schemas: { Problem: callSchemas.problem },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const toJsonContent = (schema: unknown) => ({ 'application/json': { schema } })

function toOperation(call: Call) {
  const { summary, body, success } = call
  return {
    operationId: `${call.method} ${call.path}`,
    summary,
    security:
      call.kind === 'open'
        ? []
        : [{ token: call.permission === 'signedIn' ? [] : [call.permission] }],
    parameters: toOperationParameters(call),
    ...(body ? { requestBody: { required: true, content: toJsonContent(body) } } : {}),
    ...(call.kind === 'upload' ? { requestBody: { required: true, content: uploadContent } } : {}),
    responses: {
      [success.status]: {
        description: STATUS_CODES[success.status],
        ...(success.schema ? { content: toJsonContent(success.schema) } : {}),
        ...(success.types ? { content: toFileContents(success.types) } : {}),
      },
      ...Object.fromEntries(
        getErrorStatuses(call).map((status) => [status, toErrorResponse(status)]),
      ),
    },
  }
}

const binarySchema = { type: 'string', format: 'binary' }
const uploadContent = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: binarySchema }, required: ['file'] },
  },
}
const toFileContents = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: binarySchema }]))

const toErrorResponse = (status: number) => ({
  description: STATUS_CODES[status],
  content: { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } },
})

function getErrorStatuses(call: Call): number[] {
  const always = call.kind === 'open' ? [400, 500] : [400, 401, 403, 500]
  const idStatuses = call.path.includes(':id') ? [404] : []
  const limitStatuses = getCallLimit(call) ? [429] : []
  return [
    ...new Set([...always, ...idStatuses, ...limitStatuses, ...(call.errorStatuses ?? [])]),
  ].sort((a, b) => a - b)
}

const toPathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'integer' },
})

const toHeaderParameter = (name: string, required: boolean, description: string) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

function toOperationParameters(call: Call): unknown[] {
  const { ifMatch } = call
  return [
    ...[...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => toPathParameter(name)),
    ...(call.query ?? []).map((parameter: Parameter) => ({ ...parameter, in: 'query' })),
    ...(ifMatch
      ? [
          toHeaderParameter(
            'If-Match',
            ifMatch === 'required',
            'Record version that the change is based on',
          ),
        ]
      : []),
    ...(['write', 'externalWrite', 'upload'].includes(call.kind)
      ? [
          toHeaderParameter(
            'Idempotency-Key',
            false,
            'Unique key that prevents the same request from being processed twice within 24 hours',
          ),
        ]
      : []),
  ]
}
