/**
 * A JSON Schema as used in OpenAPI 3.1. One with a `component` is written once under this name, and
 * referred to everywhere else (openapi/components.ts).
 */
export type Schema = { readonly [keyword: string]: unknown; readonly component?: string }

/** A query parameter. One with a `component` is also written only once in the API document. */
export type Parameter = {
  name: string
  description: string
  schema: Schema
  component?: string
  /** Whether an array is sent as one text with commas. */
  explode?: false
  /** The list whose filter this is: the document describes all of them as one object. */
  filterOf?: string
  /** For a filter: the schema that columns with the same comparisons share. */
  filterSchema?: string
}

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
  ...(required.length > 0 ? { required } : {}),
})

/** Names a schema, so that the API document has it only once. */
export const nameSchema = (component: string, schema: Schema): Schema => ({ component, ...schema })

/** Returns a record name as the name of its schema: "credit limit" as `CreditLimit`. */
export const toComponentName = (title: string): string =>
  title.replace(/(?:^|[^A-Za-z]+)([A-Za-z]?)/g, (_match, letter: string) => letter.toUpperCase())

export const pageSchema = nameSchema(
  'Page',
  objectSchema({
    next: nullableSchema(stringSchema),
    previous: nullableSchema(stringSchema),
    total: integerSchema,
    totalIsCapped: { type: 'boolean' },
    from: nullableSchema(integerSchema),
  }),
)

/** The body of a call that takes no values. */
export const emptySchema = nameSchema('Empty', objectSchema({}))

/** The ID of the record that a call wrote. */
export const recordIdSchema = nameSchema('RecordId', objectSchema({ id: integerSchema }))

/** The stores that a call is about. */
export const storeIdsSchema = nameSchema(
  'StoreIds',
  objectSchema({ storeIds: arraySchema(integerSchema) }),
)

/** A job that a call started, or will start. */
export const startedJobSchema = nameSchema('StartedJob', objectSchema({ id: integerSchema }))

/** The plan that a job carries out. */
export const planReferenceSchema = nameSchema(
  'PlanReference',
  objectSchema({ plan: integerSchema }),
)
