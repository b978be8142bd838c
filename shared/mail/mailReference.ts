/** What a reference to a mail setting knows of it; its definition refers to stores, which refer to it. */
export const mailReference = {
  name: 'smtpSettings',
  path: '/smtpSettings',
  title: { one: 'mail setting', many: 'mail settings' },
  label: 'name',
  sort: 'name',
  permission: 'smtpSettings',
  writes: ['create'],
} as const
