import { disputeReasonMessages } from './messages.ts'

/** A provider's codes for the reasons of disputes, in plain words. */
export type DisputeReasons = ReadonlyMap<string, string>

/** Maps a provider's codes, separated by spaces, to the reasons that they mean. */
export const mapDisputeReasons = (
  codes: Partial<Record<keyof typeof disputeReasonMessages, string>>,
): DisputeReasons =>
  new Map(
    Object.entries(disputeReasonMessages).flatMap(([name, reason]) =>
      (codes[name as keyof typeof disputeReasonMessages]?.split(' ') ?? []).map(
        (code) => [code, reason] as const,
      ),
    ),
  )

/** Formats a reason that a provider reported. An unknown code stays as it is; empty becomes null. */
export const formatDisputeReason = (reasons: DisputeReasons, code: string): string | null =>
  reasons.get(code) ?? (code || null)
