import { STATUS_CODES } from 'node:http'
import { problemType } from '#shared/engine/problem.ts'
import type { Call } from '../http/call.ts'
import { getCallLimit } from '../http/callLimits.ts'
import { openapiMessages } from '../http/openapiMessages.ts'
import { callSchemas } from '../records/recordSchemas.ts'
import { nameSchema } from '../http/schema.ts'
import { toOperationParameters } from './parameters.ts'

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

/** Describes a call as an OpenAPI operation. */
export function toOperation(call: Call) {
  const { summary, body, success } = call
  return {
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
      default: anyErrorResponse,
    },
  }
}

/** Errors of particular calls. Any call can also return those that `default` describes. */
const specificErrors = [428, 429, 502, 503] as const

const errorContent = { [problemType]: { schema: callSchemas.problem } }
const anyErrorResponse = nameSchema('Problem', {
  description: openapiMessages.anyError,
  content: errorContent,
})
const toErrorResponse = (status: number) =>
  nameSchema(`Status${status}`, { description: STATUS_CODES[status], content: errorContent })

function getErrorStatuses(call: Call): number[] {
  const statuses = new Set([...(getCallLimit(call) ? [429] : []), ...(call.errorStatuses ?? [])])
  return specificErrors.filter((status) => statuses.has(status))
}
