export const storeDomainsMessages = {
  records: 'DNS records',
  recordsWhat: 'custom domain DNS records',
  explain: (domain: string) => `Add these DNS records for ${domain}, then verify the domain.`,
  noDomain: 'No custom domain yet. Enter one above and save to see its DNS records.',
  verified: (when: string) => `Verified on ${when}.`,
  verify: 'Verify domain',
  type: 'Type',
  name: 'Name',
  value: 'Value',
  found: 'Found',
  notFound: 'Not confirmed',
  result: 'Result',
  right: 'The record is valid.',
  seen: (values: string) => `Found in DNS: ${values}`,
  allRight: 'All records are valid. The domain is verified.',
  notAll:
    "The domain isn't verified because we couldn't confirm all of its DNS records. Check each result above, then try again.",
  unanswered: "We couldn't check all records in DNS. The domain stays verified for now.",
} as const

export const storeCreditsMessages = {
  title: "This store's credits",
  what: 'store credits',
  figures: {
    outstanding: 'Outstanding',
    expiring: 'Expiring within 30 days',
    issued: 'Issued in the last 30 days',
    redeemed: 'Redeemed in the last 30 days',
    expired: 'Expired in the last 30 days',
  },
  ledger: 'Ledger',
  ledgerWhat: 'ledger entries',
  whole: 'Open full ledger',
  never: 'Never',
  none: 'No credits yet',
  noneText: 'After you issue credits to members, their balances and ledger entries appear here.',
  unused: "This store doesn't use credits",
  unusedText: 'Gift and retail stores rarely use credits. If you issue any, they appear here.',
} as const

export const storeDangerMessages = {
  opens: 'Members can visit the store.',
  delete: 'Delete store',
  explain: (days: number) =>
    `This archives the store now and deletes it, with everything that depends on it, after ${days} days. You can restore it until then.`,
  held: (date: string) =>
    `The store and everything that depends on it will be deleted on ${date}. You can restore it until then.`,
  depends: 'Records that depend on this store',
  dependsWhat: 'store dependencies',
  nothing: 'No records depend on this store.',
  code: (code: string) => `Enter the code "${code}" to confirm`,
  notTyped: "Enter the store's code first.",
  submit: 'Delete store',
} as const

export const storeDuplicateMessages = {
  explain: "Creates a draft store. Members, the custom domain, and the status aren't copied.",
  sections: 'Sections to copy',
  copyOf: (name: string) => `${name} (copy)`,
  submit: 'Duplicate store',
} as const

export const firstAdminMessages = {
  title: 'First admin account',
  notSent: 'Invitation not sent yet',
  planned: (email: string) => `We'll email an invitation to ${email} when the store is activated.`,
  plannedSoon: (email: string) =>
    `We'll email an invitation to ${email} soon. You can also send one now.`,
  invited: (email: string) => `${email} already has an account or an invitation.`,
  noAdmin:
    "No first admin yet. Enter a name and an email above, and we'll send the invitation when the store is activated.",
  noAdminOfActiveStore:
    "No first admin yet. Enter a name and an email above, and we'll send the invitation.",
  inviteNow: 'Send invitation',
  openAccount: 'Open account',
} as const
