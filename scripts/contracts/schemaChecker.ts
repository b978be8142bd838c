import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { getFields } from './contract.ts'

/**
 * Checks values against the schemas of an OpenAPI 3.0 or 3.1 document. Fields that it doesn't
 * define are errors.
 */
export function createSchemaChecker(document: Record<string, unknown>) {
  const base = 'document'
  const resolvePointer = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((node: unknown, part) => getFields(node)[part], document)
  /** Resolves a reference, or returns the node itself. */
  const resolveReference = (node: unknown): Record<string, unknown> => {
    const fields = getFields(node)
    return typeof fields['$ref'] === 'string'
      ? resolveReference(resolvePointer(fields['$ref']))
      : fields
  }

  const lists = ['allOf', 'anyOf', 'oneOf']
  /** Closes the schema of a value: fields that none of its parts define are errors. */
  const closeSchema = (node: unknown): object => {
    const target = resolveReference(node)
    const names = ['properties', ...lists].some((name) => name in target)
    return names ? { ...convertSchema(node), unevaluatedProperties: false } : convertSchema(node)
  }
  /**
   * Converts an OpenAPI schema to JSON Schema. `oneOf` becomes `anyOf`, because providers publish
   * alternatives that overlap.
   */
  function convertSchema(node: unknown): Record<string, unknown> {
    const { nullable, oneOf, required, ...plain } = getFields(node)
    const rest: Record<string, unknown> = plain
    if (Array.isArray(required)) rest['required'] = required
    if (typeof rest['$ref'] === 'string') rest['$ref'] = rest['$ref'].replace('#', `${base}#`)
    if (Array.isArray(oneOf)) rest['anyOf'] = oneOf
    for (const list of lists)
      if (Array.isArray(rest[list])) rest[list] = rest[list].map((one) => convertSchema(one))
    for (const name of ['items', 'additionalProperties'])
      if (typeof rest[name] === 'object') rest[name] = closeSchema(rest[name])
    if (rest['properties'])
      rest['properties'] = Object.fromEntries(
        Object.entries(getFields(rest['properties'])).map(([key, value]) => [
          key,
          closeSchema(value),
        ]),
      )
    return nullable === true ? { anyOf: [{ type: 'null' }, rest] } : rest
  }

  const { schemas, ...components } = getFields(document['components'])
  const parts = Object.entries(getFields(schemas)).map(([name, schema]) => [
    name,
    convertSchema(schema),
  ])
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
  const findViolations = (schema: unknown, value: unknown, isText = false): string[] => {
    const ajv = checkers[isText ? 1 : 0]
    if (!ajv) return []
    const isValid = ajv.compile(closeSchema(schema))
    if (isValid(structuredClone(value))) return []
    return (isValid.errors ?? []).slice(0, 3).map(({ instancePath, message, params }) => {
      const unknown = getFields(params)['unevaluatedProperty']
      return `${instancePath || 'the value'} ${message ?? ''}${unknown ? ` (${String(unknown)})` : ''}`
    })
  }
  return { resolveReference, findViolations }
}
