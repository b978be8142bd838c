/** What a guard watches, and the fields of forms that name one. */
export const guardMessages = {
  guard: 'Guarded figure',
  hint: 'Compared with the 24 hours before the start, in the same stores. If it rises more than allowed, an alert asks whether to restore the previous values.',
  rolloutHint:
    'Compared with the 24 hours before the start, in the same stores. If it rises more than allowed, the rollout pauses, and an alert asks whether to roll it back.',
  guards: {
    failedPayments: 'Failed payments',
    errorLogs: 'Errors in the logs',
    failedSignIns: 'Failed member sign-ins',
  },
  none: 'None',
  percent: 'Allowed rise (%)',
} as const
