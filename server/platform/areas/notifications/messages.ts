import { messages } from '#shared/messages.ts'
import { formatNumber } from '#shared/format/numbers.ts'

type Counts = { broke: number; fixed: number; expiring: number }

export const notificationMessages = {
  tokenBody: 'Send "token".',
  link: 'link',
}

const countAlerts = (count: number) => (count === 1 ? '1 alert' : `${formatNumber(count)} alerts`)

/** Formats the email with what waited for the end of a user's quiet hours. */
export function formatWaitingEmail(
  held: readonly { title: string; details: readonly string[] }[],
  url: string,
): { subject: string; text: string } {
  const alerts = held.map(({ title, details }) => [title, ...details].join('\n'))
  return {
    subject: `${countAlerts(held.length)} from your quiet hours`,
    text: [
      'Hello,',
      'These alerts arrived during your quiet hours.',
      ...alerts,
      `All open alerts: ${url}`,
      `${messages.product}\n`,
    ].join('\n\n'),
  }
}

const countOrders = (count: number) => (count === 1 ? '1 order' : `${formatNumber(count)} orders`)
const countMembers = (count: number) =>
  count === 1 ? '1 member' : `${formatNumber(count)} members`

/** The texts of a digest. */
export const digestTexts = {
  titles: { daily: 'Daily digest', weekly: 'Weekly digest' },
  subject(title: string, { broke, fixed, expiring }: Counts) {
    const parts = [
      ...(broke > 0 ? [broke === 1 ? '1 new alert' : `${formatNumber(broke)} new alerts`] : []),
      ...(fixed > 0 ? [`${formatNumber(fixed)} fixed`] : []),
      ...(expiring > 0 ? [`${formatNumber(expiring)} due soon`] : []),
    ]
    return parts.length > 0 ? `${title}: ${parts.join(', ')}` : `${title}: payments`
  },
  greeting: 'Hello,',
  period: (from: string, to: string, zone: string) => `From ${from} to ${to} (${zone})`,
  sections: {
    broke: () => 'New alerts',
    fixed: () => 'Fixed',
    expiring: (days: number) => `Expires or is due within ${days} days`,
    money: () => 'Payments and credits',
  },
  nothing: {
    broke: 'No new alerts.',
    fixed: 'Nothing was fixed.',
    expiring: 'Nothing expires or is due.',
    money: 'No payments failed or were recovered.',
  },
  more: (count: number) => `And ${formatNumber(count)} more`,
  money: {
    failed: (count: number, amount: string) => `${amount} failed in ${countOrders(count)}`,
    recovered: (count: number, amount: string) => `${amount} recovered in ${countOrders(count)}`,
    outstanding: (count: number, amount: string) =>
      `${amount} in outstanding credits for ${countMembers(count)}`,
  },
  reason: "You're receiving this email because you turned on the digest.",
  unsubscribe: 'Unsubscribe',
  preferences: 'Change your notifications',
}
