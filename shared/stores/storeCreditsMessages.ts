/** What the credits of a store say. */
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
