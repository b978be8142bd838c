/** Texts of a rotation. */
export const rotationMessages = {
  overlap: 'Old key works for',
  overlaps: { '0': 'No time', '1': '1 hour', '24': '1 day', '168': '7 days' },
  expires: 'New key expires',
  expiresHint: 'One year from now at the latest.',
} as const
