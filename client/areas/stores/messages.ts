export const storesClientMessages = {
  unknownStatusChange: 'Unknown status change',
  readiness: 'store readiness',
} as const
