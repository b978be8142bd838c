/** Texts of the form that sends a member a gift card. */
export const memberGiftCardTexts = {
  title: (name: string) => `Send ${name} a gift card`,
  send: 'Send gift card',
  explain: (email: string) =>
    `We order the gift card at Runa and send it to ${email}. The amount counts toward the template's and setup's limits.`,
  templates: 'Template',
  fixes: { templates: 'Open gift card templates', setup: 'Open gift card setup' },
} as const
