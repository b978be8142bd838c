import { is as superstructIs } from 'superstruct'
import type { Struct } from 'superstruct'

/**
 * Whether a value from outside has the shape of the struct. Superstruct writes the value into the message of a failure,
 * and throws over one that cannot be written, such as `{ "toString": [] }` in a JSON body: that is no match either.
 */
export function is<T, S>(value: unknown, struct: Struct<T, S>): value is T {
  try {
    return superstructIs(value, struct)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
