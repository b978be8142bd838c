import { formatActor, platformActor } from '#shared/engine/actors.ts'
import { getResource, getResources } from '#shared/engine/resourceRegistry.ts'
import { formatIdentifierAsWords } from '#shared/format/identifiers.ts'

/** Texts for events that can't be derived from a resource's name. */
const eventTexts: Record<string, string> = {
  'auth.signedIn': 'Signed in',
  'auth.signedOut': 'Signed out',
  'auth.newDevice': 'Signed in on a new device',
  'auth.refused': 'Failed sign-in',
  'auth.factorRequested': 'Asked for a second factor',
  'auth.factorRefused': 'Failed second factor',
  'auth.steppedUp': 'Confirmed a second factor',
  'auth.callRejected': 'Call rejected because of a missing permission',
  'auth.lockedOut': 'Locked out after too many sign-in attempts',
  'users.invited': 'Invited user',
  'users.passwordRefused': 'Entered an incorrect current password',
  'logs.checkpointWithheld': "Didn't sign a log checkpoint because the logs failed verification",
  'logs.keptWithFault': 'Kept old logs because they failed verification',
  'logs.anchorsAccepted': 'Signed the remaining old logs again without verification',
  'logs.dropped': 'Deleted old logs after the retention period',
  'users.invitedAgain': 'Created a new invitation link for user',
  'users.passwordLinkMade': 'Created a password reset link for user',
  'users.invitationAccepted': 'Accepted the invitation',
  'users.passwordSet': 'Set a new password',
  'users.calendarLinkCreated': 'Created a calendar link for user',
  'users.calendarLinkDeleted': 'Turned off the calendar link for user',
  'users.totpAdded': 'Added an authenticator app for user',
  'users.totpRemoved': 'Removed the authenticator app for user',
  'users.passkeyAdded': 'Added a passkey for user',
  'users.passkeyRenamed': 'Renamed a passkey for user',
  'users.passkeyRemoved': 'Removed a passkey for user',
  'users.passkeyCloned': 'Rejected a copied passkey for user',
  'users.recoveryCodesCreated': 'Created recovery codes for user',
  'users.factorsReset': 'Removed all second factors for user',
  'users.notificationsChanged': 'Changed notifications for user',
  'users.digestUnsubscribed': 'Unsubscribed from the digest',
  'users.signedOut': 'Ended all sessions for user',
  'users.sessionEnded': 'Ended a session for user',
  'users.profileChanged': 'Changed the name',
  'users.otherSessionsEnded': 'Ended all other sessions',
  'users.ownSessionEnded': 'Ended another session',
  'users.viewStarted': 'Started viewing as user',
  'users.viewed': 'Loaded data while viewing as user',
  'users.viewEnded': 'Stopped viewing as user',
  'userGroups.membersMoved': 'Moved members between user groups',
  'memberGroups.membersMoved': 'Moved members into member group',
  'memberGroups.membersAdded': 'Moved members into member group',
  'memberGroups.membersRemoved': 'Removed members from member group',
  'memberGroups.moveUndone': 'Undid a member move in member group',
  'memberGroups.programApproved': 'Approved credits for member group',
  'users.passwordChanged': 'Changed the password',
  'platform.prepared': 'Set up the platform',
  'stores.maintenanceStarted': 'Started maintenance for store',
  'stores.statusUndone': 'Undid the status change for store',
  'stores.maintenanceEnded': 'Ended maintenance for store',
  'stores.deletionPlanned': 'Scheduled deletion of store',
  'stores.domainVerified': 'Verified the domain for store',
  'stores.domainUnverified': 'Custom domain no longer verified for store',
  'apiKeys.rotated': 'Rotated API key',
  'apiKeys.revoked': 'Revoked API key',
  'webhookSubscriptions.secretReplaced': 'Replaced the secret for webhook',
  'webhookSubscriptions.replayed': 'Replayed failed deliveries to webhook',
  'webhookDeliveries.replayed': 'Replayed delivery',
  'jobs.started': 'Started job',
  'jobs.cancelled': 'Canceled job',
  'jobs.retried': 'Retried job',
  'jobs.undone': 'Undid job',
  'files.uploaded': 'Uploaded file',
  'tokens.rotated': 'Rotated tokens',
  'members.imported': 'Imported members',
  'members.invited': 'Invited member',
  'members.signedIn': 'Member signed in',
  'members.signInRefused': 'Failed sign-in by member',
  'members.erased': 'Erased member',
  'members.noteAdded': 'Added a comment to member',
  'members.noteChanged': 'Changed a comment on member',
  'members.noteDeleted': 'Deleted a comment on member',
  'mail.checked': 'Tested email',
  'mail.refused': 'Mail server rejected an email',
  'mail.signInRefused': 'Mail server rejected the sign-in',
  'payment.checked': 'Checked payment provider',
  'payment.slow': 'Payment provider responded slowly',
  'payment.refused': 'Payment provider rejected a request (setup error)',
  'payment.unreachable': "Couldn't reach the payment provider",
  'payment.reachable': 'Connection to the payment provider restored',
  'payment.updated': 'Changed payment setup',
  'print.synchronised': 'Synced Printful',
  'catalog.synchronised': 'Synced catalog',
  'letters.sent': 'Sent emails',
  'credits.expired': 'Expired credits',
  'export.made': 'Created export',
  'order.callback.failed': 'Order callback failed',
  'image.unreadable': "Couldn't read an image",
  'imports.opened': 'Opened import',
  'views.created': 'Saved view',
  'views.updated': 'Changed view',
  'views.deleted': 'Deleted view',
  'stores.themeVersionChanged': 'Changed the theme version for store',
  'giftCardSetup.balancesRead': 'Refreshed gift card balances',
  'paymentAttempts.paid': 'Charged order',
  'paymentRefunds.unknown': 'No outcome from the provider for refund',
  'paymentRefunds.asked': 'Asked the provider again about refund',
  'paymentRefunds.foundRefunded': 'Recorded success of refund',
  'paymentRefunds.foundNotRefunded': 'Recorded failure of refund',
  'orders.revealed': 'Viewed the member of order',
  'paymentAttempts.revealed': 'Viewed the member of order',
  'giftCards.asked': 'Ordered gift card',
  'giftCards.canceled': 'Canceled gift card',
  'giftCards.emailed': 'Emailed gift card',
  'giftCards.revealed': 'Viewed the recipient of gift card',
  'mails.revealed': 'Viewed the recipient of email',
  'logEntries.revealed': 'Viewed the personal data in log entry',
  'platformLogEntries.revealed': 'Viewed the personal data in platform log entry',
  'attentionItems.assigned': 'Assigned alert',
  'attentionItems.snoozed': 'Snoozed alert',
  'attentionItems.resolved': 'Dismissed alert',
  'attentionItems.reopened': 'Reopened alert',
}

