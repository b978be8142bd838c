import type { Schema } from '../http/schema.ts'

/** Parts that a document has once and refers to, by kind and name. */
export type Components = Record<'parameters' | 'responses' | 'schemas', Record<string, Schema>>

/**
 * Replaces each part that has a `component` name by a reference, and adds it to the components.
 * Throws if two different parts have the same name.
 */
export function extractComponents(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((item) => extractComponents(item, components))
  if (typeof value !== 'object' || value === null) return value
  const { component, ...rest } = value as Schema // Any object is read like a schema.
  const part = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [key, extractComponents(item, components)]),
  )
  if (typeof component !== 'string') return part
  // Only parameters say where they are sent, and only responses have content.
  const kind = 'in' in part ? 'parameters' : 'content' in part ? 'responses' : 'schemas'
  const known = (components[kind][component] ??= part)
  if (JSON.stringify(known) !== JSON.stringify(part))
    throw new Error(`Two different ${kind} are named ${component}.`)
  return { $ref: `#/components/${kind}/${component}` }
}
