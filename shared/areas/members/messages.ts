/** Texts about member groups and their rules. The words of a rule are also stored. */
export const memberGroupMessages = {
  textOperators: ['is', 'contains', 'starts with', 'ends with'],
  chooseOperator: (operators: readonly string[]) =>
    `Choose one of these for this field: ${operators.join(', ')}.`,
  notDate: 'Enter a valid date.',
  ruleFormat:
    'Enter a rule like "email ends with @example.com", "name contains Lee", "joined after 2026-01-31", or "active is yes".',
  movedHere: 'moved here',
  movedByRules: 'moved here by the rules',
  removed: 'removed',
  movedBack: 'moved back',
  noGroup: 'no group',
  name: 'Name',
  email: 'Email',
  joined: 'Joined',
  active: 'Active',
  chooseField: 'Choose a field.',
  enterText: 'Enter some text.',
  enterDate: 'Enter a date like 2026-01-31.',
  yesOrNo: 'Enter yes or no.',
  thisValue: 'This value',
} as const

/** Texts of the form that shows a masked member. */
export const revealMessages = {
  reason: 'Reason',
  reasonHint: 'The reason is saved in the log.',
  showMember: 'Show member',
  showRecipient: 'Show recipient',
  showEmail: 'Show email',
  memberTitle: (record: string) => `Show the member of ${record}`,
  recipientTitle: (recipient: string) => `Show the recipient ${recipient}`,
  emailTitle: (recipient: string) => `Show the email to ${recipient}`,
  explain: 'You see the name and email address once. The log shows who saw them, and why.',
  explainEmail: 'You see the address and the text once. The log shows who saw them, and why.',
  done: 'Done',
  shownBefore: 'The member was already shown, or was deleted.',
}

/** Texts about a member's page that both sides use. */
export const memberPageMessages = {
  kinds: {
    orders: 'Orders',
    payments: 'Payments',
    credits: 'Credits',
    giftCards: 'Gift cards',
    emails: 'Emails',
    signIns: 'Sign-ins',
    groups: 'Groups',
    changes: 'Changes',
    comments: 'Comments',
  },
  reason: 'Reason',
  email: 'Email',
} as const
