import { approvalWindowHours } from '#shared/areas/credits/approval.ts'

export const allowanceMessages = {
  limitsCount: `A second operator must approve amounts that exceed your ${approvalWindowHours}-hour limits.`,
  needsApproval: 'A second operator must approve this amount before the ledger changes.',
  leftInStore: (left: string, limit: string) =>
    `You can enter another ${left} in this store without approval. Your ${approvalWindowHours}-hour limit per store is ${limit}.`,
  leftForMember: (left: string, limit: string) =>
    `You can enter another ${left} for this member without approval. Your ${approvalWindowHours}-hour limit per member is ${limit}.`,
} as const
