/** A JSON Schema, as far as tests read it. */
export type JsonSchema = {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  required?: string[]
  allOf?: JsonSchema[]
  $ref?: string
}

/**
 * Merges the parts of `allOf` into one schema, and reads references from `schemas`, by name. Only the
 * top level: properties stay as they are.
 */
export function flattenSchema(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema> = {},
): JsonSchema {
  const { $ref, allOf = [], ...own } = schema
  const target = $ref && schemas[$ref.split('/').at(-1) ?? '']
  const parts = [...(target ? [target] : []), ...allOf].map((part) => flattenSchema(part, schemas))
  return {
    ...Object.assign({}, ...parts),
    ...own,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
    required: [...parts, own].flatMap(({ required = [] }) => required),
  }
}
