/** Texts of a gift card's panels. */
export const giftCardTexts = {
  more: (name: string) => `More actions for ${name}`,
  actions: 'Actions',
  timelineWhat: 'timeline',
  check: 'Check at Runa',
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
  cannotCancel: (order: string) =>
    `Runa can't cancel gift cards through its API. Cancel order ${order} in Runa's portal, then check it here.`,
  show: 'Show code',
  showTitle: (recipient: string) => `Show code for ${recipient}`,
  showExplain: 'Anyone with the link or code can spend the gift card, so we log who views them.',
  link: 'Link',
  code: 'Code',
} as const
