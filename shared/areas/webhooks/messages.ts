export const webhookMessages = {
  events: {
    'store.changed': 'Store changed',
    'alert.opened': 'Alert opened',
    'alert.fixed': 'Alert fixed',
    'import.finished': 'Import finished',
    'bulkChange.finished': 'Bulk change finished',
    'order.paid': 'Order paid',
    'payment.failed': 'Payment failed',
    'refund.succeeded': 'Refund succeeded',
    'member.joined': 'Member joined',
    'giftCard.sent': 'Gift card sent',
    'user.invited': 'User invited',
    ping: 'Ping',
  },
  overlap: 'Also sign with the old secret for',
  overlaps: { '0': 'No time', '1': '1 hour', '24': '1 day', '168': '7 days' },
  since: 'Failed since',
} as const
