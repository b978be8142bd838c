import { approvalWindowHours } from '#shared/areas/credits/approval.ts'

export const allowanceMessages = {
  limitsCount: `A second operator must approve amounts that exceed your ${approvalWindowHours}-hour limits.`,
  needsApproval: 'A second operator must approve this amount before the ledger changes.',
  leftInStore: (left: string, limit: string) =>
    `In this store, you have ${left} left of your ${approvalWindowHours}-hour limit (${limit}) for amounts without approval.`,
  leftForMember: (left: string, limit: string) =>
    `For this member, you have ${left} left of your ${approvalWindowHours}-hour limit (${limit}) for amounts without approval.`,
} as const
