import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'

const maxNameLength = 60

/** Splits a name as accounts need it: the last word is the last name. An account needs both. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  return {
    firstName: words.join(' ').slice(0, maxNameLength),
    lastName: (last ?? 'Admin').slice(0, maxNameLength),
  }
}

type AdminInvitation = { name: string; store: string; address: string; expiresAt: string }

/** Formats the email that lets a store's first admin set a password. */
export const formatAdminInvitation = ({ name, store, address, expiresAt }: AdminInvitation) => ({
  subject: `You're the first admin of ${store}`,
  text: `Hello ${name},\n\nSet your password to manage ${store}:\n\n${address}\n\nThis link works once and expires on ${formatInstant(expiresAt, utcZone)} UTC.\n\n${store}`,
})

export const firstAdminMessages = {
  noAdmin: 'Enter a name and an email address for the first admin, then save.',
  alreadyInvited:
    'The first admin already has an account or an invitation. To send a new link, open their account under Users.',
} as const
