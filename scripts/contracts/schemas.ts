import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Faults } from './contract.ts'
import { fieldsOf } from './contract.ts'

/**
 * Checks values against the schemas of an OpenAPI 3.0 or 3.1 document. Fields that it doesn't
 * define are errors.
 */
export function schemasOf(document: Record<string, unknown>) {
  const base = 'document'
  const at = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((found: unknown, part) => fieldsOf(found)[part], document)
  /** Resolves a reference, or returns the node itself. */
  const found = (node: unknown): Record<string, unknown> => {
    const fields = fieldsOf(node)
    return typeof fields['$ref'] === 'string' ? found(at(fields['$ref'])) : fields
  }

  const lists = ['allOf', 'anyOf', 'oneOf']
  /** Closes the schema of a value: fields that none of its parts define are errors. */
  const closed = (node: unknown): object => {
    const target = found(node)
    const names = ['properties', ...lists].some((name) => name in target)
    return names ? { ...part(node), unevaluatedProperties: false } : part(node)
  }
  /**
   * Converts an OpenAPI schema to JSON Schema. `oneOf` becomes `anyOf`, because providers publish
   * alternatives that overlap.
   */
  function part(node: unknown): Record<string, unknown> {
    const { nullable, oneOf, required, ...plain } = fieldsOf(node)
    const rest: Record<string, unknown> = plain
    if (Array.isArray(required)) rest['required'] = required
    if (typeof rest['$ref'] === 'string') rest['$ref'] = rest['$ref'].replace('#', `${base}#`)
    if (Array.isArray(oneOf)) rest['anyOf'] = oneOf
    for (const list of lists)
      if (Array.isArray(rest[list])) rest[list] = rest[list].map((one) => part(one))
    for (const name of ['items', 'additionalProperties'])
      if (typeof rest[name] === 'object') rest[name] = closed(rest[name])
    if (rest['properties'])
      rest['properties'] = Object.fromEntries(
        Object.entries(fieldsOf(rest['properties'])).map(([key, value]) => [key, closed(value)]),
      )
    return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest
  }

  const { schemas, ...components } = fieldsOf(document['components'])
  const parts = Object.entries(fieldsOf(schemas)).map(([name, schema]) => [name, part(schema)])
  const options = {
    strict: false,
    logger: false,
    validateSchema: false,
    unicodeRegExp: false,
    allErrors: true,
  } as const
  const checkers = [false, true].map((coerceTypes) => {
    const ajv = new Ajv2020({ ...options, coerceTypes })
    addFormats.default(ajv)
    return ajv.addSchema(
      { components: { ...components, schemas: Object.fromEntries(parts) } },
      base,
    )
  })

  /** A text, such as a parameter, can represent a number. */
  const faultsIn = (schema: unknown, value: unknown, isText = false): string[] => {
    const ajv = checkers[isText ? 1 : 0]
    if (!ajv) return []
    const fits = ajv.compile(closed(schema))
    if (fits(structuredClone(value))) return []
    return (fits.errors ?? []).slice(0, 3).map(({ instancePath, message, params }) => {
      const unknown = fieldsOf(params)['unevaluatedProperty']
      return `${instancePath || 'the value'} ${message ?? ''}${unknown ? ` (${String(unknown)})` : ''}`
    })
  }
  return { found, faultsIn }
}

/** Combines the results of several documents; null if none of them covers the call. */
export const together = (...parts: Faults[]): Faults =>
  parts.every((one) => one === null) ? null : parts.flatMap((one) => one ?? [])
