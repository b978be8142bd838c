import { fieldsOf } from './contract.ts'
import type { Contract } from './contract.ts'

/**
 * Checks responses and events against sample resources, found by the name in their `object`, as
 * published by Stripe. Each field must be in the sample and have its type. The document doesn't
 * cover requests, which the provider's own client builds.
 */
export function samples(document: Record<string, unknown>): Contract {
  const resources = fieldsOf(document['resources'])

  function likeSample(value: unknown, sample: unknown, place: string): string[] {
    if (value === null || sample === null || sample === undefined) return nested(value, place)
    if (kindOf(value) !== kindOf(sample))
      return [
        `${place} must have the type ${kindOf(sample)}, as in the sample, not ${kindOf(value)}.`,
      ]
    if (Array.isArray(value) && Array.isArray(sample))
      return value.flatMap((one, at) => likeSample(one, sample[0], `${place}[${at}]`))
    if (kindOf(value) !== 'object') return []
    const own = resources[String(fieldsOf(value)['object'])]
    const known = fieldsOf(own ?? sample)
    if (Object.keys(known).length === 0) return []
    return Object.entries(fieldsOf(value)).flatMap(([name, one]) =>
      name in known
        ? likeSample(one, known[name], `${place}.${name}`)
        : [`${place}.${name} isn't in the sample.`],
    )
  }

  /** Checks a value without a sample, which may be a resource of its own. */
  const nested = (value: unknown, place: string): string[] => {
    const name = fieldsOf(value)['object']
    return typeof name === 'string' ? ofResource(value, name, place) : []
  }

  function ofResource(value: unknown, name: string, place: string): string[] {
    const { data } = fieldsOf(value)
    if (name === 'list' && Array.isArray(data))
      return data.flatMap((one, at) => nested(one, `${place}.data[${at}]`))
    if (name === 'event') return ofEvent(value)
    return resources[name] === undefined
      ? [`The samples don't include the resource ${name}.`]
      : likeSample(value, resources[name], place)
  }

  function ofEvent(value: unknown): string[] {
    const { data, ...event } = fieldsOf(value)
    return [
      ...likeSample(event, resources['event'], 'event'),
      ...nested(fieldsOf(data)['object'], 'event.data.object'),
    ]
  }

  return {
    request: () => null,
    answer({ method, path }, { status, body }) {
      if (status >= 400) return null
      const { object } = fieldsOf(body)
      const plural = path.split('?')[0]?.split('/')[2] ?? ''
      const asked = plural.replace(/s$/, '')
      const isList = method === 'GET' && object === 'list'
      if (object !== asked && !isList)
        return [`${path} returned ${String(object)} instead of ${asked}.`]
      return ofResource(body, String(object), asked)
    },
    event: ofEvent,
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}
