import type { ChainFault } from './anchors.ts'

/** Chain 0 holds what belongs to no store. */
const nameChain = (chain: number) => (chain === 0 ? 'the platform' : `store ${chain}`)

/** What the logs say about themselves. */
export const logMessages = {
  checkpointWithheld: (chain: number, { kind, seq }: ChainFault) =>
    kind === 'copyDiffers'
      ? `Checkpoint ${seq} in the copy outside the database differs from the database. No checkpoint was signed. Compare the two before you trust any log entry.`
      : `The log of ${nameChain(chain)} failed verification at entry ${seq}, so its checkpoint wasn't signed. Verify the log to see what changed.`,
}
