export const storeDomainsMessages = {
  records: 'DNS records',
  recordsWhat: 'DNS records of own domains',
  explain: (domain: string) => `Whoever runs the DNS of ${domain} adds these records; then verify.`,
  noDomain: 'This store has no own domain. Enter one above and save: its DNS records appear here.',
  verified: (when: string) => `Verified on ${when}.`,
  verify: 'Verify now',
  type: 'Type',
  name: 'Name',
  value: 'Value',
  found: 'Found',
  notFound: 'Not right',
  result: 'Result',
  right: 'The record is there and right.',
  seen: (values: string) => `DNS has: ${values}`,
  allRight: 'All records are right. The domain is verified.',
  notAll: 'The domain is not verified: not all records are right yet.',
  unanswered: 'DNS did not tell of all records. The domain stays verified for now.',
} as const

export const storeCreditsMessages = {
  title: 'Credits of this store',
  sums: 'Sums of the ledger',
  what: 'the credits of a store',
  figure: 'Figure',
  figures: {
    outstanding: 'Outstanding',
    expiring: 'Expiring within 30 days',
    issued: 'Issued, last 30 days',
    redeemed: 'Redeemed, last 30 days',
    expired: 'Expired, last 30 days',
  },
  ledger: 'Ledger',
  ledgerWhat: 'the ledger of credits',
  whole: 'Whole ledger in Credits',
  never: 'Never',
  none: 'No credits yet',
  noneText: 'Once credits are issued to members, the balances and each entry appear here.',
  unused: 'This store uses no credits',
  unusedText: 'Gift and retail stores seldom use credits. Any that are issued appear here.',
} as const

export const storeDangerMessages = {
  opens: 'The store opens to its members.',
  delete: 'Delete this store',
  explain: (days: number) =>
    `The store is archived at once and deleted for good after ${days} days, with all that depends on it. Until then it can be restored to what it was.`,
  held: (date: string) =>
    `It will be deleted for good on ${date}, with all that depends on it. Until then it can be restored.`,
  depends: 'What depends on it',
  dependsWhat: 'a list of what depends on a store',
  nothing: 'Nothing depends on it.',
  code: (code: string) => `Enter the code ${code} to confirm`,
  otherCode: (code: string) => `Enter the code of this store: ${code}`,
  notTyped: 'The code is not typed yet.',
  submit: 'Delete store',
} as const

export const storeDuplicateMessages = {
  explain: 'A new store in draft. Members, custom domain, and status are never copied.',
  sections: 'What to copy',
  copyOf: (name: string) => `${name} (copy)`,
  submit: 'Duplicate store',
} as const

export const firstAdminWords = {
  title: 'First admin account',
  notSent: 'Invitation not sent yet',
  planned: (email: string) => `${email} gets an invitation email when the store is activated.`,
  invited: (email: string) => `${email} got an invitation email.`,
  nobody: 'Name the first admin above. An invitation is sent when the store is activated.',
  inviteNow: 'Invite now',
  openAccount: 'Open account',
} as const
