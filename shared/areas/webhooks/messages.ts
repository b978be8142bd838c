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
  overlap: 'Stop signing with the old secret',
  overlaps: { '0': 'Now', '1': 'In 1 hour', '24': 'In 1 day', '168': 'In 7 days' },
  since: 'Failed since',
} as const
