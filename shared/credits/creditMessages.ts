export const creditExpiryMessages = {
  reason: 'Reason',
  label: 'Expire',
  asks: 'Expire the rest of',
  explains:
    "The rest of each entry expires now, within your limits for 24 hours. The members can't spend it anymore, and you can't undo this.",
} as const
