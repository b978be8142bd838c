/** Messages of the secrets command, and of a start without the required keys. */
export const secretsMessages = {
  setKeys:
    'Set SECRET_KEYS to the new key, followed by the previous keys. All platforms that use this database need the same keys.',
  unknownArguments: (given: string) =>
    given === ''
      ? 'Add an argument: npm run secrets -- count, npm run secrets -- rotate, or npm run secrets -- accept KEY.'
      : `These arguments aren't valid: ${given}. Use npm run secrets -- count, npm run secrets -- rotate, or npm run secrets -- accept KEY.`,
  anchorsSigned: (count: number, key: string) =>
    count === 1
      ? `1 log anchor is now signed with key ${key}.`
      : `${count} log anchors are now signed with key ${key}.`,
  keyAvailable: (key: string) =>
    `The key ${key} is available, so its signatures can be verified. Run npm run secrets -- rotate instead.`,
  anchorsAccepted: (count: number, lost: string, key: string) => {
    if (count === 0) return `No log anchors are signed with key ${lost}, so nothing was changed.`
    return count === 1
      ? `1 log anchor that was signed with key ${lost} is now signed with key ${key}.`
      : `${count} log anchors that were signed with key ${lost} are now signed with key ${key}.`
  },
  keysInUse: (keys: readonly string[]) =>
    `Keys in use, with their secrets and log anchors: ${keys.join(', ')}. You can remove keys that aren't listed here.`,
  anchorsUnverified: (count: number, key: string) => {
    const anchors = count === 1 ? '1 log anchor' : `${count} log anchors`
    return `The key ${key} is missing, so ${anchors} can't be verified. Add it to SECRET_KEYS after the first key and run npm run secrets -- rotate; if it's lost, run npm run secrets -- accept KEY.`
  },
  allEncrypted: (key: string) => `All secrets are encrypted with key ${key}.`,
  rotationTitle: (key: string) => `Encrypt secrets with key ${key}`,
  rotationRunning: (job: number) => `Job ${job} is still running.`,
  noAccount: (permission: string) =>
    `Rotating keys requires an account with access to all stores and the permission ${permission}. Grant both to an account, then try again.`,
  missingKeys: (keys: readonly { key: string; count: number }[]) =>
    `SECRET_KEYS is missing keys that are in use: ${keys.map(({ key, count }) => `${key} (${formatSecretCount(count)})`).join(', ')}. Add them after the first key.`,
  otherKey: (key: string) =>
    `The key ${key} can't decrypt secrets encrypted with a different key of the same name. Restore the original key.`,
  otherFirstKey: (first: string, wanted: string) =>
    `This platform encrypts secrets with key ${first} instead of key ${wanted}. Put key ${wanted} first in this platform's SECRET_KEYS.`,
  encrypted: (count: bigint, key: string) =>
    count === 1n
      ? `1 secret is now encrypted with key ${key}.`
      : `${count} secrets are now encrypted with key ${key}.`,
  damaged: (secrets: readonly string[]) =>
    `These secrets can't be decrypted and were left unchanged: ${secrets.join(', ')}. Enter them again.`,
  rowLabel: (column: string, from: number, to: number) => `${column}, IDs ${from} to ${to}`,
} as const

const formatSecretCount = (count: number) => (count === 1 ? '1 secret' : `${count} secrets`)
