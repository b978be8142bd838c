/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = { readonly [keyword: string]: unknown }

export type Parameter = { name: string; description: string; schema: Schema }

export const text = { type: 'string' }
export const whole = { type: 'integer' }
export const instant = { type: 'string', format: 'date-time' }
export const orNull = ({ type, enum: known, ...rest }: Schema): Schema => ({
  ...rest,
  type: [type, 'null'].flat(),
  ...(Array.isArray(known) ? { enum: [...known, null] } : {}), // Both must hold of a value.
})
export const listOf = (items: Schema): Schema => ({ type: 'array', items })
