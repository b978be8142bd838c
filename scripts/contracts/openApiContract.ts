import type { RecordedCall } from '../mockProviders/recordTraffic.ts'
import { getFields } from './contract.ts'
import type { Contract, Violations } from './contract.ts'
import { createSchemaChecker } from './schemaChecker.ts'

/**
 * Checks calls and responses against an OpenAPI document: parameters, bodies, statuses, and events.
 */
export function createOpenApiContract(document: Record<string, unknown>): Contract {
  const { resolveReference, findViolations } = createSchemaChecker(document)
  const servers = Array.isArray(document['servers']) ? document['servers'] : []
  const prefixes = servers.map((one) => new URL(String(getFields(one)['url'])).pathname)
  const paths = Object.entries(getFields(document['paths'])).map(([path, calls]) => ({
    pattern: new RegExp(
      `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`,
    ),
    variables: path.split('{').length,
    calls: getFields(calls),
  }))

  /**
   * Returns the operation of a call. If several paths match, the one with the fewest variables
   * wins.
   */
  const findOperation = ({ method, path }: RecordedCall) => {
    const pathname = path.split('?')[0] ?? ''
    const relativePaths = prefixes.map((prefix) =>
      prefix !== '/' && pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname,
    )
    const matchingPath = paths
      .filter(({ pattern, calls }) =>
        relativePaths.some((one) => pattern.test(one) && method.toLowerCase() in calls),
      )
      .toSorted((one, other) => one.variables - other.variables)[0]
    if (!matchingPath) return null
    const operation = getFields(matchingPath.calls[method.toLowerCase()])
    const shared = [matchingPath.calls['parameters'], operation['parameters']]
    const parameters = shared
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map(resolveReference)
    return { operation, parameters }
  }

  const getJsonSchema = (content: unknown): unknown => {
    const kinds = Object.entries(getFields(content))
    return getFields(kinds.find(([kind]) => kind.includes('json'))?.[1])['schema']
  }

  const checkRequest: Contract['checkRequest'] = (call) => {
    const operationMatch = findOperation(call)
    if (!operationMatch) return null
    const query = new URLSearchParams(call.path.split('?')[1] ?? '')
    const sentParameters = { query: Object.fromEntries(query), header: call.headers } as const
    const parameterViolations = operationMatch.parameters.flatMap((parameter) => {
      const { name, in: place, required, schema } = parameter
      if (place !== 'query' && place !== 'header') return []
      const key = place === 'header' ? String(name).toLowerCase() : String(name)
      const value = sentParameters[place][key]
      if (value === undefined)
        return required === true ? [`The ${place} parameter ${String(name)} is missing.`] : []
      const list = resolveReference(schema)['type'] === 'array' ? String(value).split(',') : value
      return findViolations(schema, list, true).map(
        (violation) => `In the ${place} parameter ${String(name)}, ${violation}.`,
      )
    })
    const names = operationMatch.parameters
      .filter((one) => one['in'] === 'query')
      .map((one) => one['name'])
    const unknown = [...query.keys()].filter((key) => !names.includes(key))
    return [
      ...parameterViolations,
      ...unknown.map((key) => `The document doesn't define the query parameter ${key}.`),
      ...findBodyViolations(resolveReference(operationMatch.operation['requestBody']), call),
    ]
  }

  function findBodyViolations(
    requestBody: Record<string, unknown>,
    { body, headers }: RecordedCall,
  ): string[] {
    const schema = getJsonSchema(requestBody['content'])
    if (body === '') return requestBody['required'] === true ? ['The body is missing.'] : []
    if (schema === undefined)
      return Object.keys(requestBody).length > 0
        ? []
        : ['The call has a body, but the document defines none.']
    if (!String(headers['content-type']).includes('json')) return ["The body isn't sent as JSON."]
    return findViolations(schema, JSON.parse(body)).map((violation) => `In the body, ${violation}.`)
  }

  /** Returns how another call in the document describes the same error status. */
  const findSharedResponse = (status: number): unknown => {
    const all = paths.flatMap(({ calls }) => Object.values(calls))
    const responses = all.map((one) => getFields(getFields(one)['responses'])[status])
    return status < 400 ? null : responses.find(Boolean)
  }

  const checkResponse: Contract['checkResponse'] = (call, { status, body }) => {
    const operationMatch = findOperation(call)
    if (!operationMatch) return null
    const responses = getFields(operationMatch.operation['responses'])
    const response =
      getResponse(responses, status) ??
      findSharedResponse(status) ??
      findSimilarResponse(responses, status)
    if (!response) return status < 400 ? [`The document doesn't define response ${status}.`] : null
    const schema = getJsonSchema(resolveReference(response)['content'])
    if (schema === undefined) return []
    return findViolations(schema, body).map((violation) => `In response ${status}, ${violation}.`)
  }

  const eventSchemas = Object.values(getFields(document['webhooks'] ?? document['x-webhooks'])).map(
    (one) =>
      getJsonSchema(resolveReference(getFields(getFields(one)['post'])['requestBody'])['content']),
  )
  const checkEvent = (sentEvent: unknown): Violations => {
    if (eventSchemas.length === 0) return null
    const results = eventSchemas.map((schema) => findViolations(schema, sentEvent))
    if (results.some((violations) => violations.length === 0)) return []
    const [fewest = []] = results.toSorted((one, other) => one.length - other.length)
    return fewest.map((violation) => `In the event, ${violation}.`)
  }
  return { checkRequest, checkResponse, checkEvent }
}

function getResponse(responses: Record<string, unknown>, status: number): unknown {
  return (
    responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default'] ?? null
  )
}

/**
 * Returns any response in the same range (4xx, 5xx) for an undocumented error, because they have
 * the same form.
 */
function findSimilarResponse(responses: Record<string, unknown>, status: number): unknown {
  const range = String(Math.floor(status / 100))
  return status < 400
    ? null
    : Object.entries(responses).find(([statusText]) => statusText[0] === range)?.[1]
}
