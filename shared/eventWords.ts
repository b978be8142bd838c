import { resourceNamed } from './resources/index.ts'

/** Events that no resource's name tells, in words. */
const events: Record<string, string> = {
  'auth.signedIn': 'Signed in',
  'auth.signedOut': 'Signed out',
  'auth.refused': 'Sign-in refused',
  'auth.callRejected': 'Rejected a call without permission',
  'auth.lockedOut': 'Has to wait after too many tries to sign in',
  'users.invited': 'Invited user',
  'users.passwordRefused': 'Wrong current password',
  'logs.keptWithFault': 'Old logs stay: they are not as they were written',
  'logs.anchorsAccepted': 'Signed what is left of old logs anew, unverified',
  'logs.dropped': 'Old logs went, as the setting says',
  'users.invitedAgain': 'Made a new invitation link for user',
  'users.passwordLinkMade': 'Made a link that resets the password of user',
  'users.invitationAccepted': 'Accepted the invitation',
  'users.passwordSet': 'Set another password',
  'users.signedOut': 'Ended all sign-ins of user',
  'users.sessionEnded': 'Ended a sign-in of user',
  'userGroups.membersMoved': 'Moved members of user group',
  'memberGroups.membersMoved': 'Moved members into member group',
  'memberGroups.membersAdded': 'Moved members into member group',
  'memberGroups.membersRemoved': 'Took members out of member group',
  'memberGroups.moveUndone': 'Undid a move of members of member group',
  'memberGroups.programApproved': 'Approved credits of member group',
  'users.passwordChanged': 'Changed the password',
  'platform.prepared': 'Platform prepared',
  'stores.maintenanceStarted': 'Started maintenance of store',
  'stores.statusUndone': 'Put back the status of store',
  'stores.maintenanceEnded': 'Ended maintenance of store',
  'stores.deletionPlanned': 'Planned the deletion of store',
  'stores.domainVerified': 'Verified domain of store',
  'stores.domainUnverified': 'Domain of store no longer verified',
  'jobs.started': 'Started job',
  'jobs.cancelled': 'Cancelled job',
  'jobs.retried': 'Ran job again',
  'jobs.undone': 'Undid job',
  'files.uploaded': 'Uploaded file',
  'tokens.rotated': 'Tokens rotated',
  'members.imported': 'Members imported',
  'members.invited': 'Invited member',
  'mail.checked': 'Mail checked',
  'mail.refused': 'Mail refused by the provider',
  'payment.checked': 'Payment provider checked',
  'payment.slow': 'Payment provider slow',
  'payment.refused': 'Payment provider refuses its configuration',
  'payment.unreachable': 'Payment provider not reachable',
  'payment.reachable': 'Payment provider reachable again',
  'payment.updated': 'Changed payment setup',
  'print.synchronised': 'Print on demand synchronised',
  'catalog.synchronised': 'Catalog synchronised',
  'letters.sent': 'Letters sent',
  'credits.expired': 'Credits expired',
  'export.made': 'Export made',
  'order.callback.failed': 'Callback about an order failed',
  'image.unreadable': 'Image not readable',
  'imports.opened': 'Opened import',
  'views.created': 'Kept view',
  'views.updated': 'Changed view',
  'views.deleted': 'Deleted view',
  'stores.themeVersionChanged': 'Changed the theme version of store',
  'giftCardSetup.balancesRead': 'Balances of gift cards read',
  'paymentSetups.drafted': 'Changed payment setup, which needs a new test',
  'paymentSetups.recovered': 'Payment setup works again',
  'paymentAttempts.paid': 'Paid order of payment attempt',
  'attentionItems.assigned': 'Assigned alert',
  'attentionItems.snoozed': 'Snoozed alert',
  'attentionItems.resolved': 'Dismissed alert',
  'attentionItems.reopened': 'Reopened alert',
}

const verbs: Record<string, string> = {
  storesAdded: 'Added stores to',
  storesRemoved: 'Removed stores from',
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  reordered: 'Reordered',
  activated: 'Activated',
  suspended: 'Suspended',
  reactivated: 'Reactivated',
  locked: 'Locked',
  unlocked: 'Unlocked',
  archived: 'Archived',
  duplicated: 'Duplicated',
  restored: 'Restored',
  tested: 'Tested',
  typedTested: 'Tested without saving',
  verified: 'Verified',
  drafted: 'Settings to be tested again of',
  degraded: 'Degraded',
  recovered: 'Active again:',
  disabled: 'Disabled',
  removed: 'Removed',
  opened: 'Opened',
  assigned: 'Assigned',
  resolved: 'Resolved',
  published: 'Published',
  deprecated: 'Deprecated',
  merged: 'Merged',
  exported: 'Exported',
  synchronised: 'Synchronised',
}

/** An identifier as words: `order.callback_failed` and `orderCallbackFailed` are "Order callback failed". */
export function identifierWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

/** An event of the logs in words: `sizes.created` is "Created size". One that nobody described is at least no identifier. */
export function eventWords(event: string): string {
  if (Object.hasOwn(events, event)) return events[event] ?? event
  const [name = '', verb = ''] = event.split('.')
  const resource = resourceNamed(name)
  if (!resource) return identifierWords(event)
  const word = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  return word
    ? `${word} ${resource.title.one}`
    : identifierWords(`${resource.title.one}.${identifierWords(verb)}`)
}

const into = (who: string, target: string) => `Moved ${who} into ${target}`

const moves: Record<string, (who: string, target: string) => string> = {
  'memberGroups.membersMoved': into,
  'memberGroups.membersAdded': into,
  'memberGroups.membersRemoved': (who, target) => `Took ${who} out of ${target}`,
  'memberGroups.moveUndone': (who, target) => `Undid a move of ${who} (${target})`,
}

/** An event with what it was done to: "Moved 8 members into Managers", "Created size XL", "Mail checked: Relay". `who` counts those that it moved. */
export function eventSentence(event: string, target: string, who = 'members'): string {
  const words = eventWords(event)
  if (target === '') return words
  if (Object.hasOwn(moves, event)) return moves[event]?.(who, target) ?? words
  const { title } = resourceNamed(event.split('.')[0] ?? '') ?? {}
  return title && words.endsWith(title.one) ? `${words} ${target}` : `${words}: ${target}`
}
