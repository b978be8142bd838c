export const ownAccountMessages = {
  sections: 'Sections of your account',
  noSection: (name: string) => `There's no section named ${name}, so here is your profile.`,
  profile: {
    title: 'Profile',
    name: 'Name',
    email: 'Email',
    timeZone: 'Time zone',
    changeTimeZone: 'Change time zone',
    groups: 'Groups',
    stores: 'Stores',
  },
  password: {
    title: 'Password',
    about: 'When you change your password, all your other sessions end.',
  },
  notifications: { title: 'Notifications', emails: 'Emails to you' },
} as const
