import { approvalWindowHours } from '#shared/areas/credits/approval.ts'

export const allowanceMessages = {
  limitsCount: `If you exceed a ${approvalWindowHours}-hour limit, a second operator must approve.`,
  needsApproval: 'A second operator must approve this before the ledger changes.',
  leftInStore: (left: string, limit: string) =>
    `Without approval, you can still use ${left} of your ${approvalWindowHours}-hour limit of ${limit} in this store.`,
  leftForMember: (left: string, limit: string) => `For this member, ${left} of ${limit} remain.`,
} as const
