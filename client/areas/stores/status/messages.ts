export const statusPanelMessages = {
  later: 'Schedule instead',
  unknownStatusChange: 'Unknown status change',
} as const