/** Events and verbs that happened to the platform, or whose text says who did it. */
const eventsNotByPlatform: ReadonlySet<string> = new Set([
  'auth.refused',
  'auth.factorRequested',
  'auth.factorRefused',
  'auth.callRejected',
  'auth.lockedOut',
  'stores.domainUnverified',
  'mail.refused',
  'mail.signInRefused',
  'payment.slow',
  'payment.refused',
  'payment.unreachable',
  'payment.reachable',
  'order.callback.failed',
  'image.unreadable',
  'degraded',
  'recovered',
])

const eventVerbs: Record<string, string> = {
  commentAdded: 'Added a comment to',
  commentChanged: 'Changed a comment on',
  commentDeleted: 'Deleted a comment on',
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
  verified: 'Verified',
  disabled: 'Disabled',
  removed: 'Removed',
  opened: 'Opened',
  assigned: 'Assigned',
  resolved: 'Resolved',
  published: 'Published',
  deprecated: 'Deprecated',
  merged: 'Merged',
  exported: 'Exported',
  synchronised: 'Synced',
}

const toSubject = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Events whose target comes first or in the middle: "SMTP setting Relay stopped working". */
const eventPhrases: Record<string, (what: string) => string> = {
  typedTested: (target) => `Tested unsaved changes to ${target}`,
  drafted: (target) => `Moved ${target} back to draft`,
  degraded: (target) => `${toSubject(target)} stopped working`,
  recovered: (target) => `${toSubject(target)} works again`,
}

/** Resources whose records are labeled by a phrase, which comes after a colon. */
const phraseLabels: ReadonlySet<string> = new Set(['incidents', 'attentionItems'])

/** What an event's target is, where that isn't the record: attempts are labeled by their order. */
const targetNouns: Record<string, string> = { paymentAttempts: 'order' }

const findEventPhrase = (verb: string) =>
  Object.hasOwn(eventPhrases, verb) ? eventPhrases[verb] : undefined

/** What each test's log event is about, if that can't be derived from a resource's name. */
const testSubjects: ReadonlyMap<string, string> = new Map([
  ['mail.checked', 'Email test'],
  ['payment.checked', 'Payment provider check'],
])

const testResults: ReadonlyMap<string, string> = new Map([
  ['passed', 'passed'],
  ['ok', 'passed'],
  ['failed', 'failed'],
  ['unknown', 'incomplete'],
])

