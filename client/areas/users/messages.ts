export const usersMessages = {
  invite: 'Invite users',
  title: 'Invite users',
  people: 'Users',
  peopleHint:
    'Enter one user per line, in either format: "email, first name, last name" or "Mia Berg <mia.berg@example.com>". If you leave out a name, we take it from the email address when possible.',
  nameless: (email: string) =>
    `We couldn't find a first and last name in ${email}. Enter: ${email}, first name, last name`,
  line: (line: number, error: string) => `Line ${line}: ${error}`,
  refused: "We didn't invite anyone. Correct these lines, then try again.",
  none: 'Enter at least one email address.',
  linksTitle: (count: number) => (count === 1 ? 'Send this link' : 'Send these links'),
  link: 'The link is shown only once, works only once, and expires. Copy the link now, and send it to the user.',
  links:
    'Each link is shown only once, works only once, and expires. Copy the links now, and send each user only their own.',
  emailedTitle: (count: number) =>
    count === 1 ? 'This link will be emailed' : 'These links will be emailed',
  emailedOne:
    "We'll email the user this link, and you can track delivery under Emails in SMTP Settings. The link is shown only once, so copy it in case the email doesn't arrive.",
  emailed:
    "We'll email each user their link, and you can track delivery under Emails in SMTP Settings. Each link is shown only once, so copy it in case the email doesn't arrive.",
  linkExpires: (email: string, when: string) => `${email}, expires ${when}`,
  alreadyShown: "This link was already shown. Create a new one if you didn't copy it.",
  linkOf: (email: string) => `Link for ${email}`,
  createLink: 'Create link',
  linkTitles: { invited: 'New invitation link', active: 'Reset password' },
  linkTitleOf: {
    invited: (name: string) => `New invitation link for ${name}`,
    active: (name: string) => `Reset password for ${name}`,
  },
  linkExplanations: {
    invited:
      'A new link lets this user choose a password and sign in. Any previous link stops working.',
    active:
      'The link lets this user choose a new password, which ends all of their sessions. The current password works until then.',
    locked:
      'The link lets this user choose a new password, which also unlocks the account and ends all of their sessions.',
  },
  done: 'Done',
  secondFactorPolicy: 'Second factor policy',
  secondFactorPolicyExplain:
    'A second factor keeps accounts safe when a password is stolen. To see who has none, filter users by second factor.',
  resetFactors: 'Reset second factors',
  resetFactorsOf: (name: string) => `Reset second factors for ${name}`,
  resetFactorsExplain:
    "This removes the user's passkeys, authenticator app, and recovery codes, and ends all their sessions. We'll email the user, who can then sign in with the password.",
  noFactors: 'This user has no second factor.',
  actions: (name: string) => `Actions for ${name}`,
  permissions: 'Effective permissions',
  sessions: 'Sessions',
  permissionsOf: (name: string) => `Permissions for ${name}`,
  sessionsOf: (name: string) => `Sessions for ${name}`,
  viewAs: 'View as',
  viewAsOf: (name: string) => `View as ${name}`,
  viewAsAbout: (name: string) =>
    `For 15 minutes, the console shows only what both you and ${name} can see. You can't change anything.`,
  viewAsLogged: 'Everything that you view is logged.',
  viewAsNot: (name: string) => `You can't view as ${name}.`,
  viewFailures: {
    refused: "The view didn't start. Check that this user can still sign in to the console.",
    unavailable: "The view didn't start because the platform isn't responding. Try again.",
  },
  statusReason: (status: string, reason: string) => `The account is ${status}. Reason: ${reason}.`,
  reactivated: 'Reactivated',
  consequences: {
    suspend:
      "This signs the user out and prevents new sign-ins until you reactivate the account. The user's invitation and password links stop working.",
    reactivate:
      'The user can sign in again with the current password. If none was ever set, create a new invitation link.',
    unlock:
      'The user can sign in again with the current password, but might have to wait up to 15 minutes. If someone else entered the incorrect passwords, use "Reset password" instead, which also unlocks the account.',
  },
  device: 'Device',
  lastSeen: 'last seen',
  currentSession: 'This session',
  unknown: 'Unknown',
  end: 'End session',
  endOf: (device: string, address: string) => `End session: ${device}, ${address}`,
  endAll: 'Sign out everywhere',
  noSessions: 'No active sessions',
  area: 'Area',
  allowed: 'Yes',
  noPermissions: 'No user group gives this account any permissions.',
  storesAll: 'Stores: all',
  storesOf: (names: string) => `Stores: ${names}`,
  storesFrom: (stores: string, groups: string) =>
    `${stores}. Groups that give access to stores: ${groups}`,
  noStores: 'No stores',
  fromGroups: (names: string) => `Granted by ${names}`,
  stores: (count: number) => (count === 1 ? '1 store' : `${count} stores`),
} as const
