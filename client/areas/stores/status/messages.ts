export const statusPanelMessages = {
  later: 'Schedule for later',
  unknownStatusChange: 'Unknown status change',
} as const
