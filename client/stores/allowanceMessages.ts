import { approvalWindowHours } from '#shared/areas/credits/approval.ts'

export const allowanceMessages = {
  limitsCount: `Above a limit for ${approvalWindowHours} hours, a second operator has to approve.`,
  needsApproval: 'A second operator has to approve this before the ledger changes.',
  leftInStore: (left: string, limit: string) =>
    `You can enter ${left} of ${limit} in this store without approval within ${approvalWindowHours} hours.`,
  leftForMember: (left: string, limit: string) => `For this member: ${left} of ${limit}.`,
} as const
