export const notificationsMessages = { emails: 'Emails to you' } as const
