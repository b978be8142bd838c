import type { Pattern } from '#shared/engine/fields/fieldParts.ts'
import { addressMessages } from './addressMessages.ts'

const safe =
  /^(https:\/\/[^\s/$.?#@][^\s"'<>@]*|http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/[^\s"'<>]*)?)$/i

/** Whether an address may be a provider's: https, or http on this machine, where stand-ins of tests are. */
export const isSafeAddress = (address: string): boolean => safe.test(address)

/** Such an address, as a rule of a field. */
export const safeAddress = (label: string): Pattern => ({
  matches: safe,
  message: addressMessages.startsWithHttps(label),
})
