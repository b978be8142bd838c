/** A JSON Schema as used in OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown }

export type Parameter = { name: string; description: string; schema: Schema }

export const stringSchema = { type: 'string' }
export const integerSchema = { type: 'integer' }
export const instantSchema = { type: 'string', format: 'date-time' }
export const nullableSchema = ({ type, enum: values, ...rest }: Schema): Schema => ({
  ...rest,
  type: [type, 'null'].flat(),
  ...(Array.isArray(values) ? { enum: [...values, null] } : {}), // A value must satisfy both.
})
export const arraySchema = (items: Schema): Schema => ({ type: 'array', items })

/** Builds an object schema whose properties are all required unless `required` names fewer. */
export const objectSchema = (
  properties: Record<string, Schema>,
  required = Object.keys(properties),
): Schema => ({
  type: 'object',
  properties,
  required,
})

export const pageSchema = objectSchema({
  next: nullableSchema(stringSchema),
  previous: nullableSchema(stringSchema),
  total: integerSchema,
  totalIsCapped: { type: 'boolean' },
  from: nullableSchema(integerSchema),
})
