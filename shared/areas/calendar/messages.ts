import type { DeadlineKind } from '#shared/engine/deadlineKinds.ts'

/** The kinds of deadlines, with their labels. */
export const deadlineKinds: Readonly<Record<DeadlineKind, string>> = {
  credential: 'Credentials',
  credits: 'Credits',
  giftCards: 'Gift cards',
  dispute: 'Disputes',
  deletion: 'Store deletions',
  scheduledChange: 'Scheduled changes',
  onCall: 'On call',
}

/** The days before a deadline on which an alert can appear. */
export const noticeDayLabels: Readonly<Record<string, string>> = {
  1: '1 day ahead',
  3: '3 days ahead',
  7: '7 days ahead',
  14: '14 days ahead',
  30: '30 days ahead',
  60: '60 days ahead',
  90: '90 days ahead',
}
