import type { RecordedCall } from '../standIns/recording.ts'
import { fieldsOf } from './contract.ts'
import type { Contract, Faults } from './contract.ts'
import { schemasOf } from './schemas.ts'

/**
 * Checks calls and responses against an OpenAPI document: parameters, bodies, statuses, and events.
 */
export function openApi(document: Record<string, unknown>): Contract {
  const { found, faultsIn } = schemasOf(document)
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
  const operationOf = ({ method, path }: RecordedCall) => {
    const asked = path.split('?')[0] ?? ''
    const inside = prefixes.map((prefix) =>
      prefix !== '/' && asked.startsWith(prefix) ? asked.slice(prefix.length) : asked,
    )
    const fitting = paths
      .filter(({ pattern, calls }) =>
        inside.some((one) => pattern.test(one) && method.toLowerCase() in calls),
      )
      .toSorted((one, other) => one.variables - other.variables)[0]
    if (!fitting) return null
    const operation = fieldsOf(fitting.calls[method.toLowerCase()])
    const shared = [fitting.calls['parameters'], operation['parameters']]
    const parameters = shared.flatMap((list) => (Array.isArray(list) ? list : [])).map(found)
    return { operation, parameters }
  }

  const jsonSchemaOf = (content: unknown): unknown => {
    const kinds = Object.entries(fieldsOf(content))
    return fieldsOf(kinds.find(([kind]) => kind.includes('json'))?.[1])['schema']
  }

  const request: Contract['request'] = (call) => {
    const known = operationOf(call)
    if (!known) return null
    const query = new URLSearchParams(call.path.split('?')[1] ?? '')
    const given = { query: Object.fromEntries(query), header: call.headers } as const
    const ofParameters = known.parameters.flatMap((parameter) => {
      const { name, in: place, required, schema } = parameter
      if (place !== 'query' && place !== 'header') return []
      const key = place === 'header' ? String(name).toLowerCase() : String(name)
      const value = given[place][key]
      if (value === undefined)
        return required === true ? [`The ${place} ${String(name)} is missing.`] : []
      const list = found(schema)['type'] === 'array' ? String(value).split(',') : value
      return faultsIn(schema, list, true).map((fault) => `The ${place} ${String(name)}: ${fault}.`)
    })
    const names = known.parameters.filter((one) => one['in'] === 'query').map((one) => one['name'])
    const unknown = [...query.keys()].filter((key) => !names.includes(key))
    return [
      ...ofParameters,
      ...unknown.map((key) => `The document doesn't define the query parameter ${key}.`),
      ...bodyFaults(found(known.operation['requestBody']), call),
    ]
  }

  function bodyFaults(wanted: Record<string, unknown>, { body, headers }: RecordedCall): string[] {
    const schema = jsonSchemaOf(wanted['content'])
    if (body === '') return wanted['required'] === true ? ['The body is missing.'] : []
    if (schema === undefined)
      return Object.keys(wanted).length > 0
        ? []
        : ['The call has a body, but the document defines none.']
    if (!String(headers['content-type']).includes('json')) return ["The body isn't sent as JSON."]
    return faultsIn(schema, JSON.parse(body)).map((fault) => `The body: ${fault}.`)
  }

  /** Returns how another call in the document describes the same error status. */
  const elsewhere = (status: number): unknown => {
    const all = paths.flatMap(({ calls }) => Object.values(calls))
    const responses = all.map((one) => fieldsOf(fieldsOf(one)['responses'])[status])
    return status < 400 ? null : responses.find(Boolean)
  }

  const answer: Contract['answer'] = (call, { status, body }) => {
    const known = operationOf(call)
    if (!known) return null
    const own = fieldsOf(known.operation['responses'])
    const named = responseFor(own, status) ?? elsewhere(status) ?? nearest(own, status)
    if (!named) return status < 400 ? [`The document doesn't define response ${status}.`] : null
    const schema = jsonSchemaOf(found(named)['content'])
    if (schema === undefined) return []
    return faultsIn(schema, body).map((fault) => `The response ${status}: ${fault}.`)
  }

  const sent = Object.values(fieldsOf(document['webhooks'] ?? document['x-webhooks'])).map((one) =>
    jsonSchemaOf(found(fieldsOf(fieldsOf(one)['post'])['requestBody'])['content']),
  )
  const event = (told: unknown): Faults => {
    if (sent.length === 0) return null
    const tried = sent.map((schema) => faultsIn(schema, told))
    if (tried.some((faults) => faults.length === 0)) return []
    const [fewest = []] = tried.toSorted((one, other) => one.length - other.length)
    return fewest.map((fault) => `The event: ${fault}.`)
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
  return status < 400 ? null : Object.entries(responses).find(([told]) => told[0] === range)?.[1]
}
