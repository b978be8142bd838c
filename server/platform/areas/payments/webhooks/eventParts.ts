import { createHash } from 'node:crypto'

/** JSON as it came; undefined where it is none. */
export function parseEventJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A property of something that may be no object. */
export const getProperty = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? Reflect.get(from, name)
    : undefined

/** Text as a column of the database can hold it. Without text, an empty one. */
export const toStorableText = (value: unknown, longest = 200): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, longest) : ''

/** Tells events apart that have no ID of their own. */
export const hashBody = (body: string): string =>
  `sha256:${createHash('sha256').update(body).digest('hex')}`

/** The moment that a provider names, in seconds since 1970 or as text; null for anything else, or outside the years 2000 to 2199. */
export function parseEventTime(value: unknown): string | null {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(toStorableText(value))
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return null
  const year = date.getUTCFullYear()
  return year >= 2000 && year < 2200 ? date.toISOString() : null
}

/** A currency code in capitals; null for anything else. */
export function parseCurrency(value: unknown): string | null {
  const code = typeof value === 'string' ? value.toUpperCase() : ''
  return /^[A-Z]{3}$/.test(code) ? code : null
}
