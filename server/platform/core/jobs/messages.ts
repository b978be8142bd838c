export const jobMessages = {
  alreadyFinished: 'This job is already finished.',
  retryRunning: 'This job is still running. Wait until it finishes, then retry it.',
  retryUndone: "This job was undone, so it can't be retried. Start a new one.",
  nothingToRetry: "No rows in this job failed, so there's nothing to retry.",
  underWayBody: '"underWay" must be true or false.',
  unknownOutcome: (outcomes: string) => `"outcome" must be one of ${outcomes}.`,
  createdColumn: 'Created',
  rowColumn: 'Row',
  accountSuspended: (who: string) => `${who}'s account is suspended.`,
  apiKeyStopped:
    'The API key that started this job expired or was revoked, or its owner was suspended.',
  noPermission: (who: string, permission: string) =>
    `${who} no longer has the permission ${permission}.`,
  nothingSaved: "The earlier values weren't saved, so this can't be undone.",
  unknownKind: "This platform doesn't support this kind of job.",
  rowFailed: 'Something went wrong on our side. Retry this row.',
  isUndo:
    "This job undid another job, so it can't be undone. To make the changes again, start a new job.",
  undoRunning: 'This job is still running. Cancel it, or wait until it finishes.',
  alreadyUndone: 'This job was already undone.',
  nothingToUndo: "This job changed nothing, so there's nothing to undo.",
  cannotUndo: "This kind of job doesn't save earlier values, so it can't be undone.",
  tooOldToUndo: "This job finished more than 30 days ago, so it can't be undone anymore.",
  beingUndone: 'This job is already being undone.',
} as const
