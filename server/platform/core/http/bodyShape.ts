import { badRequest } from '../platform/refusal.ts'
import { httpMessages } from './messages.ts'

/** No call takes more than three levels; what checks a body goes down it by recursion. */
const deepest = 10

/** The fullest bodies are 200 records to create, and the order of all records of a list. Checking more would hold up other requests. */
const mostValues = 50_000

/** Names of one object, and characters of a name. The answer says of each unknown one that there's no such field. */
const mostNames = 500
const longestName = 200

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Rejects a body that no call takes, whatever it says: nested too deep, or with too many values or names. Stops at the first one too many. */
export function validateBodyShape(body: unknown): void {
  let level = isObject(body) ? [body] : []
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === deepest) throw badRequest(httpMessages.tooDeep(deepest))
    const inside: object[] = []
    for (const one of level) {
      const values: unknown[] = Array.isArray(one) ? one : readValues(one)
      count += values.length
      if (count > mostValues) throw badRequest(httpMessages.tooManyValues(mostValues))
      for (const value of values) if (isObject(value)) inside.push(value)
    }
    level = inside
  }
}

/** The values of an object whose names can be fields. */
function readValues(object: object): unknown[] {
  const names = Object.keys(object)
  if (names.length > mostNames) throw badRequest(httpMessages.tooManyFields(mostNames))
  if (names.some(({ length }) => length > longestName))
    throw badRequest(httpMessages.longName(longestName))
  return Object.values(object)
}
