/** Texts of a gift card's timeline. */
export const cardStepTexts = {
  timeline: 'Timeline',
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
  notChecked: "We haven't checked at Runa yet whether the gift card was opened.",
  state: (state: string) => `Link: ${state.toLowerCase()}.`,
  limitsTitle: 'Limits of this timeline',
  limits:
    "Runa says when a link was opened, canceled, or expired, but not whether the code was spent. A mail server accepts an email, but doesn't say whether it reached the inbox.",
} as const
