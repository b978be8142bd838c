export const emailMessages = {
  stores: 'Stores',
  testTo: 'Send test to',
  testToMissing: 'Enter an email address.',
} as const
