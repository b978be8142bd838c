/** Texts of a gift card's panels. */
export const giftCardTexts = {
  more: (name: string) => `More actions for ${name}`,
  actions: 'Actions',
  timeline: 'Timeline',
  timelineWhat: 'timeline',
  steps: {
    ordered: 'Ordered',
    orderedAgain: 'Ordered again',
    sent: 'Sent by Runa',
    failed: 'Order failed',
    canceled: 'Canceled before the order',
    emailWaiting: 'Email waiting',
    emailSent: 'Email delivered to the mail server',
    emailFailed: 'Email failed',
    emailedAgain: 'Email resent',
    codeShown: 'Code shown to an operator',
    'link.claimed': 'Opened',
    'link.canceled': "Canceled in Runa's portal",
    'link.expired': 'Link expired',
  } as Record<string, string>,
  openEmail: 'Open email',
  checked: 'Last checked at Runa:',
  notChecked: "Runa wasn't asked yet whether the gift card was opened.",
  state: (state: string) => `Link: ${state.toLowerCase()}.`,
  check: 'Check at Runa',
  limitsTitle: 'Limits of this timeline',
  limits:
    "Runa says when a link was opened, canceled, or expired, but not whether the code was spent. A mail server accepts an email, but doesn't say whether it reached the inbox.",
  cannotCancel: (order: string) =>
    `Runa can't cancel gift cards through its API. Cancel order ${order} in Runa's portal, then check it here.`,
  again: 'Resend',
  againTitle: (recipient: string) => `Resend gift card to ${recipient}`,
  againExplain:
    "Orders a new gift card. The amount counts toward the template's and setup's limits.",
  email: 'Resend email',
  emailTitle: (recipient: string) => `Resend email to ${recipient}`,
  emailExplain:
    'We email the link and code again. Correct the address if the first email went to a wrong one.',
  cancel: 'Cancel gift card',
  cancelTitle: (recipient: string) => `Cancel gift card to ${recipient}`,
  cancelExplain:
    "We haven't asked Runa for this gift card yet, so nothing was paid. This can't be undone.",
  show: 'Show code',
  showTitle: (recipient: string) => `Show code for ${recipient}`,
  showExplain: 'Anyone with the link or code can spend the gift card, so we log who views them.',
  link: 'Link',
  code: 'Code',
} as const
