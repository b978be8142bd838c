import { formatDay } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { ChainError } from './anchors.ts'

/** Chain 0 is the platform's. */
const formatLogName = (chain: number) =>
  chain === 0 ? "the platform's log" : `store ${chain}'s log`

type ErrorPosition = Pick<ChainError, 'kind'> & { seq: string }

const chainErrorMessages: Record<ChainError['kind'], (seq: string, log: string) => string> = {
  changed: (seq, log) => `Entry ${seq} in ${log} was changed.`,
  removed: (seq, log) => `Entry ${seq} in ${log} was removed.`,
  inserted: (seq, log) => `An entry was inserted at position ${seq} in ${log}.`,
  unsigned: (seq, log) =>
    `The checkpoint or proof of deletion at entry ${seq} in ${log} wasn't signed by this platform.`,
  unknownKey: (seq, log) =>
    `The deletion of old entries that starts at entry ${seq} in ${log} can't be verified, because it was signed with an unknown key.`,
  checkpointRemoved: (seq, log) =>
    `Checkpoint ${seq} was removed or replaced, so ${log} can't be verified.`,
  copyDiffers: (seq, log) =>
    `Checkpoint ${seq} in the database differs from its copy, so ${log} can't be verified.`,
}

/** The texts that the logs write about themselves. */
export const logMessages = {
  groupedBody: '"grouped" must be 1.',
  checkpointWithheld(chain: number, { kind, seq }: ChainError) {
    if (kind === 'copyDiffers')
      return `Checkpoint ${seq} in the database differs from its copy, so no new checkpoint was signed. Compare the two before you trust any log entry.`
    return kind === 'checkpointRemoved'
      ? `Checkpoint ${seq} was removed or replaced, so no new checkpoint for ${formatLogName(chain)} was signed. Verify the log to see what changed.`
      : `Verification of ${formatLogName(chain)} failed at entry ${seq}, so no new checkpoint was signed. Verify the log to see what changed.`
  },
  chainFault: (chain: number, { kind, seq }: ErrorPosition) =>
    chainErrorMessages[kind](seq, formatLogName(chain)),
  /** `fault` is a complete sentence. */
  logsKept: (fault: string, month: string) =>
    `${fault} Logs from ${month} onward weren't deleted. Verify the log to see what changed.`,
  /** The number of stores follows: "in 3 stores". */
  entriesDropped: (count: number, until: string) =>
    count === 1
      ? `1 log entry from before ${formatDay(until)} will be deleted`
      : `${formatNumber(count)} log entries from before ${formatDay(until)} will be deleted`,
  afterBody: '"after" must be a whole number.',
}
