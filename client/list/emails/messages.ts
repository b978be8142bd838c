/** Texts about the text of an email. */
export const emailTextMessages = {
  title: 'Text',
  removed: 'Secret links and codes are removed.',
  removedUntil: (when: string) =>
    `Secret links and codes are removed. The text will be deleted on ${when}.`,
  none: 'This email has no saved text. We only save the texts of emails to members, for a limited time.',
  masked: 'The text is hidden, because it can contain personal data.',
} as const
