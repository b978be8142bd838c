import { getFields } from './contract.ts'
import type { Contract } from './contract.ts'

/**
 * Checks responses and events against sample resources, found by the name in their `object`, as
 * published by Stripe. Each field must be in the sample and have its type. The document doesn't
 * cover requests, which the provider's own client builds.
 */
export function createSampleContract(document: Record<string, unknown>): Contract {
  const resources = getFields(document['resources'])

  function compareToSample(value: unknown, sample: unknown, valuePath: string): string[] {
    if (value === null || sample === null || sample === undefined)
      return checkNested(value, valuePath)
    if (getKind(value) !== getKind(sample))
      return [
        `${valuePath} must have the type ${getKind(sample)}, as in the sample, not ${getKind(value)}.`,
      ]
    if (Array.isArray(value) && Array.isArray(sample))
      return value.flatMap((one, index) =>
        compareToSample(one, sample[0], `${valuePath}[${index}]`),
      )
    if (getKind(value) !== 'object') return []
    const own = resources[String(getFields(value)['object'])]
    const knownFields = getFields(own ?? sample)
    if (Object.keys(knownFields).length === 0) return []
    return Object.entries(getFields(value)).flatMap(([name, one]) =>
      name in knownFields
        ? compareToSample(one, knownFields[name], `${valuePath}.${name}`)
        : [`${valuePath}.${name} isn't in the sample.`],
    )
  }

  /** Checks a value without a sample, which may be a resource of its own. */
  const checkNested = (value: unknown, valuePath: string): string[] => {
    const name = getFields(value)['object']
    return typeof name === 'string' ? checkResource(value, name, valuePath) : []
  }

  function checkResource(value: unknown, name: string, valuePath: string): string[] {
    const { data } = getFields(value)
    if (name === 'list' && Array.isArray(data))
      return data.flatMap((one, index) => checkNested(one, `${valuePath}.data[${index}]`))
    if (name === 'event') return checkEvent(value)
    return resources[name] === undefined
      ? [`The samples don't include the resource ${name}.`]
      : compareToSample(value, resources[name], valuePath)
  }

  function checkEvent(value: unknown): string[] {
    const { data, ...event } = getFields(value)
    return [
      ...compareToSample(event, resources['event'], 'event'),
      ...checkNested(getFields(data)['object'], 'event.data.object'),
    ]
  }

  return {
    checkRequest: () => null,
    checkResponse({ method, path }, { status, body }) {
      if (status >= 400) return null
      const { object } = getFields(body)
      const plural = path.split('?')[0]?.split('/')[2] ?? ''
      const expectedObject = plural.replace(/s$/, '')
      const isList = method === 'GET' && object === 'list'
      if (object !== expectedObject && !isList)
        return [`${path} returned ${String(object)} instead of ${expectedObject}.`]
      return checkResource(body, String(object), expectedObject)
    },
    checkEvent,
  }
}

function getKind(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}
