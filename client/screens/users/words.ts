export const userWords = {
  invite: 'Invite',
  title: 'Invite users',
  people: 'People',
  peopleHint:
    'One a line: e-mail, first name, last name, or Mia Berg <mia.berg@example.com>. Names that are left out are taken from the address, where it tells both.',
  nameless: (email: string) =>
    `First and last name are not told by ${email}. Write: ${email}, first name, last name`,
  line: (line: number, error: string) => `Line ${line}: ${error}`,
  refused: 'Nobody was invited. Correct these lines and try again.',
  none: 'Name at least one person',
  linksTitle: 'Send these links',
  links:
    'Each link is shown here once, works once, and expires. Copy it now and send it to its owner alone.',
  mailedTitle: 'These links wait to be mailed',
  mailed:
    'A mail to its owner waits with each link: “Mails”, under SMTP settings, tells what becomes of it. The link is shown here once too, works once, and expires: copy it where a mail may not arrive.',
  until: (when: string) => `until ${when}`,
  told: 'This link was shown already. Make a new one if it was not copied.',
  linkOf: (email: string) => `Link for ${email}`,
  makeLink: 'Make a link',
  linkTitles: { invited: 'New invitation link', active: 'Reset password' },
  linkTitleOf: {
    invited: (name: string) => `New invitation link for ${name}`,
    active: (name: string) => `Reset the password of ${name}`,
  },
  linkAsks: {
    invited:
      'A new link lets this person choose a password and come in. The link before it works no more.',
    active:
      'The link lets this person choose another password. The present one works until then; every sign-in ends when the new one is set.',
  },
  done: 'Done',
  actions: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  rights: 'Effective rights',
  sessions: 'Sessions',
  rightsOf: (name: string) => `Rights of ${name}`,
  sessionsOf: (name: string) => `Sessions of ${name}`,
  because: (status: string, reason: string) =>
    `The account is ${status}, with the reason: ${reason}.`,
  takenBack: 'The suspension was taken back.',
  follows: {
    suspend:
      'They are signed out at once and cannot come back until they are reactivated. Their links work no more.',
    reactivate: 'They may sign in again with the password they had.',
    unlock:
      'They can sign in again with the password they had, after waiting at most 15 minutes. Sessions that were open stayed open. The wrong passwords came from a device that had signed in to this account: if that wasn\'t its owner, use "Reset password", which unlocks the account too.',
  },
  device: 'Device',
  seen: 'last seen',
  since: 'Signed in',
  thisOne: 'This one',
  unknown: 'Not known',
  end: 'End',
  endOf: (device: string, address: string) => `End ${device}, ${address}`,
  endAll: 'Sign out everywhere',
  noSessions: 'Not signed in anywhere.',
  area: 'Area',
  may: 'Yes',
  noRights: 'No group gives this account any right.',
  storesAll: 'All stores',
  storesOf: (names: string) => `Stores: ${names}`,
  noStores: 'No stores',
  fromGroups: (names: string) => `from ${names}`,
  stores: (count: number) => (count === 1 ? '1 store' : `${count} stores`),
} as const
