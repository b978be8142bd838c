import { STATUS_CODES } from 'node:http'
import { problemType } from '#shared/engine/problem.ts'
import { findApiKeyRejection } from '../http/apiKeyCalls.ts'
import type { Call } from '../http/call.ts'
import { getCallLimit } from '../http/callLimits.ts'
import { openapiMessages } from '../http/openapiMessages.ts'
import { callSchemas } from '../records/recordSchemas.ts'
import { nameSchema, toComponentName } from '../http/schema.ts'
import type { Schema } from '../http/schema.ts'
import { toParameters } from './parameters.ts'
import type { OperationParameter } from './parameters.ts'

const toJsonContent = (schema: unknown) => ({ 'application/json': { schema } })

const binarySchema = { type: 'string', format: 'binary' }
const uploadContent = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: binarySchema }, required: ['file'] },
  },
}
// A file has no schema, only a type.
const toFileContents = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, {}]))

/**
 * Describes the calls of one path as an OpenAPI path item. Parameters that all of them have stand
 * there once.
 */
export function toPathItem(calls: readonly Call[]) {
  const [first = [], ...others] = calls.map(toParameters)
  const shared = first.filter(
    ({ component }) =>
      component && others.every((own) => own.some((other) => other.component === component)),
  )
  const names = shared.map(({ component }) => component)
  return {
    ...listParameters(shared),
    ...Object.fromEntries(
      calls.map((call) => {
        const own = toParameters(call).filter(({ component }) => !names.includes(component))
        return [call.method, toOperation(call, own)]
      }),
    ),
  }
}

const listParameters = (parameters: OperationParameter[]) =>
  parameters.length > 0 ? { parameters } : {}

function toOperation(call: Call, parameters: OperationParameter[]) {
  const requestBody = toRequestBody(call)
  return {
    summary: call.summary,
    ...(call.stepUp ? { 'x-step-up': call.stepUp === 'always' ? 'always' : 'sometimes' } : {}),
    security:
      call.kind === 'open'
        ? []
        : [
            {
              [findApiKeyRejection(call) === null ? 'token' : 'session']:
                call.permission === 'signedIn' ? [] : [call.permission],
            },
          ],
    ...listParameters(parameters),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [call.success.status]: toSuccessResponse(call.success),
      ...Object.fromEntries(
        getErrorStatuses(call).map((status) => [status, toErrorResponse(status)]),
      ),
      default: anyErrorResponse,
    },
  }
}

function toRequestBody({ kind, body }: Call): Schema | null {
  if (kind === 'upload') return { required: true, content: uploadContent }
  if (!body) return null
  return { ...toComponent(body.component), required: true, content: toJsonContent(body) }
}

function toSuccessResponse({ status, schema, types = [] }: Call['success']): Schema {
  const subtypes = types.map((type) => type.split('/')[1])
  const name = schema ? schema.component : toComponentName(subtypes.join(' '))
  return {
    ...toComponent(name && (status === 200 ? name : `${name}${status}`)),
    description: STATUS_CODES[status],
    ...(schema ? { content: toJsonContent(schema) } : {}),
    ...(types.length > 0 ? { content: toFileContents(types) } : {}),
  }
}

const toComponent = (component: string | undefined) => (component ? { component } : {})

const errorContent = { [problemType]: { schema: callSchemas.problem } }
const anyErrorResponse = nameSchema('Problem', {
  description: openapiMessages.anyError,
  content: errorContent,
})
const toErrorResponse = (status: number) =>
  nameSchema(`Status${status}`, { description: STATUS_CODES[status], content: errorContent })

function getErrorStatuses(call: Call): number[] {
  const limited = getCallLimit(call) ? [429] : []
  return [...new Set([...limited, ...(call.errorStatuses ?? [])])]
}
