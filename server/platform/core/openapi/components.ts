import type { Schema } from '../http/schema.ts'

const kinds = ['parameters', 'requestBodies', 'responses', 'schemas'] as const
type Kind = (typeof kinds)[number]

/** Parts that a document has once and refers to, by kind and name. */
export type Components = Record<Kind, Record<string, Schema>>

/**
 * Moves each part that has a `component` name to the components, and returns the value with
 * references to them. A part that isn't a schema and is used only once stays where it is. Throws
 * if two different parts have the same name.
 */
export function extractComponents(value: unknown): { value: unknown; components: Components } {
  const components: Components = { parameters: {}, requestBodies: {}, responses: {}, schemas: {} }
  const uses = countUses(value)
  const extract = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(extract)
    if (!isObject(item)) return item
    const { component, ...rest } = item
    const part = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, extract(one)]))
    if (typeof component !== 'string') return part
    const kind = getKind(part)
    if (kind !== 'schemas' && uses.get(`${kind}/${component}`) === 1) return part
    const known = (components[kind][component] ??= part)
    if (JSON.stringify(known) !== JSON.stringify(part))
      throw new Error(`Two different ${kind} are named ${component}.`)
    return { $ref: `#/components/${kind}/${component}` }
  }
  return { value: extract(value), components }
}

/** Counts how often each part with a `component` name occurs. */
function countUses(value: unknown, uses = new Map<string, number>()): Map<string, number> {
  if (typeof value !== 'object' || value === null) return uses
  if (isObject(value) && typeof value.component === 'string') {
    const key = `${getKind(value)}/${value.component}`
    uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  for (const item of Object.values(value)) countUses(item, uses)
  return uses
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Only parameters say where they are sent. Only bodies have content, and only responses with a
// description.
function getKind(part: Schema): Kind {
  if ('in' in part) return 'parameters'
  if ('content' in part) return 'description' in part ? 'responses' : 'requestBodies'
  return 'schemas'
}
