import { approvalWindowHours } from '#shared/areas/credits/approval.ts'

export const allowanceMessages = {
  limitsCount: `A second operator must approve amounts that exceed your ${approvalWindowHours}-hour limits.`,
  needsApproval: 'A second operator must approve this amount before the ledger changes.',
  leftInStore: (left: string, limit: string) =>
    `Without approval, you can still use ${left} of your ${approvalWindowHours}-hour limit of ${limit} in this store.`,
  leftForMember: (left: string, limit: string) =>
    `For this member, you can still use ${left} of your limit of ${limit}.`,
} as const
