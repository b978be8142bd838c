import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { safeUrlMessages } from './safeUrlMessages.ts'

const safeUrlRegex =
  /^(https:\/\/[^\s/$.?#@][^\s"'<>@]*|http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[^\s"'<>]*)?)$/i

/**
 * Whether a provider can use this URL: https, or http on this machine, where the mock providers of tests
 * run.
 */
export const isSafeUrl = (url: string): boolean => safeUrlRegex.test(url)

/** Builds the field pattern for such URLs. */
export const createHttpsUrlPattern = (label: string): Pattern => ({
  matches: safeUrlRegex,
  message: safeUrlMessages.startsWithHttps(label),
})
