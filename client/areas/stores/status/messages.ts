export const statusPanelMessages = {
  later: 'Do this later instead',
  unknownStatusChange: 'Unknown status change',
} as const
