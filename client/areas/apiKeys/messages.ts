import { formatNumber } from '#shared/format/numbers.ts'

export const apiKeysMessages = {
  create: 'Create API key',
  permissionsHint:
    "A key never has more permissions than you. Keys can't replace secrets, erase members, or change accounts.",
  createdTitle: (name: string) => `Created ${name}`,
  created:
    "Copy the key now, because it's shown only once. Anyone who has it can use its permissions.",
  shownBefore: "The key was already shown once. Rotate it on its page if you didn't copy it.",
  key: 'the API key',
  open: 'Open API key',
  another: 'Create another',
  what: 'API key',
  facts: {
    owner: 'Owner',
    endsWith: 'Ends with',
    expires: 'Expires',
    lastUsed: 'Last used',
    neverUsed: 'Never',
    lastUsedAt: (network: string) => (when: string) => `${when} from ${network}`,
  },
  access: 'Access',
  oldKey: (when: string) => `The old key works until ${when}.`,
  fewer: (lost: string) =>
    `The owner no longer has these permissions, so this key can't use them: ${lost}.`,
  change: 'Name and permissions',
  saveChanges: 'Save changes',
  rotate: 'Rotate API key',
  rotateExplain: 'Creates a new key with the same name, permissions, stores, and networks.',
  revoke: 'Revoke API key',
  revokeExplain:
    "Programs that use this key stop working at once. You can't undo this, but you can create a new key.",
  calls: 'Calls',
  callsExplain: (count: number) =>
    count === 1
      ? 'This key can make 1 call now. Open it to copy a command.'
      : `This key can make ${formatNumber(count)} calls now. Open one to copy a command.`,
  callsNone: "This key can't make any calls now.",
  originMissing:
    "The platform's public URL isn't set (PLATFORM_ORIGIN). Replace PLATFORM in the commands with the URL.",
  command: (call: string) => `Command for ${call}`,
  // Commands for a shell, not sentences.
  curl: {
    read: (address: string) => `curl '${address}'`,
    write: (method: string, address: string) => `curl -X ${method} '${address}'`,
    authorization: '-H "Authorization: Bearer $API_KEY"',
    idempotencyKey: '-H "Idempotency-Key: $(uuidgen)"',
    version: "-H 'If-Match: VERSION'",
    json: "-H 'Content-Type: application/json'",
    body: "-d '{}'",
  },
  group: (name: string, count: number) => `${name} (${formatNumber(count)})`,
} as const
