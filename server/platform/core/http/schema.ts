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
