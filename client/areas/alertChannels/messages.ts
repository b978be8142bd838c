export const alertChannelMessages = {
  more: (name: string) => `More actions for ${name}`,
  test: 'Test and activate',
  settings: 'Settings',
  delete: 'Delete',
  preview: 'Preview',
  resend: 'Resend',
  resendTitle: (alert: string) => `Resend ${alert}`,
  resendExplain: "We'll send it now and retry later if the channel doesn't respond.",
  notFailed: 'You can only resend failed alerts.',
} as const
