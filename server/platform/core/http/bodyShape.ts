import { badRequest } from '../platform/httpError.ts'
import { httpMessages } from './messages.ts'

/** No call takes more than three levels; what checks a body goes down it by recursion. */
const maxDepth = 10

/** The fullest bodies are 200 records to create, and the order of all records of a list. Checking more would hold up other requests. */
const maxValues = 50_000

/** Names of one object, and characters of a name. The answer says of each unknown one that there's no such field. */
const maxNames = 500
const maxNameLength = 200

const isObjectOrArray = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

/** Rejects a body that no call takes, whatever it says: nested too deep, or with too many values or names. Stops at the first one too many. */
export function assertBodyShape(body: unknown): void {
  let level = isObjectOrArray(body) ? [body] : []
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) throw badRequest(httpMessages.tooDeep(maxDepth))
    const inside: object[] = []
    for (const one of level) {
      const values: unknown[] = Array.isArray(one) ? one : getPropertyValues(one)
      count += values.length
      if (count > maxValues) throw badRequest(httpMessages.tooManyValues(maxValues))
      for (const value of values) if (isObjectOrArray(value)) inside.push(value)
    }
    level = inside
  }
}

/** The values of an object whose names can be fields. */
function getPropertyValues(object: object): unknown[] {
  const names = Object.keys(object)
  if (names.length > maxNames) throw badRequest(httpMessages.tooManyFields(maxNames))
  if (names.some(({ length }) => length > maxNameLength))
    throw badRequest(httpMessages.longName(maxNameLength))
  return Object.values(object)
}
