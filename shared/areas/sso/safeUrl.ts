import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { safeUrlMessages } from './safeUrlMessages.ts'

const safeUrlRegex =
  /^(https:\/\/[^\s/$.?#@][^\s"'<>@]*|http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[^\s"'<>]*)?)$/i

/** Whether an address may be a provider's: https, or http on this machine, where stand-ins of tests are. */
export const isSafeUrl = (address: string): boolean => safeUrlRegex.test(address)

/** Such an address, as a rule of a field. */
export const createSafeUrlPattern = (label: string): Pattern => ({
  matches: safeUrlRegex,
  message: safeUrlMessages.startsWithHttps(label),
})
