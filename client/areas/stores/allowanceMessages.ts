import { approvalWindowHours } from '#shared/areas/credits/approval.ts'

export const allowanceMessages = {
  limitsCount: `A second operator must approve amounts above a ${approvalWindowHours}-hour limit.`,
  needsApproval: 'A second operator must approve this amount before the ledger changes.',
  leftInStore: (left: string, limit: string) =>
    `Without approval, you can still use ${left} of your ${approvalWindowHours}-hour limit of ${limit} in this store.`,
  leftForMember: (left: string, limit: string) => `For this member, ${left} of ${limit} remain.`,
} as const
