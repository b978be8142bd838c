/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = { readonly [keyword: string]: unknown }

export type Parameter = { name: string; description: string; schema: Schema }

export const stringSchema = { type: 'string' }
export const integerSchema = { type: 'integer' }
export const instantSchema = { type: 'string', format: 'date-time' }
export const nullableSchema = ({ type, enum: known, ...rest }: Schema): Schema => ({
  ...rest,
  type: [type, 'null'].flat(),
  ...(Array.isArray(known) ? { enum: [...known, null] } : {}), // Both must hold of a value.
})
export const arraySchema = (items: Schema): Schema => ({ type: 'array', items })