/** Texts for events that failed, where the usual text reports success. */
const failedEventTexts: ReadonlyMap<string, string> = new Map([
  ['print.synchronised', 'Printful sync failed'],
  ['catalog.synchronised', 'Catalog sync failed'],
  ['letters.sent', "Emails couldn't be sent"],
  ['export.made', 'Export failed'],
])

/** Formats a test's event with its result: "Email test passed". Null for any other event. */
function formatTestEvent(event: string, outcome: string): string | null {
  const [name = '', verb = ''] = event.split('.')
  const one = verb === 'tested' ? getResource(name)?.title.one : undefined
  const subject = testSubjects.get(event) ?? (one && `${toSubject(one)} test`)
  const result = testResults.get(outcome)
  return subject && result ? `${subject} ${result}` : null
}

/**
 * Formats a log event: `sizes.created` becomes "Created size". An unknown event at least doesn't
 * appear as an identifier. A test or sync says its outcome, if that is given.
 */
export function formatLogEvent(event: string, outcome = ''): string {
  const testText = formatTestEvent(event, outcome)
  if (testText !== null) return testText
  const failedText = outcome === 'failed' ? failedEventTexts.get(event) : undefined
  if (failedText !== undefined) return failedText
  if (Object.hasOwn(eventTexts, event)) return eventTexts[event] ?? event
  const [name = '', verb = ''] = event.split('.')
  const resource = getResource(name)
  if (!resource) return formatIdentifierAsWords(event)
  const phrase = findEventPhrase(verb)
  if (phrase) return phrase(resource.title.one)
  const word = Object.hasOwn(eventVerbs, verb) ? eventVerbs[verb] : undefined
  return word
    ? `${word} ${resource.title.one}`
    : formatIdentifierAsWords(`${resource.title.one}.${formatIdentifierAsWords(verb)}`)
}

const formatMoveEvent = (movedMembers: string, target: string) =>
  `Moved ${movedMembers} into ${target}`

const moveEventTexts: Record<string, (who: string, target: string) => string> = {
  'memberGroups.membersMoved': formatMoveEvent,
  'memberGroups.membersAdded': formatMoveEvent,
  'memberGroups.membersRemoved': (movedMembers, target) => `Removed ${movedMembers} from ${target}`,
  'memberGroups.moveUndone': (movedMembers, target) =>
    `Undid the move of ${movedMembers} (${target})`,
}

/**
 * Formats a log event with its target: "Moved 8 members into Managers", "Created size XL", "Tested
 * email: Relay", "Opened incident: Adyen is returning errors". For moves, the last parameter is the
 * number of moved members as text.
 */
export function formatLogEventSentence(
  event: string,
  target: string,
  movedMembers = 'members',
  outcome = '',
): string {
  const words = formatLogEvent(event, outcome)
  if (target === '') return words
  if (Object.hasOwn(moveEventTexts, event))
    return moveEventTexts[event]?.(movedMembers, target) ?? words
  const [name = '', verb = ''] = event.split('.')
  const { title } = getResource(name) ?? {}
  const phrase = Object.hasOwn(eventTexts, event) ? undefined : findEventPhrase(verb)
  if (title && phrase) return phrase(`${title.one} ${target}`)
  const nouns = [title?.one, targetNouns[name]]
  return !phraseLabels.has(name) && nouns.some((noun) => noun && words.endsWith(noun))
    ? `${words} ${target}`
    : `${words}: ${target}`
}

/**
 * Finds who did what an event describes, formatted for operators. Null if the platform only
 * recorded it.
 */
export function findEventActor(event: string, actor: string): string | null {
  const [, verb = ''] = event.split('.')
  const isRecordedOnly = eventsNotByPlatform.has(event) || eventsNotByPlatform.has(verb)
  return actor === platformActor && isRecordedOnly ? null : formatActor(actor)
}

/** Returns the events that have a text: those of the table, and every verb of every resource. */
const getKnownEvents = (): string[] => [
  ...new Set([
    ...Object.keys(eventTexts),
    ...getResources().flatMap(({ name }) =>
      [...Object.keys(eventVerbs), ...Object.keys(eventPhrases)].map((verb) => `${name}.${verb}`),
    ),
  ]),
]

/** Returns the text of the only event whose name contains a filter's text; undefined if none. */
export function findEventText(typed: string): string | undefined {
  const name = typed.toLowerCase()
  const [event, ...others] = getKnownEvents().filter((one) => one.toLowerCase().includes(name))
  return event?.toLowerCase() === name && others.length === 0 ? formatLogEvent(event) : undefined
}
