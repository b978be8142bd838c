import { formatNumber } from '#shared/numbers.ts'

/** What alerts say about the accounts that pay for gift cards. */
export const giftCardAlertMessages = {
  short: (account: string, currencies: readonly string[]) =>
    `Gift cards fail: ${account} lacks funds in ${currencies.join(', ')}`,
  shortDetail: (failed: number) =>
    failed === 1
      ? '1 gift card failed. Add funds at Runa, then resend it.'
      : `${formatNumber(failed)} gift cards failed. Add funds at Runa, then resend them.`,
}
