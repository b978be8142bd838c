import { formatNumber } from '#shared/format/numbers.ts'

export const logsMessages = {
  entryName: (event: string, time: string) => `${event}, ${time}`,
  logsOf: (store: string) => `Logs for ${store}`,
  verify: 'Verify and export',
  oneFault: 'All entries for this failure, newest first.',
  allFaults: 'Back to all logs',
  live: 'Live',
  liveTitle: 'Show new entries automatically',
  refresh: 'Refresh',
  anyTime: 'Any time',
  since: (name: string) => `Time: ${name}`,
  spans: { hour: '1 hour', day: '24 hours', week: '7 days', month: '30 days' },
  periods: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  others: 'Other entries for this request',
  noOthers: 'This request has no other entries.',
  allOfRequest: (total: string) => `All ${total} entries for this request`,
  of: 'Log entry',
  field: 'Field',
  before: 'Before',
  after: 'After',
  empty: 'empty',
  cause: 'Cause',
  changes: 'Changes',
  reveal: 'Show personal data',
  revealed: 'Personal data',
  revealExplain: 'You see the data once. The log shows who saw it, and why.',
  shownBefore: 'The personal data was already shown.',
  noDiff: 'No fields were changed.',
  moved: (members: string) => `${members} moved`,
  more: (count: string) => `${count} more, not listed in the log`,
  namesNow: 'The log stores only member IDs. Names are shown for members who still exist.',
  checking: (checked: string, total: string) => `Entries checked: ${checked} of ${total}`,
  right: (total: number) => {
    if (total === 0) return 'No entries are left to verify.'
    return total === 1
      ? 'The only entry is intact. No entries were removed, and none were inserted later.'
      : `All ${formatNumber(total)} entries are intact. No entries were edited or removed, and none were inserted later.`
  },
  none: 'No events yet',
  dropped: (count: number, until: string) =>
    count === 1
      ? `1 entry from before ${until} was deleted after the retention period. Its signed hash proves that the remaining entries follow it.`
      : `${formatNumber(count)} entries from before ${until} were deleted after the retention period. The signed hash of the last deleted entry proves that the remaining entries follow it.`,
  keep: 'Log retention',
  keepExplain:
    'Every night, we delete logs from months that are past the retention period, for all stores and the platform. You can still verify the remaining logs.',
  goOn: 'Continue',
  chain:
    'Each entry contains a hash of the one before it, and every hour we sign the latest entry as a checkpoint. Save copies of the signed checkpoints outside the platform so that you can tell if the log was rewritten.',
  faults: {
    changed: (at: string) => `Entry ${at} was changed after it was written.`,
    removed: (at: string) => `Entry ${at} was removed.`,
    inserted: (at: string) => `An entry was inserted at position ${at}.`,
    unsigned: (at: string) =>
      `The checkpoint or proof of deletion at entry ${at} wasn't signed by this platform.`,
    unknownKey: (at: string) =>
      `We can't verify the proof of deletion at entry ${at}, because its signing key is missing. Add that key to the platform's environment variable SECRET_KEYS.`,
    checkpointRemoved: (at: string) =>
      `Checkpoint ${at} was removed or replaced. Compare the current checkpoints with a checkpoint file that you downloaded earlier.`,
    copyDiffers: (at: string) =>
      `Checkpoint ${at} in the database differs from the copy in the file that the environment variable LOG_CHECKPOINT_COPY names. Compare the two before you trust any entry.`,
  },
  wrong: (at: string) => `Entry ${at} failed verification.`,
  checkpoints: 'Export signed checkpoints',
  csv: 'Export as CSV',
  ndjson: 'Export as NDJSON',
  time: 'Time',
  severity: 'Severity',
  stream: 'Stream',
  actor: 'Actor',
  target: 'Target',
  result: 'Result',
  request: 'Request ID',
} as const
