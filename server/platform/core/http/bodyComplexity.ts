import { badRequest } from '../platform/httpError.ts'
import { httpMessages } from '../platform/httpMessages.ts'

/**
 * The deepest body a call takes has three levels. Body checks recurse, so depth must be bounded.
 */
const maxDepth = 10

/**
 * The largest valid bodies are 200 new records, or the order of all records of a list. Checking
 * more would delay other requests.
 */
const maxValues = 50_000

/**
 * The maximum number of names in one object and characters in a name, since the response lists
 * every unknown field.
 */
const maxNames = 500
const maxNameLength = 200

const isObjectOrArray = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

/**
 * Rejects a body that no call can accept: nested too deep, or with too many values or names. Stops
 * at the first excess.
 */
export function assertBodyComplexity(body: unknown): void {
  let level = isObjectOrArray(body) ? [body] : []
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) throw badRequest(httpMessages.tooDeep(maxDepth))
    const children: object[] = []
    for (const parent of level) {
      const values: unknown[] = Array.isArray(parent) ? parent : getPropertyValues(parent)
      count += values.length
      if (count > maxValues) throw badRequest(httpMessages.tooManyValues(maxValues))
      for (const value of values) if (isObjectOrArray(value)) children.push(value)
    }
    level = children
  }
}

/** Returns an object's values, or rejects it if its names can't be fields. */
function getPropertyValues(object: object): unknown[] {
  const names = Object.keys(object)
  if (names.length > maxNames) throw badRequest(httpMessages.tooManyFields(maxNames))
  if (names.some(({ length }) => length > maxNameLength))
    throw badRequest(httpMessages.longName(maxNameLength))
  return Object.values(object)
}
