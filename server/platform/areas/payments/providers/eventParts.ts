import { createHash } from 'node:crypto'

/** Parses JSON; undefined if it isn't valid. */
export function parseEventJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a property of a value that may not be an object. */
export const getProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

/** Converts a value to text that a database column can hold. Anything but text becomes empty. */
export const toStorableText = (value: unknown, maxLength = 200): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, maxLength) : ''

/** Creates an ID for an event that has none of its own. */
export const createFallbackEventId = (body: string): string =>
  `sha256:${createHash('sha256').update(body).digest('hex')}`

/**
 * Parses a provider's time, in seconds since 1970 or as text. Null if it isn't valid or not between
 * the years 2000 and 2199.
 */
export function parseEventTime(value: unknown): string | null {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(toStorableText(value))
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return null
  const year = date.getUTCFullYear()
  return year >= 2000 && year < 2200 ? date.toISOString() : null
}

/** Parses a currency code and converts it to upper case; null if it isn't one. */
export function parseCurrency(value: unknown): string | null {
  const code = typeof value === 'string' ? value.toUpperCase() : ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}
