import type { RecordedCall } from '../standIns/recordTraffic.ts'
import { fieldsOf } from './contract.ts'
import type { Contract, Faults } from './contract.ts'
import { schemasOf } from './schemaChecker.ts'

/**
 * Checks calls and responses against an OpenAPI document: parameters, bodies, statuses, and events.
 */
export function openApi(document: Record<string, unknown>): Contract {
  const { found: resolveReference, faultsIn: findFaults } = schemasOf(document)
  const servers = Array.isArray(document['servers']) ? document['servers'] : []
  const prefixes = servers.map((one) => new URL(String(fieldsOf(one)['url'])).pathname)
  const paths = Object.entries(fieldsOf(document['paths'])).map(([path, calls]) => ({
    pattern: new RegExp(
      `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`,
    ),
    variables: path.split('{').length,
    calls: fieldsOf(calls),
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
    const operation = fieldsOf(matchingPath.calls[method.toLowerCase()])
    const shared = [matchingPath.calls['parameters'], operation['parameters']]
    const parameters = shared
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map(resolveReference)
    return { operation, parameters }
  }

  const getJsonSchema = (content: unknown): unknown => {
    const kinds = Object.entries(fieldsOf(content))
    return fieldsOf(kinds.find(([kind]) => kind.includes('json'))?.[1])['schema']
  }

  const request: Contract['request'] = (call) => {
    const operationMatch = findOperation(call)
    if (!operationMatch) return null
    const query = new URLSearchParams(call.path.split('?')[1] ?? '')
    const sentParameters = { query: Object.fromEntries(query), header: call.headers } as const
    const parameterFaults = operationMatch.parameters.flatMap((parameter) => {
      const { name, in: place, required, schema } = parameter
      if (place !== 'query' && place !== 'header') return []
      const key = place === 'header' ? String(name).toLowerCase() : String(name)
      const value = sentParameters[place][key]
      if (value === undefined)
        return required === true ? [`The ${place} parameter ${String(name)} is missing.`] : []
      const list = resolveReference(schema)['type'] === 'array' ? String(value).split(',') : value
      return findFaults(schema, list, true).map(
        (fault) => `In the ${place} parameter ${String(name)}, ${fault}.`,
      )
    })
    const names = operationMatch.parameters
      .filter((one) => one['in'] === 'query')
      .map((one) => one['name'])
    const unknown = [...query.keys()].filter((key) => !names.includes(key))
    return [
      ...parameterFaults,
      ...unknown.map((key) => `The document doesn't define the query parameter ${key}.`),
      ...findBodyFaults(resolveReference(operationMatch.operation['requestBody']), call),
    ]
  }

  function findBodyFaults(
    wanted: Record<string, unknown>,
    { body, headers }: RecordedCall,
  ): string[] {
    const schema = getJsonSchema(wanted['content'])
    if (body === '') return wanted['required'] === true ? ['The body is missing.'] : []
    if (schema === undefined)
      return Object.keys(wanted).length > 0
        ? []
        : ['The call has a body, but the document defines none.']
    if (!String(headers['content-type']).includes('json')) return ["The body isn't sent as JSON."]
    return findFaults(schema, JSON.parse(body)).map((fault) => `In the body, ${fault}.`)
  }

  /** Returns how another call in the document describes the same error status. */
  const findSharedResponse = (status: number): unknown => {
    const all = paths.flatMap(({ calls }) => Object.values(calls))
    const responses = all.map((one) => fieldsOf(fieldsOf(one)['responses'])[status])
    return status < 400 ? null : responses.find(Boolean)
  }

  const answer: Contract['answer'] = (call, { status, body }) => {
    const operationMatch = findOperation(call)
    if (!operationMatch) return null
    const own = fieldsOf(operationMatch.operation['responses'])
    const named = responseFor(own, status) ?? findSharedResponse(status) ?? nearest(own, status)
    if (!named) return status < 400 ? [`The document doesn't define response ${status}.`] : null
    const schema = getJsonSchema(resolveReference(named)['content'])
    if (schema === undefined) return []
    return findFaults(schema, body).map((fault) => `In response ${status}, ${fault}.`)
  }

  const eventSchemas = Object.values(fieldsOf(document['webhooks'] ?? document['x-webhooks'])).map(
    (one) =>
      getJsonSchema(resolveReference(fieldsOf(fieldsOf(one)['post'])['requestBody'])['content']),
  )
  const event = (sentEvent: unknown): Faults => {
    if (eventSchemas.length === 0) return null
    const results = eventSchemas.map((schema) => findFaults(schema, sentEvent))
    if (results.some((faults) => faults.length === 0)) return []
    const [fewest = []] = results.toSorted((one, other) => one.length - other.length)
    return fewest.map((fault) => `In the event, ${fault}.`)
  }
  return { request, answer, event }
}

function responseFor(responses: Record<string, unknown>, status: number): unknown {
  return (
    responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default'] ?? null
  )
}

/**
 * Returns any response in the same range (4xx, 5xx) for an undocumented error, because they have
 * the same form.
 */
function nearest(responses: Record<string, unknown>, status: number): unknown {
  const range = String(Math.floor(status / 100))
  return status < 400
    ? null
    : Object.entries(responses).find(([statusText]) => statusText[0] === range)?.[1]
}
