import { is as superstructIs } from 'superstruct'
import type { Struct } from 'superstruct'

/**
 * Whether an outside value has the struct's shape; also false where Superstruct throws, as for `{
 * "toString": [] }`.
 */
export function is<T, S>(value: unknown, struct: Struct<T, S>): value is T {
  try {
    return superstructIs(value, struct)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
